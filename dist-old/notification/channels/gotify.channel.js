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
exports.GotifyChannel = exports.GotifySettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_authorization_1 = require("./http-authorization");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const reference_1 = require("./reference");
const setting_1 = require("../../common/settings/setting");
/** Bytes. Gotify documents no limit; longer texts are no use on a phone. */
const MAX_MESSAGE = 10_000;
/** 4 to 7 ring on Android, lower ones are silent there. */
const PRIORITY = { major: 7, minor: 5, patch: 4, other: 5 };
const NO_STEP_PRIORITY = 5;
class GotifySettings {
}
exports.GotifySettings = GotifySettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The address of your Gotify server.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://gotify.example.com/'],
    }),
    __metadata("design:type", String)
], GotifySettings.prototype, "server", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Application token',
        description: 'The token of an application in Gotify. A client token does not work.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.TOKEN_PATTERN,
        secret: true,
        examples: ['AGKJ7.bZ1yc5nXp'],
    }),
    __metadata("design:type", String)
], GotifySettings.prototype, "token", void 0);
/** A message of an application: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras */
let GotifyChannel = class GotifyChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'gotify';
        this.title = 'Gotify';
        this.settingsClass = GotifySettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const fits = (body) => (0, fit_1.utf8Bytes)(body.message) <= MAX_MESSAGE;
        const body = (0, fit_1.fitLetter)((0, reference_1.withReference)((0, letter_1.letterOf)(message), id), bodyOf, fits);
        // In a header, not as `?token=`: URLs end up in the logs of proxies.
        const request = (0, http_exchange_1.jsonPost)((0, url_setting_1.under)(settings.server, 'message'), body, { 'x-gotify-key': settings.token });
        return (0, http_exchange_1.exchange)(this.http, request);
    }
};
exports.GotifyChannel = GotifyChannel;
exports.GotifyChannel = GotifyChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], GotifyChannel);
function bodyOf(letter) {
    const [first] = letter.links;
    return {
        title: letter.subject,
        message: (0, lines_1.plainText)(letter, { headline: false }) || letter.headline,
        priority: letter.step ? PRIORITY[letter.step] : NO_STEP_PRIORITY,
        extras: {
            // Without Markdown nothing in a name is a mark.
            'client::display': { contentType: 'text/plain' },
            ...(first ? { 'client::notification': { click: { url: first[1] } } } : {}),
        },
    };
}
//# sourceMappingURL=gotify.channel.js.map