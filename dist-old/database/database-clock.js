"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.DatabaseClock = void 0;
const common_1 = require("@nestjs/common");
/**
 * The moment by which snoozes, ages and other promises about time are judged: the database's own, the same for every replica.
 * A test may stand in for it to live through years.
 */
let DatabaseClock = class DatabaseClock {
    async now(sql) {
        const [row] = await sql.query(`SELECT ${sql.dialect.now} AS now`);
        return row.now;
    }
    /** So many seconds from now. */
    async later(sql, seconds) {
        const [row] = await sql.query(`SELECT ${sql.dialect.nowPlus} AS later`, [seconds]);
        return row.later;
    }
};
exports.DatabaseClock = DatabaseClock;
exports.DatabaseClock = DatabaseClock = __decorate([
    (0, common_1.Injectable)()
], DatabaseClock);
//# sourceMappingURL=database-clock.js.map