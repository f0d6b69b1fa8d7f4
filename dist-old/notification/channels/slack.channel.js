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
exports.SlackChannel = exports.SlackSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const outcome_1 = require("./outcome");
const reference_1 = require("./reference");
const setting_1 = require("../../common/settings/setting");
/** Characters. From about 13,000 on Slack may say `msg_blocks_too_long` (slackapi/bolt-js#2509); markup counted, to be safe. */
const MAX_BLOCKS = 10_000;
/** What Slack says when the webhook itself is gone. */
const GONE = ['no_service', 'no_team', 'invalid_token', 'channel_is_archived'];
/** What Slack says of mistakes in the message, of the channel or of the workspace: worth showing, and no secret. */
const KNOWN = [
    ...GONE,
    'action_prohibited',
    'channel_not_found',
    'invalid_blocks',
    'invalid_blocks_format',
    'invalid_payload',
    'msg_blocks_too_long',
    'no_text',
    'posting_to_general_channel_denied',
    'too_many_attachments',
    'user_not_found',
];
class SlackSettings {
}
exports.SlackSettings = SlackSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Webhook URL',
        description: 'The incoming webhook of a Slack app. Whoever has it can post into your channel.',
        format: 'url',
        maxLength: 2048,
        secret: true,
        examples: ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
    }),
    __metadata("design:type", String)
], SlackSettings.prototype, "url", void 0);
/**
 * A Slack message by incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 *
 * It is a `rich_text` block (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block), whose texts are no markup:
 * `<!channel>` and `*bold*` are shown as they are. Errors: https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
let SlackChannel = class SlackChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'slack';
        this.title = 'Slack';
        this.settingsClass = SlackSettings;
        this.retryProfile = 'http';
        /** One message a second and webhook: https://docs.slack.dev/apis/web-api/rate-limits */
        this.interval = 1;
    }
    prepare({ url }) {
        return { settings: { url: (0, url_setting_1.checkedUrl)(this.http, 'url', url) } };
    }
    async send({ id, settings, message }) {
        const body = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), (letter) => bodyOf((0, reference_1.withReference)(letter, id)), fits);
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)(settings.url, body), judge);
    }
};
exports.SlackChannel = SlackChannel;
exports.SlackChannel = SlackChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], SlackChannel);
function bodyOf(letter) {
    const elements = [{ type: 'rich_text_section', elements: elementsOf((0, lines_1.linesOf)(letter)) }];
    return {
        // What a notification of the operating system shows; with blocks it is not part of the message.
        text: escapeMrkdwn(letter.subject),
        blocks: [{ type: 'rich_text', elements }],
        unfurl_links: false,
        unfurl_media: false,
    };
}
function fits({ blocks }) {
    return JSON.stringify(blocks).length <= MAX_BLOCKS;
}
function elementsOf(lines) {
    return lines.flatMap((line, index) => [
        ...(index > 0 ? [elementOf({ text: '\n' })] : []),
        ...line.filter(({ text }) => text !== '').map(elementOf),
    ]);
}
function elementOf({ text, bold, url }) {
    const style = bold ? { style: { bold: true } } : {};
    return url ? { type: 'link', url, text, ...style } : { type: 'text', text, ...style };
}
/** Slack's three control characters: https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text) {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
/** Slack says `ok`, or one word about what is wrong, at times with status 200. */
function judge(answer) {
    const said = answer.body.trim();
    const code = answer.status;
    if (GONE.includes(said))
        return { kind: 'disable', reason: `Slack has no such webhook any more: ${said}`, code };
    if (said === 'rate_limited' || said === 'rollup_error')
        return (0, outcome_1.outcomeOfHttp)({ ...answer, status: said === 'rate_limited' ? 429 : 500 });
    const known = KNOWN.includes(said) ? `: ${said}` : '';
    if (code === 200 && said !== 'ok')
        return { kind: 'dead', reason: `Slack did not take the message${known}`, code, excerpt: answer.excerpt };
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (outcome.kind !== 'dead' || !known)
        return outcome;
    return { ...outcome, reason: `Slack refuses the message${known}`, ...(code === 404 ? { refusal: true } : {}) };
}
//# sourceMappingURL=slack.channel.js.map