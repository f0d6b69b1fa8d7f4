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
var AcceptedDeliveries_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.AcceptedDeliveries = void 0;
const common_1 = require("@nestjs/common");
const turns_1 = require("../common/turns");
const database_1 = require("../database/database");
const rows_1 = require("../database/rows");
const favorite_flags_1 = require("../favorite/favorite-flags");
const attempt_values_1 = require("./attempt-values");
const channel_health_1 = require("./channel-health");
const notification_state_1 = require("./notification-state");
const newest_told_1 = require("./newest-told");
/** Milliseconds after which a set keeps the others waiting no longer: somebody holds one of its rows. */
const PATIENCE_MS = 2_000;
/**
 * Writes down in one transaction what was accepted while the one before was written: a busy host costs few transactions, and whoever
 * comes alone waits for nobody. A delivery keeps its place among those under way until it is written down, so that no more of them are
 * in doubt when the process dies.
 */
let AcceptedDeliveries = AcceptedDeliveries_1 = class AcceptedDeliveries {
    constructor(database, flags, health) {
        this.database = database;
        this.flags = flags;
        this.health = health;
        this.logger = new common_1.Logger(AcceptedDeliveries_1.name);
        this.turns = new turns_1.Turns(1, PATIENCE_MS);
        this.waiting = [];
    }
    /** How many wait for the next set. */
    get waitingNow() {
        return this.waiting.length;
    }
    /**
     * Resolves when it is committed.
     * @param writeAlone writes it down by itself: when there is no other, or their set could not be written
     * @throws what `writeAlone` throws
     */
    record(accepted, writeAlone) {
        return new Promise((resolve, reject) => {
            this.waiting.push({ accepted, written: resolve, alone: () => writeAlone().then(resolve, reject) });
            void this.turns.run(() => this.writeWaiting());
        });
    }
    async writeWaiting() {
        const set = this.waiting;
        this.waiting = [];
        if (set.length > 1 && (await this.together(set.map(({ accepted }) => accepted))))
            for (const one of set)
                one.written();
        else
            await Promise.all(set.map((one) => one.alone()));
    }
    /** @returns false when one of them stands in the way: each is written down alone then, which shows which one it is */
    async together(set) {
        try {
            await this.database.transaction((sql) => this.write(sql, set));
            return true;
        }
        catch (error) {
            this.logger.debug({ msg: 'deliveries are written down one by one', deliveries: set.length, err: error });
            return false;
        }
    }
    /** As `DeliveryRecord` does for one of them. */
    async write(sql, set) {
        const ids = set.map(({ delivery }) => delivery.id);
        await this.finish(sql, set);
        await this.log(sql, set);
        await this.health.recover(sql, [...new Set(set.map(({ delivery }) => delivery.channel_id))]);
        await (0, notification_state_1.refreshStatesOf)(sql, [...new Set(set.map(({ delivery }) => delivery.notification_id))]);
        await this.flags.advanceAllNotified(sql, (0, newest_told_1.newestTold)(sql.dialect, `d.id IN (${(0, rows_1.placeholders)(ids.length)})`), ids);
    }
    /** @throws when one of the claims is over */
    async finish(sql, set) {
        const ended = await sql.execute(`UPDATE delivery SET state = 'sent', next_at = NULL, collect_at = NULL, claim_id = NULL, last_error = NULL,
         updated_at = ${sql.dialect.now}
       WHERE ${set.map(() => '(id = ? AND claim_id = ?)').join(' OR ')}`, set.flatMap(({ delivery }) => [delivery.id, delivery.claim_id]));
        if (ended < set.length)
            throw new Error('a claim was lost before the outcome was recorded');
    }
    /** @throws when one of them has an attempt of the same number, one that did not count */
    async log(sql, set) {
        const rows = set.map(({ delivery, outcome, ms }) => ({
            key: [delivery.id, delivery.attempts],
            values: (0, attempt_values_1.attemptValues)(sql.dialect, outcome, ms),
        }));
        const columns = Object.entries(rows[0].values);
        const row = `(?, ?, ${columns.map(([, [text]]) => text).join(', ')})`;
        await sql.execute(`INSERT INTO delivery_attempt (delivery_id, no, ${columns.map(([name]) => name).join(', ')})
       VALUES ${rows.map(() => row).join(', ')}`, rows.flatMap(({ key, values }) => [...key, ...Object.values(values).map(([, value]) => value)]));
    }
};
exports.AcceptedDeliveries = AcceptedDeliveries;
exports.AcceptedDeliveries = AcceptedDeliveries = AcceptedDeliveries_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        favorite_flags_1.FavoriteFlags,
        channel_health_1.ChannelHealth])
], AcceptedDeliveries);
//# sourceMappingURL=accepted-deliveries.js.map