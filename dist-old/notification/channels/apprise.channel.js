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
exports.AppriseChannel = exports.AppriseSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const config_1 = require("../../config/config");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const inert_text_1 = require("./inert-text");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const reference_1 = require("./reference");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
/** UTF-16 units. Apprise hands texts on as they are, and Discord, the strictest of the larger services, takes 2,000 with the title. */
const MAX_BODY = 1_700;
const UNREACHABLE = ['connect', 'dns', 'tls'];
class AppriseSettings {
}
exports.AppriseSettings = AppriseSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Key',
        description: 'The key under which the operator stored your services. Whoever knows it can send to them.',
        format: 'text',
        maxLength: 128,
        pattern: /^[A-Za-z0-9_-]{1,128}$/,
        secret: true,
        examples: ['team-updates'],
    }),
    __metadata("design:type", String)
], AppriseSettings.prototype, "key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Tag',
        description: 'Only the services with this tag. Give one tag that one service has.',
        format: 'text',
        maxLength: 64,
        pattern: /^[A-Za-z0-9_-]{1,64}$/,
        optional: true,
        examples: ['phone'],
    }),
    __metadata("design:type", String)
], AppriseSettings.prototype, "tag", void 0);
/**
 * What is stored under a key of the operator's Apprise API server: https://github.com/caronc/apprise-api. By default it has no
 * authentication and sends to any URL, so a user gives a key and never an address.
 */
let AppriseChannel = class AppriseChannel extends channel_1.Channel {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'apprise';
        this.title = 'Apprise';
        this.settingsClass = AppriseSettings;
        this.retryProfile = 'http';
    }
    unavailableBecause() {
        return this.config.appriseUrl ? null : 'cannot be used here: the operator has not configured APPRISE_URL';
    }
    async send({ id, settings, message }) {
        const base = this.config.appriseUrl;
        if (!base)
            return { kind: 'retry', reason: 'APPRISE_URL is not configured', transport: true };
        const fits = ({ body }) => (0, fit_1.utf16Units)(body) <= MAX_BODY;
        const content = (0, fit_1.fitLetter)((0, inert_text_1.mapTexts)((0, reference_1.withReference)((0, letter_1.letterOf)(message), id), inert_text_1.inertText), contentOf, fits);
        const body = { ...content, type: 'info', format: 'text', ...(settings.tag ? { tag: settings.tag } : {}) };
        const request = (0, http_exchange_1.jsonPost)((0, url_setting_1.under)(base, 'notify', settings.key), body, { accept: 'application/json' });
        return blameOperator(await (0, http_exchange_1.exchange)(this.http, { ...request, trusted: true }, judge));
    }
};
exports.AppriseChannel = AppriseChannel;
exports.AppriseChannel = AppriseChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], AppriseChannel);
function contentOf(letter) {
    return { title: letter.subject, body: (0, lines_1.plainText)(letter, { headline: false }) || letter.headline };
}
/** By `apprise_api/api/views.py` of the server. */
function judge(answer) {
    const { status: code } = answer;
    if (code === 204)
        return { kind: 'dead', reason: 'Nothing is stored under this key on the Apprise server', code, refusal: true };
    if (code === 405 || code === 406)
        return { kind: 'dead', reason: 'The Apprise server calls itself and gave up', code };
    if (code === 424)
        return {
            kind: 'retry',
            reason: 'Apprise could not send to the service, or to one of several',
            code,
            unknown: true,
        };
    if (code === 401 || code === 403)
        return { kind: 'retry', reason: `The Apprise server does not let us in (${code})`, code, transport: true };
    return (0, outcome_1.outcomeOfHttp)(answer);
}
/** A server that is away is the operator's trouble. One that is slow may be waiting for the user's service. */
function blameOperator(outcome) {
    if (!UNREACHABLE.includes(outcome.code))
        return outcome;
    return { ...outcome, reason: 'The Apprise server cannot be reached', transport: true };
}
//# sourceMappingURL=apprise.channel.js.map