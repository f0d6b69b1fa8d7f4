"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.ProfileService = void 0;
const common_1 = require("@nestjs/common");
const moment_1 = require("../common/moment");
const database_1 = require("../database/database");
const audit_log_1 = require("./audit/audit-log");
/** The caller's own settings, which favorites take as their defaults. */
let ProfileService = class ProfileService {
    constructor(database) {
        this.database = database;
        this.listeners = [];
    }
    /** What follows from a profile in tables to the right of this folder is done by a listener, in the same transaction. */
    onChange(listener) {
        this.listeners.push(listener);
    }
    async read(caller) {
        const [row] = await this.database.query(`SELECT name, email, notifications_enabled, notify_always, time_zone, created_at, updated_at
       FROM user WHERE id = ?`, [caller.userId]);
        return toProfileResponse(row);
    }
    async update(caller, input) {
        const changes = Object.entries(input).filter((entry) => entry[1] !== undefined);
        const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${this.database.dialect.now}`];
        await this.database.transaction(async (sql) => {
            await sql.execute(`UPDATE user SET ${assignments.join(', ')} WHERE id = ?`, [
                ...changes.map(([, value]) => value),
                caller.userId,
            ]);
            await (0, audit_log_1.audit)(sql, caller, 'profile.updated', caller.userId, { fields: changes.map(([field]) => field) });
            for (const listener of this.listeners)
                await listener(sql, caller.userId);
        });
        return this.read(caller);
    }
};
exports.ProfileService = ProfileService;
exports.ProfileService = ProfileService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], ProfileService);
function toProfileResponse(row) {
    return {
        user: row.name,
        email: row.email,
        notifications_enabled: Boolean(row.notifications_enabled),
        notify_always: row.notify_always === null ? null : Boolean(row.notify_always),
        time_zone: row.time_zone,
        created_at: (0, moment_1.toApiMoment)(row.created_at),
        updated_at: (0, moment_1.toApiMoment)(row.updated_at),
    };
}
//# sourceMappingURL=profile.service.js.map