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
exports.TelegramChannel = exports.TelegramSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const markdown_1 = require("./markdown");
const outcome_1 = require("./outcome");
const reference_1 = require("./reference");
const setting_1 = require("../../common/settings/setting");
const wait_1 = require("./wait");
const SERVER = 'https://api.telegram.org/';
/** Of the text in UTF-16 units, and in number; Telegram leaves out further entities: https://limits.tginfo.me/en */
const MAX = { text: 4096, entities: 100 };
/** Descriptions of 403 that mean that this chat will not come back by itself. */
const GONE = /bot was (blocked|kicked)|user is deactivated|bot is not a member|group chat was (deleted|deactivated)/i;
/** Descriptions of 400 that are about the chat and not about the message. */
const CHAT = /chat not found|thread not found|not enough rights|need administrator rights|CHAT_WRITE_FORBIDDEN|TOPIC_/i;
class TelegramSettings {
}
exports.TelegramSettings = TelegramSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Bot token',
        description: 'What BotFather gave you for your bot. Whoever has it controls the bot.',
        format: 'text',
        maxLength: 100,
        pattern: /^\d{5,20}:[A-Za-z0-9_-]{30,70}$/,
        secret: true,
        examples: ['123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    }),
    __metadata("design:type", String)
], TelegramSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Chat',
        description: 'The number of a chat or group (groups begin with a minus), or @name of a public channel.',
        format: 'text',
        maxLength: 40,
        pattern: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
        examples: ['-1001234567890'],
    }),
    __metadata("design:type", String)
], TelegramSettings.prototype, "chat", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Topic',
        description: 'The number of a topic, for a group that has topics.',
        format: 'text',
        maxLength: 10,
        pattern: /^\d{1,10}$/,
        optional: true,
        examples: ['42'],
    }),
    __metadata("design:type", String)
], TelegramSettings.prototype, "topic", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of a Bot API server of your own.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: [SERVER],
    }),
    __metadata("design:type", String)
], TelegramSettings.prototype, "server", void 0);
/**
 * A message of a Telegram bot: https://core.telegram.org/bots/api#sendmessage
 *
 * Formatting goes as entities beside the text and not as markup in it, so no name can break it. The token is in the path of the
 * URL, hence the path never appears in an outcome.
 */
let TelegramChannel = class TelegramChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'telegram';
        this.title = 'Telegram';
        this.settingsClass = TelegramSettings;
        this.retryProfile = 'http';
        /** 20 messages a minute in one group: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
        this.interval = 3;
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    /** A group that became a supergroup has another number: the message goes there at once, and so do all that follow. */
    async send({ id, settings, message }) {
        const content = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), (letter) => textOf((0, lines_1.linesOf)((0, reference_1.withReference)(letter, id))), fits);
        const { outcome, movedTo } = await this.post(settings, content);
        if (movedTo === null)
            return outcome;
        const moved = { ...settings, chat: movedTo };
        const second = await this.post(moved, content);
        return { ...second.outcome, settings: moved };
    }
    async post(settings, content) {
        const body = {
            chat_id: settings.chat,
            ...content,
            ...(settings.topic ? { message_thread_id: Number(settings.topic) } : {}),
            link_preview_options: { is_disabled: true },
        };
        let movedTo = null;
        const outcome = await (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(urlOf(settings), body), (answer) => {
            movedTo = migrationOf(answer);
            return judge(answer);
        });
        return { outcome, movedTo: movedTo };
    }
};
exports.TelegramChannel = TelegramChannel;
exports.TelegramChannel = TelegramChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], TelegramChannel);
/** The colon of a token belongs into the path as it is; its pattern lets nothing else through. */
function urlOf({ server = SERVER, token }) {
    return `${server.replace(/\/+$/, '')}/bot${token}/sendMessage`;
}
function textOf(lines) {
    let text = '';
    const entities = [];
    for (const [index, line] of lines.entries()) {
        if (index > 0)
            text += '\n';
        for (const span of line) {
            if (span.text === '')
                continue;
            const piece = literal(span.text);
            const place = { offset: (0, fit_1.utf16Units)(text), length: (0, fit_1.utf16Units)(piece) };
            if (span.bold)
                entities.push({ type: 'bold', ...place });
            if (span.url)
                entities.push({ type: 'text_link', ...place, url: span.url });
            text += piece;
        }
    }
    return { text, entities };
}
function fits({ text, entities }) {
    return (0, fit_1.utf16Units)(text) <= MAX.text && entities.length <= MAX.entities;
}
/** Telegram looks for mentions, hashtags, commands and links in any text: https://core.telegram.org/api/entities */
function literal(text) {
    return (0, markdown_1.interrupt)(text, /@|:\/(?=\/)|[#$/](?=[\p{L}\p{N}_])|\bwww(?=\.)|\bt(?=\.me\b)/giu);
}
function migrationOf(answer) {
    const { ok, parameters } = (0, http_exchange_1.jsonOf)(answer);
    const moved = ok === true ? undefined : parameters?.migrate_to_chat_id;
    return Number.isSafeInteger(moved) ? String(moved) : null;
}
/** https://core.telegram.org/bots/api#making-requests: `ok` says it, whatever the status. */
function judge(answer) {
    const { ok, error_code: errorCode, description, parameters } = (0, http_exchange_1.jsonOf)(answer);
    const code = typeof errorCode === 'number' ? errorCode : answer.status;
    // The answer repeats the message, and of a long one we only read the beginning.
    if (ok === true || answer.body.startsWith('{"ok":true,'))
        return (0, outcome_1.outcomeOfHttp)(answer);
    const said = typeof description === 'string' ? description : '';
    const excerpt = answer.excerpt;
    if (code === 401 || (code === 404 && ok === false))
        return { kind: 'disable', reason: 'Telegram does not know this bot token', code, excerpt };
    if (code === 403 && GONE.test(said))
        return { kind: 'disable', reason: 'The bot was blocked or removed, or the chat is gone', code, excerpt };
    if (code === 400 && CHAT.test(said))
        return { kind: 'dead', reason: 'Telegram does not let the bot write into this chat', code, refusal: true, excerpt };
    if (code === 429)
        return limited(answer, parameters);
    if (code >= 200 && code < 300)
        return { kind: 'dead', reason: 'Telegram did not take the message', code, excerpt };
    return (0, outcome_1.outcomeOfHttp)({ ...answer, status: code });
}
function limited(answer, parameters) {
    const outcome = (0, outcome_1.outcomeOfHttp)({ ...answer, status: 429 });
    const after = (0, wait_1.waitOf)(parameters?.retry_after);
    return after === null ? outcome : { ...outcome, after };
}
//# sourceMappingURL=telegram.channel.js.map