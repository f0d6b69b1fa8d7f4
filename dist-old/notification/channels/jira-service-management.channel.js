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
exports.JiraServiceManagementChannel = exports.JiraServiceManagementSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const http_authorization_1 = require("./http-authorization");
const opsgenie_alert_1 = require("./opsgenie-alert");
const setting_1 = require("../../common/settings/setting");
const SERVER = 'https://api.atlassian.com/jsm/ops/integration';
class JiraServiceManagementSettings {
}
exports.JiraServiceManagementSettings = JiraServiceManagementSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'API key',
        description: 'The key of an API integration of a team in Jira Service Management.',
        format: 'text',
        maxLength: 200,
        pattern: http_authorization_1.TOKEN_PATTERN,
        secret: true,
        examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
    }),
    __metadata("design:type", String)
], JiraServiceManagementSettings.prototype, "api_key", void 0);
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
], JiraServiceManagementSettings.prototype, "priority", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The address above /v2/alerts, if it is another one.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: ['https://api.atlassian.com/jsm/ops/integration'],
    }),
    __metadata("design:type", String)
], JiraServiceManagementSettings.prototype, "server", void 0);
/** An alert of Jira Service Management Operations: https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events */
let JiraServiceManagementChannel = class JiraServiceManagementChannel extends opsgenie_alert_1.OpsgenieAlertChannel {
    constructor(http) {
        super(http);
        this.type = 'jira-service-management';
        this.title = 'Jira Service Management';
        this.settingsClass = JiraServiceManagementSettings;
    }
    baseOf({ server = SERVER }) {
        return server;
    }
};
exports.JiraServiceManagementChannel = JiraServiceManagementChannel;
exports.JiraServiceManagementChannel = JiraServiceManagementChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], JiraServiceManagementChannel);
//# sourceMappingURL=jira-service-management.channel.js.map