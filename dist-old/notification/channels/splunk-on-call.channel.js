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
exports.SplunkOnCallChannel = exports.SplunkOnCallSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const incident_key_1 = require("./incident-key");
const inert_text_1 = require("./inert-text");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const reference_1 = require("./reference");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
const SERVER = 'https://alert.victorops.com/';
/** Bytes, in the stricter reading: Alertmanager cuts at as many characters, and the provider documents none. */
const MAX_STATE_MESSAGE = 20_480;
class SplunkOnCallSettings {
}
exports.SplunkOnCallSettings = SplunkOnCallSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'API key',
        description: 'The part of the URL of the REST integration that stands after /alert/.',
        format: 'text',
        maxLength: 100,
        pattern: /^[A-Za-z0-9-]+$/,
        secret: true,
        examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
    }),
    __metadata("design:type", String)
], SplunkOnCallSettings.prototype, "api_key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Routing key',
        description: 'Says which team hears of it.',
        format: 'text',
        maxLength: 200,
        pattern: /^[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/,
        secret: true,
        examples: ['software-updates'],
    }),
    __metadata("design:type", String)
], SplunkOnCallSettings.prototype, "routing_key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Message type',
        description: 'INFO is a line in the timeline and wakes nobody. WARNING and CRITICAL may open an incident.',
        format: 'text',
        maxLength: 8,
        values: ['INFO', 'WARNING', 'CRITICAL'],
        optional: true,
        default: 'INFO',
        examples: ['INFO'],
    }),
    __metadata("design:type", String)
], SplunkOnCallSettings.prototype, "message_type", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'Only for something that stands in for Splunk On-Call.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: ['https://alert.victorops.com/'],
    }),
    __metadata("design:type", String)
], SplunkOnCallSettings.prototype, "server", void 0);
/**
 * The REST endpoint of Splunk On-Call (VictorOps), whose URL holds the key:
 * https://help.splunk.com/en/splunk-enterprise/alert-and-respond/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call
 */
let SplunkOnCallChannel = class SplunkOnCallChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'splunk-on-call';
        this.title = 'Splunk On-Call';
        this.settingsClass = SplunkOnCallSettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const own = {
            message_type: settings.message_type ?? 'INFO',
            entity_id: (0, incident_key_1.incidentKey)(id, message),
            monitoring_tool: 'Software update tracker',
            state_start_time: Math.floor(Date.parse(message.timestamp) / 1000),
        };
        const render = (letter) => ({
            ...own,
            entity_display_name: letter.subject,
            state_message: (0, lines_1.plainText)(letter),
        });
        const fits = (body) => (0, fit_1.utf8Bytes)(body.state_message) <= MAX_STATE_MESSAGE;
        const letter = (0, inert_text_1.mapTexts)((0, reference_1.withReference)((0, letter_1.letterOf)(message), id), inert_text_1.inertText);
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(urlOf(settings), (0, fit_1.fitLetter)(letter, render, fits)), judge);
    }
};
exports.SplunkOnCallChannel = SplunkOnCallChannel;
exports.SplunkOnCallChannel = SplunkOnCallChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], SplunkOnCallChannel);
function urlOf({ server = SERVER, api_key, routing_key }) {
    return (0, url_setting_1.under)(server, 'integrations', 'generic', '20131114', 'alert', api_key, routing_key);
}
/** The answer to what was taken is `{"result":"success"}`; anything else that it says of itself is no success. */
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    const { result } = (0, http_exchange_1.jsonOf)(answer);
    if (outcome.kind === 'ok' && typeof result === 'string' && result !== 'success')
        return { kind: 'dead', reason: 'Splunk On-Call did not take the message', code: answer.status };
    return outcome;
}
//# sourceMappingURL=splunk-on-call.channel.js.map