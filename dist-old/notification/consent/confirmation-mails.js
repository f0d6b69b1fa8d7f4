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
exports.ConfirmationMails = exports.LINK_SECONDS = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../../common/ids");
const problem_1 = require("../../common/problem/problem");
const database_1 = require("../../database/database");
const errors_1 = require("../../database/errors");
const leased_rows_1 = require("../../database/leased-rows");
const rows_1 = require("../../database/rows");
const consent_tokens_1 = require("./consent-tokens");
const DAY = 86_400;
/** Seconds for which a link works, and for which its mail is tried. */
exports.LINK_SECONDS = 7 * DAY;
/** Mails in a day: nobody may use the service to flood a stranger, however many users and channels take part. */
const A_DAY_FOR_CHANNEL = 3;
const A_DAY_FOR_ADDRESS = 5;
const TABLE = 'confirmation_mail';
/** The queue of confirmation mails: due time and lease are one column, and the database's clock decides, as for deliveries. */
let ConfirmationMails = class ConfirmationMails {
    constructor(database, tokens) {
        this.database = database;
        this.tokens = tokens;
    }
    /**
     * Queues a mail, in place of one to this channel that has not gone out yet. The transaction holds the row of the channel.
     * @throws Problem 429 when the channel or the address had its mails of the day
     */
    async request(sql, channelId, address) {
        await this.demandTurnOfChannel(sql, channelId);
        await this.withdraw(sql, channelId);
        const key = this.tokens.addressKey(address);
        await sql.execute(`DELETE FROM confirmation_mail WHERE address_key = ? AND next_at IS NULL AND created_at <= ${sql.dialect.nowPlus}`, [key, -DAY]);
        for (let slot = 1; slot <= A_DAY_FOR_ADDRESS; slot++)
            if (await this.insert(sql, channelId, key, slot))
                return;
        throw tooMany(await this.secondsUntilFree(sql, 'address_key', key));
    }
    /** Nothing that is still queued for this channel is sent. */
    async withdraw(sql, channelId) {
        await sql.execute('UPDATE confirmation_mail SET next_at = NULL, claim_id = NULL WHERE channel_id = ? AND next_at IS NOT NULL', [channelId]);
    }
    /** At most `limit` due mails, held by nobody else until the lease ends. */
    async claim(limit) {
        const lease = await (0, leased_rows_1.leaseDueRows)(this.database, TABLE, limit);
        return lease ? this.load(lease) : [];
    }
    /** @see releaseRow */
    finish(sql, mail, nextIn, counts) {
        return (0, leased_rows_1.releaseRow)(sql, TABLE, mail, nextIn, counts);
    }
    load({ ids, claim }) {
        const { now, secondsBetween, unixSeconds } = this.database.dialect;
        return this.database.query(`SELECT m.id, m.claim_id, m.attempts, (m.expires_at <= ${now}) AS expired,
         ${unixSeconds('m.expires_at')} AS expires,
         ${secondsBetween('m.created_at', now)} AS age, m.address_key, m.channel_id,
         c.type, c.settings, c.state
       FROM confirmation_mail m LEFT JOIN channel c ON c.id = m.channel_id
       WHERE m.id IN (${(0, rows_1.placeholders)(ids.length)}) AND m.claim_id = ?`, [...ids, claim]);
    }
    async demandTurnOfChannel(sql, channelId) {
        const rows = await sql.query(`SELECT id FROM confirmation_mail WHERE channel_id = ? AND created_at > ${sql.dialect.nowPlus}`, [channelId, -DAY]);
        if (rows.length >= A_DAY_FOR_CHANNEL)
            throw tooMany(await this.secondsUntilFree(sql, 'channel_id', channelId));
    }
    /** @returns false when the slot is taken: a unique key says so, whoever else is at it in this moment */
    async insert(sql, channelId, key, slot) {
        const { now, nowPlus } = sql.dialect;
        try {
            await sql.execute(`INSERT INTO confirmation_mail (id, channel_id, address_key, slot, next_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ${now}, ${nowPlus}, ${now})`, [(0, ids_1.newId)(), channelId, key, slot, exports.LINK_SECONDS]);
            return true;
        }
        catch (error) {
            if ((0, errors_1.isDuplicateKey)(error))
                return false;
            throw error;
        }
    }
    async secondsUntilFree(sql, column, value) {
        const { now, nowPlus, secondsBetween } = sql.dialect;
        const [row] = await sql.query(`SELECT ${secondsBetween('MIN(created_at)', now)} AS age FROM confirmation_mail
       WHERE ${column} = ? AND created_at > ${nowPlus}`, [value, -DAY]);
        return Math.max(1, DAY - Number(row?.age ?? 0));
    }
};
exports.ConfirmationMails = ConfirmationMails;
exports.ConfirmationMails = ConfirmationMails = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        consent_tokens_1.ConsentTokens])
], ConfirmationMails);
function tooMany(wait) {
    const detail = `At most ${A_DAY_FOR_CHANNEL} confirmation mails a day for a channel, and ${A_DAY_FOR_ADDRESS} for an address.`;
    return new problem_1.Problem('too-many-requests', detail, [], { 'Retry-After': String(wait) });
}
//# sourceMappingURL=confirmation-mails.js.map