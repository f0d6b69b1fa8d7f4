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
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.EmailChannel = exports.EmailSettings = exports.MAIL_LIMITS = void 0;
const common_1 = require("@nestjs/common");
const nodemailer_1 = require("nodemailer");
const config_1 = require("../../config/config");
const channel_1 = require("./channel");
const clean_text_1 = require("./clean-text");
const mail_address_1 = require("../../common/settings/mail-address");
const render_text_1 = require("./render-text");
const setting_1 = require("../../common/settings/setting");
const smtp_outcome_1 = require("./smtp-outcome");
const smtp_url_1 = require("./smtp-url");
/** Injection token by which tests bring shorter limits. */
exports.MAIL_LIMITS = Symbol('MAIL_LIMITS');
const LIMITS = { connectMs: 10_000, greetingMs: 30_000, socketMs: 60_000, totalMs: 60_000 };
class EmailSettings {
}
exports.EmailSettings = EmailSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Address',
        description: 'The one address that gets the mail.',
        format: 'email',
        maxLength: 254,
        examples: ['name@example.com'],
    }),
    __metadata("design:type", String)
], EmailSettings.prototype, "address", void 0);
/** RFC 3834: keeps vacation responders quiet; the second header does so with Exchange. */
const BY_A_MACHINE = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
/** Mail over the operator's relay (SMTP_URL). `ok` means that the relay took it, not that it was delivered. */
let EmailChannel = class EmailChannel extends channel_1.Channel {
    constructor(config, limits) {
        super();
        this.type = 'email';
        this.title = 'E-mail';
        this.settingsClass = EmailSettings;
        this.retryProfile = 'email';
        this.limits = { ...LIMITS, ...limits };
        this.transport = config.smtpUrl ? transportFor(config.smtpUrl, this.limits) : null;
        this.from = parseMailbox(config.mailFrom);
        this.domain = this.from.address.slice(this.from.address.lastIndexOf('@') + 1);
    }
    async send({ id, settings, message }) {
        return this.sendTo(settings.address, { ...this.mailOf(message), id: `d-${id}` });
    }
    recipient({ address }) {
        return (0, mail_address_1.parseMailAddress)(address);
    }
    /** One attempt to hand a mail to the relay, at most 60 s; any mail that the service writes goes this way. */
    async sendTo(to, { id, headers, ...content }) {
        if (!this.transport)
            return { kind: 'retry', reason: 'SMTP_URL is not configured', transport: true };
        const address = (0, mail_address_1.parseMailAddress)(to);
        if (address === null)
            return { kind: 'dead', reason: 'The address is not a valid e-mail address' };
        const messageId = `<${id}@${this.domain}>`;
        try {
            await this.transport.sendMail({
                ...content,
                messageId,
                headers: { ...BY_A_MACHINE, ...headers },
                ...this.safely(address),
            });
            return { kind: 'ok', code: 250 };
        }
        catch (error) {
            return (0, smtp_outcome_1.outcomeOfSmtpError)(error);
        }
    }
    onModuleDestroy() {
        this.transport?.close();
    }
    /** The same Message-ID on every attempt: some mail systems show equal ones once. Mails of one product form a thread. */
    mailOf(message) {
        const [update] = message.updates;
        const thread = update && message.kind !== 'update.digest' ? `<sw-${update.software.id}@${this.domain}>` : null;
        return {
            ...(0, render_text_1.renderText)(message),
            ...(thread === null ? {} : { inReplyTo: thread, references: thread }),
            headers: unsubscribeHeaders(message.links.unsubscribe),
        };
    }
    /**
     * The envelope is ours and has exactly one recipient, checked by us: the library's own address parser would take more
     * out of a hostile text. No content may come from a file or a URL.
     */
    safely(address) {
        return {
            from: this.from,
            to: { name: '', address },
            envelope: { from: this.from.address, to: [address] },
            disableFileAccess: true,
            disableUrlAccess: true,
            signal: AbortSignal.timeout(this.limits.totalMs),
        };
    }
};
exports.EmailChannel = EmailChannel;
exports.EmailChannel = EmailChannel = __decorate([
    (0, common_1.Injectable)(),
    __param(1, (0, common_1.Optional)()),
    __param(1, (0, common_1.Inject)(exports.MAIL_LIMITS)),
    __metadata("design:paramtypes", [config_1.Config, Object])
], EmailChannel);
function transportFor(smtpUrl, limits) {
    const options = {
        ...(0, smtp_url_1.parseSmtpUrl)(smtpUrl),
        pool: true,
        maxConnections: 5,
        // Once more at once for a pooled connection that the relay had closed meanwhile; the rest is our schedule's.
        maxRequeues: 1,
        connectionTimeout: limits.connectMs,
        dnsTimeout: limits.connectMs,
        greetingTimeout: limits.greetingMs,
        socketTimeout: limits.socketMs,
        tls: { minVersion: 'TLSv1.2' },
        logger: false,
        disableFileAccess: true,
        disableUrlAccess: true,
    };
    return (0, nodemailer_1.createTransport)(options);
}
/**
 * RFC 8058, section 3.1: one HTTPS URI and exactly this value, and both under the DKIM signature, which is the relay's business. Without
 * https there is the link in the text only.
 */
function unsubscribeHeaders(link) {
    const url = (0, clean_text_1.safeUrl)(link);
    if (!url?.startsWith('https://'))
        return {};
    return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
/** MAIL_FROM, which the configuration has checked: a bare address or `Name <address>`. */
function parseMailbox(text) {
    const [, name = '', address = text] = /^(.*)<([^<>]+)>\s*$/.exec(text) ?? [];
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
//# sourceMappingURL=email.channel.js.map