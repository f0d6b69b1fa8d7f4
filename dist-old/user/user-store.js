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
exports.UserStore = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const text_1 = require("../common/text");
const database_1 = require("../database/database");
const errors_1 = require("../database/errors");
const audit_log_1 = require("./audit/audit-log");
const principal_cache_1 = require("./principal-cache");
/** The users there are. */
let UserStore = class UserStore {
    constructor(database) {
        this.database = database;
    }
    /** The user of this name, who is made if need be; an address that is given replaces the one before. */
    async named(sql, actor, name, email) {
        try {
            return await this.insert(sql, actor, { name, email, issuer: null, subject: null });
        }
        catch (error) {
            if (!(0, errors_1.isDuplicateKey)(error))
                throw error;
        }
        if (email !== null)
            await sql.execute(`UPDATE user SET email = ?, updated_at = ${sql.dialect.now} WHERE name = ?`, [email, name]);
        const [user] = await sql.query('SELECT id, name FROM user WHERE name = ?', [name]);
        return user.id;
    }
    /**
     * Whom the issuer means, made at first sight. By issuer and subject alone: a name is nobody's proof, so who comes with the name of
     * somebody else becomes another user, under that name and a few digits.
     */
    async ofPerson(person) {
        const { issuer, subject, name, email } = person;
        const actor = { userId: null, means: 'oidc', credential: subject, requestId: null };
        const digits = (0, principal_cache_1.sha256)(`${issuer} ${subject}`).slice(0, 12);
        for (const free of [name, `${(0, text_1.firstCharacters)(name, 80)} (${digits})`]) {
            const known = await this.find(person);
            if (known)
                return known;
            try {
                const user = { name: free, email, issuer, subject };
                const id = await this.database.transaction((sql) => this.insert(sql, actor, user));
                return { id, name: free };
            }
            catch (error) {
                // Another replica has made the user a moment ago, or somebody has this name.
                if (!(0, errors_1.isDuplicateKey)(error))
                    throw error;
            }
        }
        const known = await this.find(person);
        if (!known)
            throw new Error('two names of a new user are taken');
        return known;
    }
    async find({ issuer, subject }) {
        const [user] = await this.database.queryPrepared('SELECT id, name FROM user WHERE issuer = ? AND subject = ?', [issuer, subject]);
        return user;
    }
    async insert(sql, actor, { name, email, issuer, subject }) {
        const id = (0, ids_1.newId)();
        const { now } = sql.dialect;
        await sql.execute(`INSERT INTO user (id, name, email, issuer, subject, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ${now}, ${now})`, [id, name, email, issuer, subject]);
        await (0, audit_log_1.audit)(sql, actor, 'user.created', id, { name, issuer, subject });
        return id;
    }
};
exports.UserStore = UserStore;
exports.UserStore = UserStore = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], UserStore);
//# sourceMappingURL=user-store.js.map