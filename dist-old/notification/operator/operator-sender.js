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
var OperatorSender_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.OperatorSender = void 0;
const common_1 = require("@nestjs/common");
const links_1 = require("../../common/api/links");
const moment_1 = require("../../common/moment");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const config_1 = require("../../config/config");
const failing_sources_1 = require("../../source/polling/failing-sources");
const email_channel_1 = require("../channels/email.channel");
const http_exchange_1 = require("../channels/http-exchange");
const webhook_channel_1 = require("../channels/webhook.channel");
const due_work_1 = require("../due-work");
const retry_schedule_1 = require("../retry-schedule");
const operator_reports_1 = require("./operator-reports");
const AT_ONCE = 2;
/** Sources that a message names: more than a webhook has room for, and than anybody reads in a mail. */
const NAMED_AT_MOST = 100;
/** Tells the operator of sources that have failed for a day, at the address of OPERATOR_CHANNEL_URL. */
let OperatorSender = OperatorSender_1 = class OperatorSender {
    constructor(config, reports, failing, email, http) {
        this.config = config;
        this.reports = reports;
        this.failing = failing;
        this.email = email;
        this.http = http;
        this.logger = new common_1.Logger(OperatorSender_1.name);
        this.work = new due_work_1.DueWork(() => this.reports.claim(AT_ONCE), (report) => this.handle(report), ({ id }, err) => this.logger.error({ msg: 'report to the operator failed', report: id, err }));
        this.links = links_1.Links.withoutRequest(config);
    }
    /** Sends until nothing is due any more. Without an address nothing is marked as told, so it is told when there is one. */
    async sendDue() {
        if (this.config.operatorChannel === null)
            return;
        await this.reports.write();
        await this.work.run();
    }
    onModuleDestroy() {
        return this.work.stop();
    }
    async handle(report) {
        if (report.expired)
            return this.giveUp(report, 'expired');
        const message = await this.messageOf(report);
        if (message.total === 0)
            return this.reports.drop(report);
        const outcome = await this.send(report, message);
        if (outcome.kind === 'ok')
            return this.reports.end(report);
        // Also after a refusal for good: it is the operator's own address, and he can mend it meanwhile.
        const profile = this.config.operatorChannel.kind === 'email' ? 'email' : 'http';
        const nextIn = (0, retry_schedule_1.nextAttemptIn)(profile, report.attempts, outcome, report.age);
        if (nextIn === null)
            return this.giveUp(report, outcome.code);
        this.logger.warn({ msg: 'operator not told yet', report: report.id, code: outcome.code, reason: outcome.reason });
        await this.reports.postpone(report, nextIn, outcome.transport !== true);
    }
    send({ id }, message) {
        const channel = this.config.operatorChannel;
        if (channel.kind === 'email')
            return this.email.send({ id, attempt: 1, settings: channel, message });
        const headers = {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        };
        const { url } = channel;
        return (0, http_exchange_1.exchange)(this.http, { method: 'POST', url, headers, body: (0, webhook_channel_1.webhookBody)(message), trusted: true });
    }
    async messageOf({ id, created_at }) {
        const { sources, total } = await this.failing.ofReport(id, NAMED_AT_MOST);
        return {
            kind: 'source.failing',
            timestamp: (0, moment_1.toApiMoment)(created_at),
            updates: [],
            total,
            sources: sources.map((source) => ({
                software: { id: source.software_id, name: source.name },
                type: source.type,
                failingSince: (0, moment_1.toApiMoment)(source.failing_since),
                lastError: source.last_error ?? '',
                links: { software: this.links.software(source.software_id) },
            })),
            links: {},
        };
    }
    async giveUp(report, code) {
        this.logger.error({ msg: 'operator not told', report: report.id, code });
        await this.reports.end(report);
    }
};
exports.OperatorSender = OperatorSender;
exports.OperatorSender = OperatorSender = OperatorSender_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        operator_reports_1.OperatorReports,
        failing_sources_1.FailingSources,
        email_channel_1.EmailChannel,
        outgoing_http_1.OutgoingHttp])
], OperatorSender);
//# sourceMappingURL=operator-sender.js.map