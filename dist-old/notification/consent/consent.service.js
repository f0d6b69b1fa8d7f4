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
exports.ConsentService = void 0;
const common_1 = require("@nestjs/common");
const config_1 = require("../../config/config");
const database_1 = require("../../database/database");
const actor_1 = require("../../user/actor");
const audit_log_1 = require("../../user/audit/audit-log");
const favorite_flags_1 = require("../../favorite/favorite-flags");
const channel_store_1 = require("../channel-store");
const confirmation_mails_1 = require("./confirmation-mails");
const consent_tokens_1 = require("./consent-tokens");
const UNSUBSCRIBED = 'unsubscribed by a link in a mail';
const UNCONFIRMED = 'the link in the mail to this address was not opened and confirmed yet';
/**
 * Whether the owner of an address wants what is sent there: double opt-in, and an end without a login (RFC 8058). A channel without
 * consent is `unconfirmed`, or `disabled` without `confirmed_at`.
 */
let ConsentService = class ConsentService {
    constructor(database, config, store, mails, tokens, flags) {
        this.database = database;
        this.config = config;
        this.store = store;
        this.mails = mails;
        this.tokens = tokens;
        this.flags = flags;
    }
    /**
     * In the transaction that writes the channel: asks the owner of a new address, or of one that had unsubscribed.
     * @throws Problem 429 when that address was asked too often
     */
    async settle(sql, change) {
        const { id, before, after, state, confirmed, enabling } = change;
        const moved = before !== after;
        if (after === null || (confirmed && !moved))
            return;
        if (!moved && !enabling)
            return;
        if (this.config.trustEmailAddresses)
            return this.trust(sql, id);
        if (moved || state !== 'unconfirmed')
            await this.ask(sql, id, after);
    }
    /** Asks again. */
    async ask(sql, id, address) {
        // What is known of the health of a channel is about the address before.
        await sql.execute(`UPDATE channel SET state = 'unconfirmed', state_reason = ?, confirmed_at = NULL, consecutive_failures = 0,
         refusals = 0, first_failure_at = NULL, blocked_until = NULL WHERE id = ?`, [UNCONFIRMED, id]);
        await this.mails.request(sql, id, address);
    }
    /** Whether the link works: it is ours, has not expired, and is about the address that the channel has now. */
    async mayConfirm(token) {
        const claim = this.tokens.read('confirm', token);
        return claim !== null && this.fits(claim, await this.find(this.database, claim));
    }
    /** @returns false when the link does not work; true each time when it does */
    async confirm(token, requestId) {
        const claim = this.tokens.read('confirm', token);
        if (!claim)
            return false;
        return this.database.transaction(async (sql) => {
            const row = await this.find(sql, claim, sql.dialect.forUpdate);
            if (!this.fits(claim, row))
                return false;
            if (row.state !== 'unconfirmed')
                return true;
            await this.release(sql, row);
            await (0, audit_log_1.audit)(sql, (0, actor_1.byLink)(row.user_id, requestId), 'channel.confirmed', row.id);
            return true;
        });
    }
    /** Switches the channel off, if the link is ours and about the address that the channel has now. Nobody is told which it was. */
    async unsubscribe(token, requestId) {
        const claim = this.tokens.read('unsubscribe', token);
        if (!claim)
            return;
        await this.database.transaction(async (sql) => {
            const row = await this.find(sql, claim, sql.dialect.forUpdate);
            if (!row || !this.isFor(claim, row))
                return;
            if (row.state === 'disabled' && row.confirmed_at === null)
                return;
            await this.store.disable(sql, row.id, UNSUBSCRIBED);
            await sql.execute('UPDATE channel SET confirmed_at = NULL WHERE id = ?', [row.id]);
            await this.mails.withdraw(sql, row.id);
            await (0, audit_log_1.audit)(sql, (0, actor_1.byLink)(row.user_id, requestId), 'channel.unsubscribed', row.id);
        });
    }
    async trust(sql, id) {
        await sql.execute(`UPDATE channel SET confirmed_at = ${sql.dialect.now},
         state_reason = CASE WHEN state = 'unconfirmed' THEN NULL ELSE state_reason END,
         state = CASE WHEN state = 'unconfirmed' THEN 'ok' ELSE state END WHERE id = ?`, [id]);
        await this.mails.withdraw(sql, id);
    }
    /** What waited for the consent goes out, and what was found meanwhile is announced by the next check. */
    async release(sql, row) {
        const { now } = sql.dialect;
        await sql.execute(`UPDATE channel SET state = 'ok', state_reason = NULL, confirmed_at = ${now} WHERE id = ?`, [
            row.id,
        ]);
        await this.mails.withdraw(sql, row.id);
        await sql.execute(`UPDATE delivery SET next_at = ${now}
       WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL AND next_at IS NOT NULL`, [row.id]);
        await this.flags.announceOutstanding(sql, row.user_id);
    }
    async find(sql, claim, ending = '') {
        const { now, unixSeconds } = sql.dialect;
        const [row] = await sql.query(`SELECT c.id, c.user_id, c.type, c.settings, c.state, c.confirmed_at,
         (${unixSeconds(now)} >= ?) AS expired
       FROM channel c WHERE c.id = ? ${ending}`, [claim.expires, claim.channelId]);
        return row;
    }
    /** A channel that was unsubscribed is not confirmed by an old link: its owner has to switch it on again first. */
    fits(claim, row) {
        if (!row || row.expired || !this.isFor(claim, row))
            return false;
        return row.state === 'unconfirmed' || row.confirmed_at !== null;
    }
    isFor(claim, row) {
        const address = this.store.recipientOf(row);
        return address !== null && this.tokens.isFor(claim, address);
    }
};
exports.ConsentService = ConsentService;
exports.ConsentService = ConsentService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        config_1.Config,
        channel_store_1.ChannelStore,
        confirmation_mails_1.ConfirmationMails,
        consent_tokens_1.ConsentTokens,
        favorite_flags_1.FavoriteFlags])
], ConsentService);
//# sourceMappingURL=consent.service.js.map