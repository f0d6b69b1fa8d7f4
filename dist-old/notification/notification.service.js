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
exports.NotificationService = void 0;
const common_1 = require("@nestjs/common");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const rows_1 = require("../database/rows");
const notification_response_1 = require("./dto/notification.response");
const notification_state_1 = require("./notification-state");
const notification_list_1 = require("./notification.list");
const COLUMNS = `n.id, n.favorite_id, s.name AS software, n.version_id, v.version, v.created_at AS version_created_at,
  n.state, n.created_at`;
const TABLES = `notification n
  LEFT JOIN software s ON s.id = n.software_id
  LEFT JOIN version v ON v.id = n.version_id`;
/** Of a member of a digest it is that of its head. */
const NEXT_ATTEMPT = `COALESCE(d.next_at,
  CASE WHEN d.collect_at IS NULL THEN NULL ELSE (SELECT MAX(h.next_at) FROM delivery h WHERE h.digest_id = d.digest_id) END,
  d.collect_at)`;
/** Seconds for which a delivery that was sent again is tried. */
const RESEND_EXPIRES_AFTER = 7 * 86_400;
/** What a user was told of, and how it went. */
let NotificationService = class NotificationService {
    constructor(database) {
        this.database = database;
    }
    async list(caller, request) {
        const statement = { select: COLUMNS, from: TABLES, where: ['n.user_id = ?'], whereParameters: [caller.userId] };
        const page = (0, list_sql_1.pageSql)(notification_list_1.notificationList, request, statement);
        const rows = await this.database.page(page);
        const deliveries = await this.deliveriesOf(this.database, rows.slice(0, request.perPage).map(({ id }) => id));
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, (row) => (0, notification_response_1.toNotificationResponse)(row, deliveries.get(row.id) ?? []), total);
    }
    async get(caller, id) {
        return this.find(this.database, caller, id);
    }
    /**
     * Queues every delivery of it again, at once, with the same id (so a receiver that knows it already can tell), in place of a
     * scheduled attempt or of a digest, and whatever the hour. One that is being sent this very moment is left alone.
     */
    async resend(caller, id) {
        return this.database.transaction(async (sql) => {
            await this.find(sql, caller, id);
            const { now, nowPlus } = sql.dialect;
            await sql.execute(`UPDATE delivery SET state = 'queued', next_at = ${now}, expires_at = ${nowPlus}, updated_at = ${now},
           collect_at = NULL, digest_id = NULL, at_once = 1
         WHERE notification_id = ? AND claim_id IS NULL`, [RESEND_EXPIRES_AFTER, id]);
            await (0, notification_state_1.refreshStatesOf)(sql, [id]);
            return this.find(sql, caller, id);
        });
    }
    async find(sql, caller, id) {
        const [row] = await sql.query(`SELECT ${COLUMNS} FROM ${TABLES} WHERE n.id = ? AND n.user_id = ?`, [id, caller.userId]);
        if (!row)
            throw problem_1.Problem.notFound('notification');
        const attempts = await sql.query(`SELECT a.delivery_id, a.no, a.started_at, a.ms, a.outcome, a.code, a.reason, a.excerpt
       FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
       WHERE d.notification_id = ? ORDER BY a.delivery_id, a.no`, [id]);
        return (0, notification_response_1.toNotificationResponse)(row, (await this.deliveriesOf(sql, [id])).get(id) ?? [], attempts);
    }
    async deliveriesOf(sql, ids) {
        const found = new Map();
        if (ids.length === 0)
            return found;
        const rows = await sql.query(`SELECT d.id, d.notification_id, d.channel_id, d.type, d.state, d.attempts, d.digest_id, ${NEXT_ATTEMPT} AS next_at,
         d.last_error
       FROM delivery d WHERE d.notification_id IN (${(0, rows_1.placeholders)(ids.length)}) ORDER BY d.created_at, d.id`, ids);
        for (const row of rows)
            found.set(row.notification_id, [...(found.get(row.notification_id) ?? []), row]);
        return found;
    }
};
exports.NotificationService = NotificationService;
exports.NotificationService = NotificationService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], NotificationService);
//# sourceMappingURL=notification.service.js.map