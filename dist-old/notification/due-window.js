"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.DueWindow = void 0;
const rows_1 = require("../database/rows");
/** Due deliveries that are looked for at once. */
const LOOK = 500;
/** Those that are remembered: of hosts that have as much under way as they may, too. */
const SEEN_AT_MOST = 4 * LOOK;
/** A look past what cannot be started reads all of that, and may find nothing: a tenth of the time may go into such looks, and no more. */
const SHARE = 10;
/** Milliseconds until there is another one at the latest. */
const PAUSE_AT_MOST = 250;
/**
 * What was due when somebody looked, the longest due first. A claim then holds a few by their ids, instead of going past all that is
 * due to a host with no place left, again and again. It is no claim: another replica may have them by now.
 */
class DueWindow {
    constructor() {
        this.seen = new Map();
        /** No look past anything before that, by `performance.now()`. */
        this.notBefore = 0;
    }
    /** At most `count` that can be started now. None: nothing of the kind is due. */
    async startable(sql, picker, without, count) {
        const found = this.choose(picker, without, count);
        if (found.length > 0)
            return found;
        const { channels, lanes } = picker.full();
        const isPast = channels.length + lanes.length > 0;
        const start = performance.now();
        if (isPast && start < this.notBefore)
            return [];
        await this.look(sql, channels, lanes, without);
        const news = this.choose(picker, without, count);
        const end = performance.now();
        if (news.length === 0 && isPast)
            this.notBefore = end + Math.min(PAUSE_AT_MOST, (end - start) * SHARE);
        return news;
    }
    /** They were claimed, by this process or another. */
    forget(ids) {
        for (const id of ids)
            this.seen.delete(id);
    }
    clear() {
        this.seen.clear();
    }
    choose(picker, without, count) {
        const full = picker.full();
        const [channels, lanes] = [new Set(full.channels), new Set(full.lanes)];
        const found = [];
        for (const { id, channel_id, lane } of this.seen.values()) {
            if (channels.has(channel_id) || lanes.has(lane) || without.has(id))
                continue;
            found.push(id);
            if (found.length === count)
                break;
        }
        return found;
    }
    async look(sql, channels, lanes, without) {
        const rows = await sql.query(`SELECT id, channel_id, lane, type, digest_id FROM delivery WHERE next_at <= ${sql.dialect.now}
         ${noneOf('channel_id', channels)} ${noneOf('lane', lanes)} ORDER BY next_at, id LIMIT ${LOOK}`, [...channels, ...lanes]);
        // Those of before stay: they are what cannot be started now.
        if (this.seen.size > SEEN_AT_MOST - LOOK)
            this.clear();
        for (const row of rows)
            if (!without.has(row.id))
                this.seen.set(row.id, row);
    }
}
exports.DueWindow = DueWindow;
const noneOf = (column, values) => values.length === 0 ? '' : `AND ${column} NOT IN (${(0, rows_1.placeholders)(values.length)})`;
//# sourceMappingURL=due-window.js.map