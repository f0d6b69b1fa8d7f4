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
exports.OpsgenieChannel = exports.OpsgenieSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const http_authorization_1 = require("./http-authorization");
const opsgenie_alert_1 = require("./opsgenie-alert");
const setting_1 = require("../../common/settings/setting");
const SERVERS = { us: 'https://api.opsgenie.com/', eu: 'https://api.eu.opsgenie.com/' };
/** The moment after 5 April 2027, until which Atlassian supports Opsgenie. */
const ENDS = Date.parse('2027-04-06T00:00:00Z');
class OpsgenieSettings {
}
exports.OpsgenieSettings = OpsgenieSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'API key',
        description: 'The key of an API integration in Opsgenie.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.TOKEN_PATTERN,
        secret: true,
        examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
    }),
    __metadata("design:type", String)
], OpsgenieSettings.prototype, "api_key", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Region',
        description: 'Where your Opsgenie account is kept.',
        format: 'text',
        maxLength: 2,
        values: ['us', 'eu'],
        optional: true,
        default: 'us',
        examples: ['us'],
    }),
    __metadata("design:type", String)
], OpsgenieSettings.prototype, "region", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Priority',
        description: 'The priority of the alerts.',
        format: 'text',
        maxLength: 2,
        values: opsgenie_alert_1.PRIORITIES,
        optional: true,
        default: 'P5',
        examples: ['P5'],
    }),
    __metadata("design:type", String)
], OpsgenieSettings.prototype, "priority", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'Only for something that stands in for Opsgenie. It takes the place of the region.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        examples: ['https://api.opsgenie.com/'],
    }),
    __metadata("design:type", String)
], OpsgenieSettings.prototype, "server", void 0);
/** An alert of Opsgenie, as long as there is one: https://docs.opsgenie.com/docs/alert-api#create-alert */
let OpsgenieChannel = class OpsgenieChannel extends opsgenie_alert_1.OpsgenieAlertChannel {
    constructor(http) {
        super(http);
        this.type = 'opsgenie';
        this.title = 'Opsgenie (ends in April 2027)';
        this.settingsClass = OpsgenieSettings;
    }
    /** Channels that are there go on until Opsgenie itself refuses. */
    unavailableBecause() {
        if (Date.now() < ENDS)
            return null;
        return 'is no longer offered: Opsgenie ended on 5 April 2027, use jira-service-management';
    }
    baseOf({ server, region }) {
        return server ?? SERVERS[region === 'eu' ? 'eu' : 'us'];
    }
};
exports.OpsgenieChannel = OpsgenieChannel;
exports.OpsgenieChannel = OpsgenieChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], OpsgenieChannel);
//# sourceMappingURL=opsgenie.channel.js.map