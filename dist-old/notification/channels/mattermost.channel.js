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
exports.MattermostChannel = exports.MattermostSettings = void 0;
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
/** Characters of one post; a longer text would be torn into several: https://developers.mattermost.com/integrate/webhooks/incoming */
const MAX_TEXT = 16_383;
class MattermostSettings {
}
exports.MattermostSettings = MattermostSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Webhook URL',
        description: 'An incoming webhook of your Mattermost server. Whoever has it can post into the channel.',
        format: 'url',
        maxLength: 2048,
        secret: true,
        examples: ['https://mattermost.example.com/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx'],
    }),
    __metadata("design:type", String)
], MattermostSettings.prototype, "url", void 0);
/** A Mattermost post by incoming webhook: https://developers.mattermost.com/integrate/webhooks/incoming */
let MattermostChannel = class MattermostChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'mattermost';
        this.title = 'Mattermost';
        this.settingsClass = MattermostSettings;
        this.retryProfile = 'http';
    }
    prepare({ url }) {
        return { settings: { url: (0, url_setting_1.checkedUrl)(this.http, 'url', url) } };
    }
    async send({ id, settings, message }) {
        const body = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), (letter) => bodyOf((0, reference_1.withReference)(letter, id)), fits);
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(settings.url, body), judge);
    }
};
exports.MattermostChannel = MattermostChannel;
exports.MattermostChannel = MattermostChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], MattermostChannel);
function bodyOf(letter) {
    return { text: (0, markdown_1.markdownOf)((0, lines_1.linesOf)(letter), escape) };
}
function fits({ text }) {
    return (0, fit_1.characters)(text) <= MAX_TEXT;
}
/**
 * The server makes a link of `<url|label>` and a mention of `<!channel>` before it looks at the Markdown, backslash or not, so
 * `<` goes as an entity, and so does `$`, which begins a formula and knows no backslash. Mentions, channels, hashtags, emoji and plain links are found in the text afterwards.
 */
function escape(text) {
    const quiet = (0, markdown_1.interrupt)(text, /[@~]|:(?=\S)|#(?=\w)|\bwww(?=\.)/gi);
    const marked = quiet.replace(/[\\`*{}[\]()#+\-!_>~|]/g, '\\$&');
    return marked
        .replace(/&(?=#?\w+;)/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/\$/g, '&#36;');
}
/** Mattermost tells of an unknown webhook with 400 and an id of its own. */
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    const { id } = (0, http_exchange_1.jsonOf)(answer);
    if (answer.status === 404 || id === 'web.incoming_webhook.invalid.app_error')
        return { ...outcome, refusal: true, reason: 'Mattermost does not know this webhook, or its channel is gone' };
    if (id === 'web.incoming_webhook.disabled.app_error')
        return { ...outcome, kind: 'dead', refusal: true, reason: 'Incoming webhooks are switched off on this server' };
    return outcome;
}
//# sourceMappingURL=mattermost.channel.js.map