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
var NoticeSender_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.NoticeSender = void 0;
const common_1 = require("@nestjs/common");
const links_1 = require("../../common/api/links");
const moment_1 = require("../../common/moment");
const secret_box_1 = require("../../common/secret-box");
const config_1 = require("../../config/config");
const channel_store_1 = require("../channel-store");
const consent_links_1 = require("../consent/consent-links");
const due_work_1 = require("../due-work");
const retry_schedule_1 = require("../retry-schedule");
const channel_notices_1 = require("./channel-notices");
const AT_ONCE = 8;
/** Seconds until a notice through a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 60;
/**
 * Sends the notices that are due. What comes of them says nothing about the channel that they go through, and makes no other
 * notice: nothing can go round in circles.
 */
let NoticeSender = NoticeSender_1 = class NoticeSender {
    constructor(notices, store, consent, config) {
        this.notices = notices;
        this.store = store;
        this.consent = consent;
        this.logger = new common_1.Logger(NoticeSender_1.name);
        this.work = new due_work_1.DueWork(() => this.notices.claim(AT_ONCE), (notice) => this.handle(notice), ({ id }, err) => this.logger.error({ msg: 'notice about a channel failed', notice: id, err }));
        this.links = links_1.Links.withoutRequest(config);
    }
    /** Sends until nothing is due any more. */
    sendDue() {
        return this.work.run();
    }
    onModuleDestroy() {
        return this.work.stop();
    }
    async handle(notice) {
        const channel = this.store.type(notice.type);
        if (!channel)
            return this.notices.postpone(notice, UNKNOWN_TYPE_PAUSE, false);
        if (notice.expired)
            return this.giveUp(notice, 'expired');
        // Somebody dealt with the one channel or with the other: that is no failure.
        if (!notice.usable || !notice.about_disabled)
            return this.notices.end(notice);
        const restsFor = Number(notice.rests_for ?? 0);
        if (restsFor > 0)
            return this.notices.postpone(notice, restsFor, false);
        await this.settle(notice, channel, await this.send(channel, notice));
    }
    async settle(notice, channel, outcome) {
        if (outcome.kind === 'ok')
            return this.notices.end(notice);
        const nextIn = outcome.kind === 'retry' ? (0, retry_schedule_1.nextAttemptIn)(channel.retryProfile, notice.attempts, outcome, notice.age) : null;
        if (nextIn === null)
            return this.giveUp(notice, outcome.code);
        await this.notices.postpone(notice, nextIn, outcome.transport !== true);
    }
    async send(channel, notice) {
        try {
            const opened = this.store.openBoth(channel, notice.channel_id, notice.settings);
            const message = this.messageOf(notice, channel.recipient?.(opened.settings));
            return await channel.send({ id: notice.id, attempt: notice.attempts, ...opened, message });
        }
        catch (error) {
            // The operator's mistake, which costs no attempt: it goes out when the key is right again.
            if (error instanceof secret_box_1.SecretError)
                return { kind: 'retry', transport: true, reason: error.message };
            throw error;
        }
    }
    /** @param recipient the address of the person who gets it and may end it */
    messageOf(notice, recipient) {
        const { about_channel_id: id, about_type: type, about_name: name, reason } = notice;
        const unsubscribe = recipient && this.consent.unsubscribe(notice.channel_id, recipient);
        return {
            kind: 'channel.disabled',
            timestamp: (0, moment_1.toApiMoment)(notice.created_at),
            updates: [],
            total: 0,
            channel: { id, type, name, reason },
            links: { self: this.links.channel(id), ...(unsubscribe ? { unsubscribe } : {}) },
        };
    }
    async giveUp(notice, code) {
        const { about_channel_id: about, channel_id: channel, type } = notice;
        this.logger.warn({ msg: 'notice about a channel not delivered', about, channel, type, code });
        await this.notices.end(notice);
    }
};
exports.NoticeSender = NoticeSender;
exports.NoticeSender = NoticeSender = NoticeSender_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [channel_notices_1.ChannelNotices,
        channel_store_1.ChannelStore,
        consent_links_1.ConsentLinks,
        config_1.Config])
], NoticeSender);
//# sourceMappingURL=notice-sender.js.map