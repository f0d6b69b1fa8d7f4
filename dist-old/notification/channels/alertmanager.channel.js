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
exports.AlertmanagerChannel = exports.AlertmanagerSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_authorization_1 = require("./http-authorization");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const inert_text_1 = require("./inert-text");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const message_1 = require("./message");
const setting_1 = require("../../common/settings/setting");
/** Milliseconds. An alert without an end gets a few minutes (`resolve_timeout`), and we do not repeat it as Prometheus does. */
const LASTS = 24 * 3_600_000;
/** Bytes of the description. Alertmanager has no limit; what it hands alerts on to has. */
const MAX_DESCRIPTION = 4_000;
class AlertmanagerSettings {
}
exports.AlertmanagerSettings = AlertmanagerSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Instances',
        description: 'The address of each Alertmanager of the cluster, without /api. A load balancer before them is no substitute.',
        format: 'urls',
        maxLength: 2048,
        examples: [['https://alertmanager-1.example.com/', 'https://alertmanager-2.example.com/']],
    }),
    __metadata("design:type", Array)
], AlertmanagerSettings.prototype, "urls", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Token',
        description: 'Only where a bearer token is wanted. It is used in place of user name and password.',
        format: 'text',
        maxLength: 4096,
        pattern: http_authorization_1.TOKEN_PATTERN,
        secret: true,
        optional: true,
        examples: ['eyJhbGciOiJIUzI1NiJ9.e30.example'],
    }),
    __metadata("design:type", String)
], AlertmanagerSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'User name',
        description: 'Only where basic authentication is wanted.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.USERNAME_PATTERN,
        optional: true,
        examples: ['tracker'],
    }),
    __metadata("design:type", String)
], AlertmanagerSettings.prototype, "username", void 0);
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
], AlertmanagerSettings.prototype, "password", void 0);
/**
 * An alert for every instance of a cluster: https://prometheus.io/docs/alerting/latest/alerts_api/ and
 * https://prometheus.io/docs/alerting/latest/high_availability/. Labels are what an alert is: the same ones again change nothing.
 */
let AlertmanagerChannel = class AlertmanagerChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'alertmanager';
        this.title = 'Prometheus Alertmanager';
        this.settingsClass = AlertmanagerSettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return { settings: { ...settings, urls: settings.urls.map((url) => (0, url_setting_1.checkedBase)(this.http, 'urls', url)) } };
    }
    async send({ id, settings, message }) {
        const render = (letter) => alertOf(id, message, letter);
        const alert = (0, fit_1.fitLetter)((0, inert_text_1.mapTexts)((0, letter_1.letterOf)(message), inert_text_1.inertText), render, fits);
        const headers = (0, http_authorization_1.authorizationOf)(settings);
        const post = (base) => (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)((0, url_setting_1.under)(base, 'api', 'v2', 'alerts'), [alert], headers));
        const outcomes = await Promise.all(settings.urls.map(post));
        return together(settings.urls, outcomes);
    }
};
exports.AlertmanagerChannel = AlertmanagerChannel;
exports.AlertmanagerChannel = AlertmanagerChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], AlertmanagerChannel);
function alertOf(id, message, letter) {
    return {
        labels: labelsOf(id, message, letter),
        annotations: { summary: letter.subject, description: (0, lines_1.plainText)(letter, { headline: false }) || letter.headline },
        startsAt: new Date(message.timestamp).toISOString(),
        endsAt: new Date(Date.now() + LASTS).toISOString(),
        ...(letter.links[0] ? { generatorURL: letter.links[0][1] } : {}),
    };
}
/** An update is the same alert for everybody who follows the product, and for each reminder. */
function labelsOf(id, message, letter) {
    const { kind, updates } = (0, message_1.cleanMessage)(message);
    const common = { severity: 'info', source: 'software-update-tracker' };
    const [update] = updates;
    if (!update || kind === 'update.digest')
        return { alertname: NAMES[kind] ?? 'NewReleases', ...common, delivery: id };
    return {
        alertname: 'NewRelease',
        ...common,
        software: (0, inert_text_1.inertTags)(update.software.name),
        software_id: update.software.id,
        version: (0, inert_text_1.inertTags)(update.version.version),
        step: letter.step ?? 'other',
    };
}
const NAMES = {
    test: 'UpdateTrackerTest',
    'channel.disabled': 'UpdateTrackerChannelDisabled',
    'source.failing': 'UpdateTrackerSourceFailing',
};
function fits({ annotations }) {
    return (0, fit_1.utf8Bytes)(annotations.description) <= MAX_DESCRIPTION;
}
/** One instance is enough, they tell each other. If none took it, one that may take it later decides. */
function together(urls, outcomes) {
    const failures = outcomes.flatMap((outcome, index) => outcome.kind === 'ok' ? [] : [`${new URL(urls[index]).host}: ${outcome.reason ?? outcome.kind}`]);
    const taken = outcomes.find(({ kind }) => kind === 'ok');
    if (taken && failures.length === 0)
        return taken;
    const reason = failures.join('; ');
    if (taken)
        return { ...taken, reason: `${failures.length} of ${urls.length} instances did not take it. ${reason}` };
    const decisive = outcomes.find(({ kind }) => kind === 'retry') ?? outcomes.find(({ kind }) => kind === 'dead') ?? outcomes[0];
    return { ...decisive, ...(urls.length > 1 ? { reason } : {}) };
}
//# sourceMappingURL=alertmanager.channel.js.map