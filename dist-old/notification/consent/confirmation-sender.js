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
var ConfirmationSender_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.ConfirmationSender = void 0;
const common_1 = require("@nestjs/common");
const secret_box_1 = require("../../common/secret-box");
const text_1 = require("../../common/text");
const database_1 = require("../../database/database");
const leased_rows_1 = require("../../database/leased-rows");
const channel_store_1 = require("../channel-store");
const email_channel_1 = require("../channels/email.channel");
const due_work_1 = require("../due-work");
const retry_schedule_1 = require("../retry-schedule");
const confirmation_letter_1 = require("./confirmation-letter");
const confirmation_mails_1 = require("./confirmation-mails");
const consent_links_1 = require("./consent-links");
const consent_tokens_1 = require("./consent-tokens");
const AT_ONCE = 5;
/** Sends the confirmation mails that are due. A death at any moment costs at most the lease; an outage of the relay, nothing. */
let ConfirmationSender = ConfirmationSender_1 = class ConfirmationSender {
    constructor(database, mails, store, email, links, tokens) {
        this.database = database;
        this.mails = mails;
        this.store = store;
        this.email = email;
        this.links = links;
        this.tokens = tokens;
        this.logger = new common_1.Logger(ConfirmationSender_1.name);
        this.work = new due_work_1.DueWork(() => this.mails.claim(AT_ONCE), (mail) => this.handle(mail), (mail, err) => this.logger.error({ msg: 'confirmation mail failed', channel: mail.channel_id, err }));
    }
    /** Sends until nothing is due any more. */
    sendDue() {
        return this.work.run();
    }
    onModuleDestroy() {
        return this.work.stop();
    }
    async handle(mail) {
        if (mail.expired || mail.type === null || mail.state !== 'unconfirmed')
            return this.drop(mail);
        const outcome = await this.send(mail, mail.type);
        if (outcome === null)
            return this.drop(mail);
        const nextIn = outcome.kind === 'retry' ? (0, retry_schedule_1.nextAttemptIn)('email', mail.attempts, outcome, mail.age) : null;
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => {
            const held = await this.mails.finish(sql, mail, nextIn, outcome.transport !== true);
            if (!held || nextIn !== null || outcome.kind === 'ok')
                return;
            const reason = `the confirmation mail was not accepted: ${outcome.reason ?? outcome.kind}`;
            await sql.execute(`UPDATE channel SET state_reason = ? WHERE id = ? AND state = 'unconfirmed'`, [
                (0, text_1.firstCharacters)(reason, 500),
                mail.channel_id,
            ]);
        });
    }
    /** null: the channel has another address by now. */
    async send(mail, type) {
        try {
            const address = this.store.recipientOf({ id: mail.channel_id, type, settings: mail.settings });
            if (address === null || this.tokens.addressKey(address) !== mail.address_key)
                return null;
            const url = this.links.confirm(mail.channel_id, address, Number(mail.expires));
            return await this.email.sendTo(address, { id: `c-${mail.id}`, ...(0, confirmation_letter_1.confirmationLetter)(url, this.links.origin) });
        }
        catch (error) {
            // The operator's mistake: it goes out when the key is right again.
            if (error instanceof secret_box_1.SecretError)
                return { kind: 'retry', transport: true, reason: error.message };
            throw error;
        }
    }
    async drop(mail) {
        await this.mails.finish(this.database, mail, null, false);
    }
};
exports.ConfirmationSender = ConfirmationSender;
exports.ConfirmationSender = ConfirmationSender = ConfirmationSender_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        confirmation_mails_1.ConfirmationMails,
        channel_store_1.ChannelStore,
        email_channel_1.EmailChannel,
        consent_links_1.ConsentLinks,
        consent_tokens_1.ConsentTokens])
], ConfirmationSender);
//# sourceMappingURL=confirmation-sender.js.map