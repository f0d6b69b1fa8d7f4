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
var DeliveryRecord_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.DeliveryRecord = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../database/database");
const errors_1 = require("../database/errors");
const leased_rows_1 = require("../database/leased-rows");
const favorite_flags_1 = require("../favorite/favorite-flags");
const accepted_deliveries_1 = require("./accepted-deliveries");
const attempt_values_1 = require("./attempt-values");
const channel_health_1 = require("./channel-health");
const channel_store_1 = require("./channel-store");
const rows_1 = require("../database/rows");
const delivery_queue_1 = require("./delivery-queue");
const digest_groups_1 = require("./digest/digest-groups");
const notification_state_1 = require("./notification-state");
const newest_told_1 = require("./newest-told");
const retry_schedule_1 = require("./retry-schedule");
/** Writes down what became of a claimed delivery. Fenced by the claim: who lost the lease changes nothing. */
let DeliveryRecord = DeliveryRecord_1 = class DeliveryRecord {
    constructor(database, flags, health, store, accepted) {
        this.database = database;
        this.flags = flags;
        this.health = health;
        this.store = store;
        this.accepted = accepted;
        this.logger = new common_1.Logger(DeliveryRecord_1.name);
    }
    /** It was not sent, and never will be. */
    async end(delivery, state, reason) {
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => {
            if (await this.finish(sql, delivery, { state, nextIn: null, error: reason }, true))
                await this.refreshStates(sql, delivery);
        });
        return state;
    }
    /**
     * Members of a digest that are left out of it. When its head is among them, another one takes its place.
     * @returns the head
     */
    async endMembers(delivery, ended) {
        if (ended.length === 0)
            return delivery;
        const { now, after } = this.database.dialect;
        let head = null;
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => {
            for (const { ids, end } of byEnd(ended))
                for (const page of (0, rows_1.pagesOf)(ids))
                    await this.leaveOut(sql, delivery, page, end);
            const isOver = ended.some(({ id }) => id === delivery.id);
            head = isOver ? await (0, digest_groups_1.makeHead)(sql, delivery.digest_id, after(now, String(leased_rows_1.LEASE_SECONDS))) : delivery.id;
        });
        return { ...delivery, id: head ?? delivery.id };
    }
    /** An attempt was made. */
    async attempted(delivery, profile, outcome, took) {
        const result = resultOf(delivery, profile, outcome);
        const alone = () => this.recordAlone(delivery, outcome, result, took.ms);
        if (isPlain(delivery, outcome))
            await this.accepted.record({ delivery, outcome, ms: took.ms }, alone);
        else
            await alone();
        return result.state;
    }
    async recordAlone(delivery, outcome, result, ms) {
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => {
            const held = await this.finish(sql, delivery, result, outcome.transport === true);
            await this.log(sql, delivery, outcome, ms);
            if (!held) {
                // Its favorite was deleted meanwhile, or it took longer than the lease.
                this.logger.warn({ msg: 'claim lost before the outcome was recorded', delivery: delivery.id });
                return;
            }
            if (outcome.settings)
                await this.store.replace(sql, delivery, outcome.settings);
            await this.health.record(sql, delivery, outcome);
            await this.refreshStates(sql, delivery);
            if (result.state === 'sent')
                await this.advanceNotified(sql, delivery);
        });
    }
    async refreshStates(sql, { digest_id, notification_id }) {
        if (digest_id !== null)
            await (0, notification_state_1.refreshNotificationStates)(sql, 'd.digest_id = ?', [digest_id]);
        else
            await (0, notification_state_1.refreshStatesOf)(sql, [notification_id]);
    }
    async advanceNotified(sql, delivery) {
        const { digest_id, favorite_id, software_id, version_id } = delivery;
        if (digest_id !== null)
            await this.flags.advanceAllNotified(sql, (0, newest_told_1.newestTold)(sql.dialect, 'd.digest_id = ?'), [digest_id]);
        else
            await this.flags.advanceNotified(sql, favorite_id, software_id, version_id);
    }
    async leaveOut(sql, delivery, ids, end) {
        const these = (0, rows_1.placeholders)(ids.length);
        const mine = (0, delivery_queue_1.claimed)(delivery);
        await sql.execute(`UPDATE delivery SET state = ?, last_error = ?, next_at = NULL, collect_at = NULL, digest_id = NULL, claim_id = NULL,
         attempts = attempts - 1, updated_at = ${sql.dialect.now} WHERE ${mine.text} AND id IN (${these})`, [end.state, end.reason, ...mine.parameters, ...ids]);
        await (0, notification_state_1.refreshNotificationStates)(sql, `d.id IN (${these})`, ids);
    }
    /** @returns whether the claim still held */
    async finish(sql, delivery, result, uncounted) {
        const { dialect } = sql;
        const mine = (0, delivery_queue_1.claimed)(delivery);
        const due = result.nextIn === null
            ? { text: 'next_at = NULL, collect_at = NULL', parameters: [] }
            : (0, delivery_queue_1.dueAt)(dialect, delivery, dialect.after(dialect.now, String(result.nextIn)));
        const changed = await sql.execute(`UPDATE delivery SET state = ?, ${due.text}, claim_id = NULL, last_error = ?,
         attempts = attempts - ?, updated_at = ${dialect.now}
       WHERE ${mine.text}`, [result.state, ...due.parameters, (0, attempt_values_1.cut)(result.error, 500), uncounted ? 1 : 0, ...mine.parameters]);
        return changed > 0;
    }
    /** What cannot be logged must not take the outcome with it: then the log has the bare outcome, or nothing. */
    async log(sql, delivery, outcome, ms) {
        for (const content of [outcome, { kind: outcome.kind, reason: 'The details could not be written down' }]) {
            await sql.execute('SAVEPOINT attempt_log');
            try {
                return await this.insertAttempt(sql, delivery, content, ms);
            }
            catch (error) {
                if ((0, errors_1.isUnavailable)(error))
                    throw error;
                await sql.execute('ROLLBACK TO SAVEPOINT attempt_log');
                this.logger.warn({ msg: 'attempt not logged', delivery: delivery.id, err: error });
            }
        }
    }
    /** An attempt that did not count has the number of the next one, which then takes its place. Each member of a digest has it. */
    async insertAttempt(sql, delivery, outcome, ms) {
        const { dialect } = sql;
        const values = (0, attempt_values_1.attemptValues)(dialect, outcome, ms);
        const [columns, written] = [Object.keys(values), Object.values(values)];
        const again = Object.fromEntries(columns.map((column, index) => [column, written[index][0]]));
        const parameters = written.map(([, value]) => value);
        const [which, id] = delivery.digest_id === null ? ['d.id', delivery.id] : ['d.digest_id', delivery.digest_id];
        await sql.execute(`INSERT INTO delivery_attempt (delivery_id, no, ${columns.join(', ')})
       SELECT d.id, ?, ${written.map(([text]) => text).join(', ')} FROM delivery d WHERE ${which} = ?
       ${dialect.onDuplicate(['delivery_id', 'no'], again)}`, [delivery.attempts, ...parameters, id, ...parameters]);
    }
};
exports.DeliveryRecord = DeliveryRecord;
exports.DeliveryRecord = DeliveryRecord = DeliveryRecord_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        favorite_flags_1.FavoriteFlags,
        channel_health_1.ChannelHealth,
        channel_store_1.ChannelStore,
        accepted_deliveries_1.AcceptedDeliveries])
], DeliveryRecord);
/** Accepted, and nothing else to it: that is most of them, and they are written down together. */
const isPlain = ({ digest_id }, { kind, transport, settings }) => kind === 'ok' && digest_id === null && !transport && !settings;
function byEnd(ended) {
    const found = new Map();
    for (const { id, end } of ended) {
        const same = found.get(end.reason);
        if (same)
            same.ids.push(id);
        else
            found.set(end.reason, { ids: [id], end });
    }
    return [...found.values()];
}
function resultOf(delivery, profile, outcome) {
    if (outcome.kind === 'ok')
        return { state: 'sent', nextIn: null, error: null };
    const error = outcome.reason ?? String(outcome.code ?? outcome.kind);
    if (outcome.kind !== 'retry')
        return { state: 'failed', nextIn: null, error };
    const nextIn = (0, retry_schedule_1.nextAttemptIn)(profile, delivery.attempts, outcome, delivery.age);
    if (nextIn === null)
        return { state: 'failed', nextIn, error: `given up after ${delivery.attempts} attempts: ${error}` };
    return { state: 'queued', nextIn, error };
}
//# sourceMappingURL=delivery-record.js.map