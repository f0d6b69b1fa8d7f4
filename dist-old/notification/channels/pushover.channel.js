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
exports.PushoverChannel = exports.PushoverSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const reference_1 = require("./reference");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
const SERVER = 'https://api.pushover.net/';
/** Characters of up to four bytes, as Pushover says: code points. */
const MAX_MESSAGE = 1_024;
const MAX_TITLE = 250;
const MAX_URL = 512;
/** Seconds. Pushover wants nobody to come back sooner after a 5xx. */
const FAULT_PAUSE = 5;
/** Seconds. */
const DAY = 86_400;
const KEY = /^[A-Za-z0-9]{30}$/;
class PushoverSettings {
}
exports.PushoverSettings = PushoverSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Application token',
        description: 'The API token of an application that you made at Pushover.',
        format: 'text',
        maxLength: 30,
        pattern: KEY,
        secret: true,
        examples: ['azGDORePK8gMaC0QOYAMyEEuzJnyUi'],
    }),
    __metadata("design:type", String)
], PushoverSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'User key',
        description: 'Your user key, or the key of a group.',
        format: 'text',
        maxLength: 30,
        pattern: KEY,
        secret: true,
        examples: ['uQiRzpo4DXghDmr9QzzfQu27cmVRsG'],
    }),
    __metadata("design:type", String)
], PushoverSettings.prototype, "user_key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Device',
        description: 'The name of one device, if not all of them shall ring.',
        format: 'text',
        maxLength: 25,
        pattern: /^[A-Za-z0-9_-]{1,25}$/,
        optional: true,
        examples: ['pixel-9'],
    }),
    __metadata("design:type", String)
], PushoverSettings.prototype, "device", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'Only for something that stands in for Pushover.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: ['https://api.pushover.net/'],
    }),
    __metadata("design:type", String)
], PushoverSettings.prototype, "server", void 0);
/** A push message: https://pushover.net/api. Token and key go in the body, never in the URL. */
let PushoverChannel = class PushoverChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'pushover';
        this.title = 'Pushover';
        this.settingsClass = PushoverSettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const { token, user_key, device, server = SERVER } = settings;
        const body = {
            token,
            user: user_key,
            ...(device ? { device } : {}),
            ...(0, fit_1.fitLetter)((0, reference_1.withReference)((0, letter_1.letterOf)(message), id), contentOf, fits),
            timestamp: Math.floor(Date.parse(message.timestamp) / 1000),
        };
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)((0, url_setting_1.under)(server, '1', 'messages.json'), body), judge);
    }
};
exports.PushoverChannel = PushoverChannel;
exports.PushoverChannel = PushoverChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], PushoverChannel);
/** Without `html` Pushover shows the message as it is. */
function contentOf(letter) {
    const link = letter.links.find(([, url]) => (0, fit_1.characters)(url) <= MAX_URL);
    return {
        title: (0, fit_1.cutText)(letter.subject, MAX_TITLE, fit_1.characters),
        message: (0, lines_1.plainText)(letter, { headline: false, links: false }) || letter.headline,
        ...(link ? { url_title: link[0], url: link[1] } : {}),
    };
}
function fits({ message }) {
    return (0, fit_1.characters)(message) <= MAX_MESSAGE;
}
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    const said = (0, http_exchange_1.jsonOf)(answer);
    if (outcome.kind === 'ok' && said.status !== undefined && said.status !== 1)
        return { kind: 'dead', reason: 'Pushover refuses this message', code: answer.status };
    if (answer.status === 429)
        return { ...outcome, ...quotaUsedUp(answer) };
    if (answer.status >= 500)
        return { ...outcome, after: Math.max(outcome.after ?? 0, FAULT_PAUSE) };
    if (said.token === 'invalid')
        return { ...outcome, reason: 'Pushover does not know the application token', refusal: true };
    if (said.user === 'invalid')
        return { ...outcome, reason: 'Pushover does not know the user key or device', refusal: true };
    return outcome;
}
/** The application's messages of the month are used up; a header says when the next month begins (Unix time). */
function quotaUsedUp(answer) {
    const reset = Number(answer.headers['x-limit-app-reset']);
    const seconds = Math.ceil(reset - Date.now() / 1000);
    const reason = 'The messages of this application are used up for the month';
    return seconds > 0 ? { reason, after: Math.min(seconds, DAY) } : { reason };
}
//# sourceMappingURL=pushover.channel.js.map