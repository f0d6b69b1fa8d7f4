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
exports.GoogleChatChannel = exports.GoogleChatSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const lines_html_1 = require("./lines-html");
const markdown_1 = require("./markdown");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
/** Bytes of the whole message: https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
const MAX_BODY = 30_000;
/** What might become a link or a mention although it is no markup. */
const TRIGGERS = /@|<(?=users\/)|:\/(?=\/)/gi;
class GoogleChatSettings {
}
exports.GoogleChatSettings = GoogleChatSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Webhook URL',
        description: 'The webhook of a Google Chat space. Whoever has it can post into the space.',
        format: 'url',
        maxLength: 2048,
        secret: true,
        examples: ['https://chat.googleapis.com/v1/spaces/AAAAAAAAAAA/messages?key=XXXXXXXX&token=XXXXXXXX'],
    }),
    __metadata("design:type", String)
], GoogleChatSettings.prototype, "url", void 0);
/**
 * A card in a Google Chat space by webhook: https://developers.google.com/workspace/chat/quickstart/webhooks
 *
 * A card's text is a small part of HTML, which can be escaped; the markup of plain messages (`*bold*`, `<users/all>`) cannot:
 * https://developers.google.com/workspace/chat/format-messages#format-card-message
 */
let GoogleChatChannel = class GoogleChatChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'google-chat';
        this.title = 'Google Chat';
        this.settingsClass = GoogleChatSettings;
        this.retryProfile = 'http';
        /** 60 messages a minute in one space, of all apps together: https://developers.google.com/workspace/chat/limits */
        this.interval = 1;
    }
    prepare({ url }) {
        return { settings: { url: (0, url_setting_1.checkedUrl)(this.http, 'url', url) } };
    }
    async send({ id, settings, message }) {
        const body = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), bodyOf, fits);
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(identified(settings.url, id), body), judge);
    }
};
exports.GoogleChatChannel = GoogleChatChannel;
exports.GoogleChatChannel = GoogleChatChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], GoogleChatChannel);
/** "Specifying an existing request ID returns the message created with that ID instead of creating a new message." */
function identified(text, id) {
    const url = new URL(text);
    url.searchParams.set('requestId', id);
    return url.href;
}
function bodyOf(letter) {
    // In HTML an apostrophe need not be escaped, and in a name it is often there.
    const text = (0, lines_html_1.linesHtml)((0, markdown_1.withoutTriggers)((0, lines_1.linesOf)(letter), TRIGGERS)).source.replace(/&#39;/g, "'");
    return {
        cardsV2: [{ cardId: 'updates', card: { sections: [{ widgets: [{ textParagraph: { text } }] }] } }],
        // Plain text, for notifications and for clients without cards.
        fallbackText: (0, markdown_1.interrupt)(letter.subject, TRIGGERS),
    };
}
function fits(body) {
    return (0, fit_1.utf8Bytes)(JSON.stringify(body)) <= MAX_BODY;
}
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (answer.status === 404)
        return { ...outcome, refusal: true, reason: 'Answered 404: there is no such space or webhook any more' };
    return outcome;
}
//# sourceMappingURL=google-chat.channel.js.map