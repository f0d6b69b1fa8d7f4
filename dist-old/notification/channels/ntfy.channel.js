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
exports.NtfyChannel = exports.NtfySettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const url_setting_1 = require("../../common/settings/url-setting");
const fit_1 = require("./fit");
const http_authorization_1 = require("./http-authorization");
const http_exchange_1 = require("./http-exchange");
const inert_text_1 = require("./inert-text");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
const SERVER = 'https://ntfy.sh/';
/** Bytes. ntfy makes a file of a message over 4,096; some below are left, since servers were seen to fail at the very limit. */
const MAX_MESSAGE = 4_000;
/** Bytes. */
const MAX_TITLE = 1_024;
/** Bytes: twice the limit of a message (`transformBodyJSON` of the server). */
const MAX_BODY = 8_192;
/** Buttons of a message. */
const MAX_ACTIONS = 3;
/** ntfy's own error code: the messages of the day are used up. */
const QUOTA_USED_UP = 42908;
/** Seconds. The day of a quota ends at midnight UTC: from then on one of the hourly tries passes. */
const QUOTA_PAUSE = 3_600;
/** 4 rings longer, 3 is the default. */
const PRIORITY = { major: 4, minor: 3, patch: 3, other: 3 };
class NtfySettings {
}
exports.NtfySettings = NtfySettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Topic',
        description: 'The topic that you subscribed to. Whoever knows it can read along, unless the server protects it.',
        format: 'text',
        maxLength: 64,
        pattern: /^[-_A-Za-z0-9]{1,64}$/,
        secret: true,
        examples: ['updates-7f3a9c'],
    }),
    __metadata("design:type", String)
], NtfySettings.prototype, "topic", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The address of the ntfy server, if you have one of your own.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: ['https://ntfy.sh/'],
    }),
    __metadata("design:type", String)
], NtfySettings.prototype, "server", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Access token',
        description: 'Only for a server or a topic that asks for one. It is used in place of user name and password.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.TOKEN_PATTERN,
        secret: true,
        optional: true,
        examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
    }),
    __metadata("design:type", String)
], NtfySettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'User name',
        description: 'Only for a server that asks for a user name and a password.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.USERNAME_PATTERN,
        optional: true,
        examples: ['phil'],
    }),
    __metadata("design:type", String)
], NtfySettings.prototype, "username", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Password',
        description: 'Goes with the user name.',
        format: 'text',
        maxLength: 200,
        secret: true,
        optional: true,
        examples: ['a long password'],
    }),
    __metadata("design:type", String)
], NtfySettings.prototype, "password", void 0);
/**
 * A push message, published as JSON: https://docs.ntfy.sh/publish/#publish-as-json. A message with the same `sequence_id` takes
 * the place of the one before it (https://docs.ntfy.sh/publish/#updating-deleting-notifications), so a repeated attempt is not
 * seen twice.
 */
let NtfyChannel = class NtfyChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'ntfy';
        this.title = 'ntfy';
        this.settingsClass = NtfySettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const render = (letter) => bodyOf(id, settings.topic, letter);
        const body = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), render, fits);
        const request = (0, http_exchange_1.jsonPost)(settings.server ?? SERVER, body, (0, http_authorization_1.authorizationOf)(settings));
        return (0, http_exchange_1.exchange)(this.http, request, (answer) => judge(answer, settings));
    }
};
exports.NtfyChannel = NtfyChannel;
exports.NtfyChannel = NtfyChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], NtfyChannel);
function bodyOf(id, topic, letter) {
    const [first] = letter.links;
    return {
        topic,
        title: titleOf(letter),
        message: (0, lines_1.plainText)(letter, { headline: false, links: false }) || letter.headline,
        tags: ['package'],
        priority: letter.step ? PRIORITY[letter.step] : 3,
        ...(first ? { click: first[1] } : {}),
        actions: letter.links.slice(0, MAX_ACTIONS).map(([label, url]) => ({ action: 'view', label, url })),
        sequence_id: id,
    };
}
/** The server decodes `=?utf-8?…?=` (RFC 2047) in a title, even in one that came as JSON: a word joiner keeps it as it is. */
function titleOf({ subject }) {
    return subject.replaceAll('=?', `=${inert_text_1.WORD_JOINER}?`);
}
function fits(body) {
    return ((0, fit_1.utf8Bytes)(body.message) <= MAX_MESSAGE &&
        (0, fit_1.utf8Bytes)(body.title) <= MAX_TITLE &&
        (0, fit_1.utf8Bytes)(JSON.stringify(body)) <= MAX_BODY);
}
function judge(answer, settings) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (answer.status !== 429)
        return outcome;
    // Without an account the limits are those of our address: of every channel that goes to this server.
    const wholeHost = !settings.token && !settings.username;
    if ((0, http_exchange_1.jsonOf)(answer).code !== QUOTA_USED_UP)
        return { ...outcome, wholeHost };
    const reason = 'The server takes no more messages today (ntfy error 42908)';
    return { ...outcome, reason, after: Math.max(outcome.after ?? 0, QUOTA_PAUSE), wholeHost };
}
//# sourceMappingURL=ntfy.channel.js.map