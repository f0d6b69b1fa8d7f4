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
var TokenService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.TokenService = exports.isOwnToken = void 0;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const ids_1 = require("../common/ids");
const moment_1 = require("../common/moment");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const database_clock_1 = require("../database/database-clock");
const actor_1 = require("./actor");
const audit_log_1 = require("./audit/audit-log");
const principal_cache_1 = require("./principal-cache");
const scopes_1 = require("../config/scopes");
const token_list_1 = require("./token.list");
const user_store_1 = require("./user-store");
/** What tokens begin with; no JSON Web Token does. */
const PREFIX = 'sut_';
/** Seconds. */
const USE_NOTED_EVERY = 60;
const COLUMNS = 't.id, t.name, t.scopes, t.expires_at, t.last_used_at, t.created_at';
const isOwnToken = (token) => token.startsWith(PREFIX);
exports.isOwnToken = isOwnToken;
/** Access tokens: opaque, 256 random bits, stored as their SHA-256 only. */
let TokenService = TokenService_1 = class TokenService {
    constructor(database, clock, users) {
        this.database = database;
        this.clock = clock;
        this.users = users;
        this.logger = new common_1.Logger(TokenService_1.name);
        this.cache = new principal_cache_1.PrincipalCache();
    }
    /** @returns null when there is no such token, or it expired or was revoked */
    async authenticate(token) {
        if (!(0, exports.isOwnToken)(token) || token.length > 200)
            return null;
        const hash = (0, principal_cache_1.sha256)(token);
        const cached = this.cache.get(hash);
        if (cached !== undefined)
            return cached;
        const principal = await this.lookUp(hash);
        this.cache.set(hash, principal);
        return principal;
    }
    /** Whether it was valid when it was looked up last; without asking anybody. */
    isKnown(token) {
        return Boolean(this.cache.get((0, principal_cache_1.sha256)(token)));
    }
    async create(caller, token) {
        const beyond = token.scopes.filter((scope) => !caller.scopes.has(scope));
        if (beyond.length > 0)
            throw new problem_1.Problem('forbidden', `This token cannot grant what it does not have: ${beyond.join(', ')}.`, [
                { field: 'scopes', message: `the token that asks does not have ${beyond.join(', ')}` },
            ]);
        if (token.expiresAt !== null && token.expiresAt <= (await this.clock.now(this.database)))
            throw problem_1.Problem.field('expires_at', 'must be in the future');
        if (caller.expiresAt !== null && (token.expiresAt === null || token.expiresAt > caller.expiresAt))
            throw new problem_1.Problem('forbidden', 'This token cannot make one that lives longer than itself.', [
                { field: 'expires_at', message: `must not be after ${(0, moment_1.toApiMoment)(caller.expiresAt)}` },
            ]);
        return this.database.transaction((sql) => this.issue(sql, caller, caller.userId, token));
    }
    /** Makes a token for a user who is made if need be; for the command line. */
    async createForUser(name, email, token, actor = actor_1.COMMAND_LINE) {
        return this.database.transaction(async (sql) => this.issue(sql, actor, await this.users.named(sql, actor, name, email), token));
    }
    async list(caller, request) {
        const statement = {
            select: COLUMNS,
            from: 'access_token t',
            where: ['t.user_id = ?'],
            whereParameters: [caller.userId],
        };
        const page = (0, list_sql_1.pageSql)(token_list_1.tokenList, request, statement);
        const rows = await this.database.page(page);
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, toTokenResponse, total);
    }
    /** Every token with its user's name; for the command line. */
    async listAll() {
        const rows = await this.database.query(`SELECT ${COLUMNS}, u.name AS user
       FROM access_token t JOIN user u ON u.id = t.user_id ORDER BY t.created_at, t.id`);
        return rows.map((row) => ({ ...toTokenResponse(row), user: row.user }));
    }
    async revoke(caller, id) {
        const revoked = await this.remove(caller, id, 'AND user_id = ?', [caller.userId]);
        if (!revoked)
            throw problem_1.Problem.notFound('token');
        this.cache.clear();
    }
    /** @returns whether there was such a token */
    async revokeAny(id) {
        return this.remove(actor_1.COMMAND_LINE, id);
    }
    async remove(actor, id, condition = '', parameters = []) {
        return this.database.transaction(async (sql) => {
            const gone = await sql.execute(`DELETE FROM access_token WHERE id = ? ${condition}`, [id, ...parameters]);
            if (gone > 0)
                await (0, audit_log_1.audit)(sql, actor, 'token.revoked', id);
            return gone > 0;
        });
    }
    async lookUp(hash) {
        const [row] = await this.database.queryPrepared(`SELECT t.id, t.scopes, t.expires_at, t.user_id, u.name,
              (t.last_used_at IS NULL OR t.last_used_at < ${this.database.dialect.nowPlus}) AS stale
       FROM access_token t JOIN user u ON u.id = t.user_id
       WHERE t.hash = ? AND (t.expires_at IS NULL OR t.expires_at > ${this.database.dialect.now})`, [-USE_NOTED_EVERY, hash]);
        if (!row)
            return null;
        if (row.stale)
            this.noteUse(row.id);
        return {
            userId: row.user_id,
            means: 'token',
            credential: row.id,
            requestId: null,
            userName: row.name,
            tokenId: row.id,
            expiresAt: row.expires_at,
            scopes: new Set(row.scopes.split(' ')),
        };
    }
    /** At most once a minute, also when many requests and replicas find at once that it is time; and no request waits for it. */
    noteUse(id) {
        const { now, nowPlus } = this.database.dialect;
        const isTime = `(last_used_at IS NULL OR last_used_at < ${nowPlus})`;
        this.database
            .execute(`UPDATE access_token SET last_used_at = ${now} WHERE id = ? AND ${isTime}`, [id, -USE_NOTED_EVERY])
            .catch((error) => this.logger.warn({ msg: 'the use of a token was not recorded', err: error }));
    }
    async issue(sql, actor, userId, token) {
        const secret = PREFIX + (0, node_crypto_1.randomBytes)(32).toString('base64url');
        const id = (0, ids_1.newId)();
        const scopes = scopes_1.SCOPES.filter((scope) => token.scopes.includes(scope)).join(' ');
        await sql.execute(`INSERT INTO access_token (id, user_id, name, hash, scopes, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ${sql.dialect.now})`, [id, userId, token.name, (0, principal_cache_1.sha256)(secret), scopes, token.expiresAt]);
        const { name, expiresAt } = token;
        await (0, audit_log_1.audit)(sql, actor, 'token.created', id, { user: userId, name, scopes, expires_at: (0, moment_1.toApiMoment)(expiresAt) });
        const [row] = await sql.query(`SELECT ${COLUMNS} FROM access_token t WHERE t.id = ?`, [id]);
        return { ...toTokenResponse(row), token: secret };
    }
};
exports.TokenService = TokenService;
exports.TokenService = TokenService = TokenService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        database_clock_1.DatabaseClock,
        user_store_1.UserStore])
], TokenService);
function toTokenResponse(row) {
    return {
        id: row.id,
        name: row.name,
        scopes: row.scopes.split(' '),
        expires_at: (0, moment_1.toApiMoment)(row.expires_at),
        last_used_at: (0, moment_1.toApiMoment)(row.last_used_at),
        created_at: (0, moment_1.toApiMoment)(row.created_at),
    };
}
//# sourceMappingURL=token.service.js.map