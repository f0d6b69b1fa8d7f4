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
exports.PagerdutyChannel = exports.PagerdutySettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const incident_key_1 = require("./incident-key");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
const SERVERS = { us: 'https://events.pagerduty.com/', eu: 'https://events.eu.pagerduty.com/' };
/** UTF-16 units; PagerDuty says characters. */
const MAX_SUMMARY = 1_024;
/** Bytes of the whole event: 512 KB, in the smaller reading. */
const MAX_BODY = 512_000;
/** Updates of a digest that are named: more of them nobody reads in an incident. */
const MAX_ITEMS = 100;
/** Seconds. PagerDuty asks for some minutes after a 429, and counts by the minute. */
const OVERLOAD_PAUSE = 180;
const SOURCE = 'software-update-tracker';
const SEVERITY = { major: 'warning', minor: 'info', patch: 'info', other: 'info' };
class PagerdutySettings {
}
exports.PagerdutySettings = PagerdutySettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Integration key',
        description: 'The key of an Events API v2 integration of a service. PagerDuty also calls it routing key.',
        format: 'text',
        maxLength: 32,
        pattern: /^[A-Za-z0-9]{32}$/,
        secret: true,
        examples: ['samplekeysamplekeysamplekey01234'],
    }),
    __metadata("design:type", String)
], PagerdutySettings.prototype, "routing_key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Event',
        description: 'A change is a line beside the incidents and wakes nobody. An alert opens an incident.',
        format: 'text',
        maxLength: 6,
        values: ['change', 'alert'],
        optional: true,
        default: 'change',
        examples: ['change'],
    }),
    __metadata("design:type", String)
], PagerdutySettings.prototype, "event", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Region',
        description: 'Where your PagerDuty account is kept.',
        format: 'text',
        maxLength: 2,
        values: ['us', 'eu'],
        optional: true,
        default: 'us',
        examples: ['us'],
    }),
    __metadata("design:type", String)
], PagerdutySettings.prototype, "region", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'Only for something that stands in for PagerDuty. It takes the place of the region.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        examples: ['https://events.pagerduty.com/'],
    }),
    __metadata("design:type", String)
], PagerdutySettings.prototype, "server", void 0);
/**
 * Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview, alerts by
 * https://developer.pagerduty.com/docs/send-alert-event and changes by https://developer.pagerduty.com/docs/send-change-event.
 * An alert has a `dedup_key`, so it is merged into the one that is open; a change has none.
 */
let PagerdutyChannel = class PagerdutyChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'pagerduty';
        this.title = 'PagerDuty';
        this.settingsClass = PagerdutySettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send(delivery) {
        const { settings, message } = delivery;
        const isAlert = settings.event === 'alert';
        const base = settings.server ?? SERVERS[settings.region === 'eu' ? 'eu' : 'us'];
        const render = isAlert ? alertOf(delivery) : changeOf(delivery);
        const body = (0, fit_1.fitLetter)(shortened((0, letter_1.letterOf)(message)), render, (event) => (0, fit_1.utf8Bytes)(JSON.stringify(event)) <= MAX_BODY);
        const url = isAlert ? (0, url_setting_1.under)(base, 'v2', 'enqueue') : (0, url_setting_1.under)(base, 'v2', 'change', 'enqueue');
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(url, body), judge);
    }
};
exports.PagerdutyChannel = PagerdutyChannel;
exports.PagerdutyChannel = PagerdutyChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], PagerdutyChannel);
function shortened(letter) {
    const left = Math.max(0, letter.items.length - MAX_ITEMS);
    return { ...letter, items: letter.items.slice(0, MAX_ITEMS), more: letter.more + left };
}
const changeOf = (delivery) => (letter) => ({
    routing_key: delivery.settings.routing_key,
    payload: payloadOf(delivery, letter),
    links: linksOf(letter),
});
const alertOf = (delivery) => (letter) => ({
    ...changeOf(delivery)(letter),
    payload: { ...payloadOf(delivery, letter), severity: letter.step ? SEVERITY[letter.step] : 'info' },
    event_action: 'trigger',
    dedup_key: (0, incident_key_1.incidentKey)(delivery.id, delivery.message),
    client: 'Software update tracker',
});
function payloadOf({ id, message }, letter) {
    return {
        summary: (0, fit_1.cutText)(letter.subject, MAX_SUMMARY),
        timestamp: new Date(message.timestamp).toISOString(),
        source: SOURCE,
        custom_details: detailsOf(id, letter),
    };
}
/** Labels are ours, values come from outside: PagerDuty shows both as text. */
function detailsOf(id, letter) {
    const updates = letter.items.map((item) => `${item.name} ${(0, lines_1.stepText)(item)}`);
    const more = (0, lines_1.moreText)(letter.more);
    return {
        About: letter.intro,
        ...Object.fromEntries(letter.facts),
        ...(letter.others ? { 'Also new': letter.others } : {}),
        ...(updates.length > 0 ? { Updates: more ? [...updates, more] : updates } : {}),
        Why: letter.footer,
        // A change that is told twice can be told by it.
        Delivery: id,
    };
}
const linksOf = (letter) => letter.links.map(([text, href]) => ({ href, text }));
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (answer.status === 429)
        return { ...outcome, after: Math.max(outcome.after ?? 0, OVERLOAD_PAUSE) };
    const errors = (0, http_exchange_1.jsonOf)(answer).errors;
    // The one thing in our events that can be wrong for good: a key that was revoked or mistyped.
    if (answer.status === 400 && Array.isArray(errors) && errors.some((error) => /routing.?key/i.test(String(error))))
        return { ...outcome, reason: 'PagerDuty does not accept the integration key', refusal: true };
    return outcome;
}
//# sourceMappingURL=pagerduty.channel.js.map