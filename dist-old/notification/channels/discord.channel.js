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
exports.DiscordChannel = exports.DiscordSettings = void 0;
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
/** Limits of an embed, in characters: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const MAX = { title: 256, description: 4096, footer: 2048, all: 6000 };
const COLORS = { major: 0xd9480f, minor: 0x1971c2, patch: 0x2f9e44, other: 0x868e96 };
class DiscordSettings {
}
exports.DiscordSettings = DiscordSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Webhook URL',
        description: 'The webhook of a Discord channel. Whoever has it can post into the channel.',
        format: 'url',
        maxLength: 2048,
        secret: true,
        examples: ['https://discord.com/api/webhooks/000000000000000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
    }),
    __metadata("design:type", String)
], DiscordSettings.prototype, "url", void 0);
/** A Discord message by webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
let DiscordChannel = class DiscordChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'discord';
        this.title = 'Discord';
        this.settingsClass = DiscordSettings;
        this.retryProfile = 'http';
    }
    prepare({ url }) {
        return { settings: { url: (0, url_setting_1.checkedUrl)(this.http, 'url', url) } };
    }
    async send({ id, settings, message }) {
        const body = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), (letter) => bodyOf((0, reference_1.withReference)(letter, id)), fits);
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(confirmed(settings.url), body), judge);
    }
};
exports.DiscordChannel = DiscordChannel;
exports.DiscordChannel = DiscordChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], DiscordChannel);
/** Without `wait` Discord says 204 even when it does not save the message. The query may already name a thread. */
function confirmed(text) {
    const url = new URL(text);
    url.searchParams.set('wait', 'true');
    return url.href;
}
function bodyOf(letter) {
    const lines = (0, lines_1.linesOf)({ ...letter, footer: '' }, { headline: false });
    const embed = {
        title: escape(letter.headline),
        description: (0, markdown_1.markdownOf)(lines, escape),
        // A footer knows no Markdown.
        footer: { text: letter.footer },
        ...(letter.step ? { color: COLORS[letter.step] } : {}),
    };
    return { embeds: [embed], allowed_mentions: { parse: [] } };
}
function fits({ embeds }) {
    const { title, description, footer } = embeds[0];
    const sizes = [title, description, footer.text].map(fit_1.utf16Units);
    const within = sizes[0] <= MAX.title && sizes[1] <= MAX.description && sizes[2] <= MAX.footer;
    return within && sizes[0] + sizes[1] + sizes[2] <= MAX.all;
}
/** Discord takes a backslash before any of these for "as it is"; the colon ends links and emoji. */
function escape(text) {
    return text.replace(/[\\*_~`|>#\-[\]()<@]|:(?=\S)/g, '\\$&');
}
function judge(answer) {
    if (answer.status === 404)
        return { kind: 'disable', reason: 'Discord has no such webhook any more', code: 404, excerpt: answer.excerpt };
    if (answer.status === 429)
        return limited(answer);
    return (0, outcome_1.outcomeOfHttp)(answer);
}
/** A 429 without Discord's own body comes from the guard before it, which shuts out this service's address as a whole. */
function limited(answer) {
    const { retry_after: seconds, global } = (0, http_exchange_1.jsonOf)(answer);
    const after = (0, wait_1.waitOf)(seconds);
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (after === null)
        return { ...outcome, wholeHost: true };
    return { ...outcome, after, ...(global === true ? { wholeHost: true } : {}) };
}
//# sourceMappingURL=discord.channel.js.map