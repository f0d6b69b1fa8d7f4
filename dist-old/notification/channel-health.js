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
var ChannelHealth_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.ChannelHealth = void 0;
const common_1 = require("@nestjs/common");
const text_1 = require("../common/text");
const rows_1 = require("../database/rows");
const actor_1 = require("../user/actor");
const audit_log_1 = require("../user/audit/audit-log");
const channel_store_1 = require("./channel-store");
const channel_notices_1 = require("./notices/channel-notices");
const DAY = 86_400;
const MINUTE = 60;
/** Characters of why a channel fails. */
const MAX_REASON = 500;
/** Failures in a row after which a channel rests, and for how long (seconds): it is tried again after each rest. */
const RESTS = new Map([
    [5, MINUTE],
    [6, 5 * MINUTE],
]);
const LONGEST_REST = 30 * MINUTE;
/** A 429 that names no time. */
const OVERLOAD_REST = MINUTE;
/** Nothing but failures for this long, and this often: the channel is switched off (Svix' rule of 120 hours). */
const GONE_AFTER = { seconds: 5 * DAY, failures: 10 };
/** Different messages refused in a row for the credentials, or over two days for the recipient. */
const REFUSALS_AT_MOST = 3;
const RECIPIENT_REFUSED_FOR = 2 * DAY;
/** What attempts say about the channel itself: kept in its row, so that all replicas agree. */
let ChannelHealth = ChannelHealth_1 = class ChannelHealth {
    constructor(store, notices) {
        this.store = store;
        this.notices = notices;
        this.logger = new common_1.Logger(ChannelHealth_1.name);
    }
    /** In the transaction that records the attempt. */
    async record(sql, delivery, outcome) {
        // The operator's relay, our own address guard, or a mistake of ours: not the channel's fault.
        if (outcome.transport || isGuarded(outcome) || outcome.code === 'internal')
            return;
        if (outcome.kind === 'ok')
            return this.recover(sql, [delivery.channel_id]);
        const row = await this.hold(sql, delivery.channel_id);
        if (!row)
            return;
        const failures = row.consecutive_failures + 1;
        const refusals = isRefusal(outcome) ? row.refusals + 1 : 0;
        const reason = goneBecause(outcome, failures, refusals, Number(row.failing_for ?? 0));
        if (reason)
            return this.disable(sql, delivery, (0, text_1.firstCharacters)(reason, MAX_REASON));
        const rest = restOf(outcome, failures);
        await sql.execute(`UPDATE channel SET state = 'failing', state_reason = ?, consecutive_failures = ?, refusals = ?,
         first_failure_at = COALESCE(first_failure_at, ${sql.dialect.now}),
         blocked_until = ${rest === null ? 'blocked_until' : sql.dialect.nowPlus}
       WHERE id = ?`, [textOf(outcome), failures, refusals, ...(rest === null ? [] : [rest]), delivery.channel_id]);
    }
    /** Something was accepted through these channels. */
    async recover(sql, channelIds) {
        await sql.execute(`UPDATE channel SET state = 'ok', state_reason = NULL, consecutive_failures = 0, refusals = 0,
         first_failure_at = NULL, blocked_until = NULL
       WHERE id IN (${(0, rows_1.placeholders)(channelIds.length)}) AND state = 'failing'`, channelIds);
    }
    /** null: it was deleted, or switched off already, perhaps by another replica a moment ago, or has another address now. */
    async hold(sql, channelId) {
        const { dialect } = sql;
        const [row] = await sql.query(`SELECT consecutive_failures, refusals, ${dialect.secondsBetween('first_failure_at', dialect.now)} AS failing_for
       FROM channel WHERE id = ? AND state NOT IN ('disabled', 'unconfirmed') ${dialect.forUpdate}`, [channelId]);
        return row ?? null;
    }
    /** Its row is held: nobody else switches it off, and tells its owner, at the same time. */
    async disable(sql, delivery, reason) {
        await this.notices.write(sql, delivery.channel_id, reason);
        await this.store.disable(sql, delivery.channel_id, reason);
        await (0, audit_log_1.audit)(sql, actor_1.SERVICE, 'channel.disabled', delivery.channel_id);
        this.logger.warn({ msg: 'channel switched off', channel: delivery.channel_id, type: delivery.type });
    }
};
exports.ChannelHealth = ChannelHealth;
exports.ChannelHealth = ChannelHealth = ChannelHealth_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [channel_store_1.ChannelStore,
        channel_notices_1.ChannelNotices])
], ChannelHealth);
const textOf = (outcome) => (0, text_1.firstCharacters)(outcome.reason ?? outcome.kind, MAX_REASON);
/** The receiver knows us and does not want this message: its credentials or its recipient are wrong. */
function isRefusal({ kind, code, refusal }) {
    return kind === 'dead' && (refusal === true || isCredentials(code) || isRecipient(code));
}
/** For an address that the operator opened and closed again, no more may be told than that it cannot be reached. */
const isGuarded = ({ kind, code }) => kind === 'dead' && (code === 'blocked' || code === 'unreachable');
const isCredentials = (code) => code === 401 || code === 403;
const isRecipient = (code) => typeof code === 'number' && code >= 550 && code <= 559;
/** Why the channel is to be switched off now; null when it may recover. */
function goneBecause(outcome, failures, refusals, failingFor) {
    if (outcome.kind === 'disable')
        return textOf(outcome);
    if (refusals >= REFUSALS_AT_MOST && (outcome.refusal || isCredentials(outcome.code)))
        return `${refusals} messages refused: ${textOf(outcome)}`;
    if (refusals >= REFUSALS_AT_MOST && isRecipient(outcome.code) && failingFor >= RECIPIENT_REFUSED_FOR)
        return `${refusals} messages refused over days: ${textOf(outcome)}`;
    const gone = failures >= GONE_AFTER.failures && failingFor >= GONE_AFTER.seconds;
    return gone ? `nothing but failures for five days, last: ${textOf(outcome)}` : null;
}
/** Seconds for which the whole channel rests; null when it may go on. */
function restOf(outcome, failures) {
    if (outcome.kind !== 'retry')
        return null;
    if (outcome.code === 429)
        return outcome.after ?? OVERLOAD_REST;
    return failures < 5 ? null : (RESTS.get(failures) ?? LONGEST_REST);
}
//# sourceMappingURL=channel-health.js.map