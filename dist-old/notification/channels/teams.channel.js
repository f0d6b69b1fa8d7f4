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
exports.TeamsChannel = exports.TeamsSettings = void 0;
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
/** Bytes of the whole body. Teams says 28 KB, and has been seen to refuse from 21 KB on. */
const MAX_BODY = 15_000;
/** More buttons are not shown: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-reference */
const MAX_ACTIONS = 6;
class TeamsSettings {
}
exports.TeamsSettings = TeamsSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Workflow URL',
        description: 'The URL of a Teams workflow that posts what it gets. Whoever has it can post into your channel.',
        format: 'url',
        maxLength: 2048,
        secret: true,
        examples: [
            'https://default0000.00.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0000/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=XXXX',
        ],
    }),
    __metadata("design:type", String)
], TeamsSettings.prototype, "url", void 0);
/**
 * An Adaptive Card by a workflow ("When a Teams webhook request is received"):
 * https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 *
 * Its texts are `TextRun`s of a `RichTextBlock`, which know no Markdown, and no mention without an entity of its own:
 * https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
 * Any host is accepted: Microsoft has changed it before.
 */
let TeamsChannel = class TeamsChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'teams';
        this.title = 'Microsoft Teams';
        this.settingsClass = TeamsSettings;
        this.retryProfile = 'http';
        /** Teams slows a sender down from four requests a second on. */
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
exports.TeamsChannel = TeamsChannel;
exports.TeamsChannel = TeamsChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], TeamsChannel);
function fits(body) {
    return (0, fit_1.utf8Bytes)(JSON.stringify(body)) <= MAX_BODY;
}
function bodyOf(letter) {
    const attachment = {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: cardOf(letter),
    };
    return { type: 'message', attachments: [attachment] };
}
function cardOf(letter) {
    const actions = letter.links.slice(0, MAX_ACTIONS).map(([title, url]) => ({ type: 'Action.OpenUrl', title, url }));
    return {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        // Shown by clients that cannot show the card, and in the notification.
        fallbackText: literal(letter.subject),
        body: blocksOf((0, lines_1.linesOf)(letter, { links: false })),
        ...(actions.length > 0 ? { actions } : {}),
        msteams: { width: 'Full' },
    };
}
/** One block a line; an empty line is the distance to the one before. */
function blocksOf(lines) {
    return lines.flatMap((line, index) => {
        if (line.length === 0)
            return [];
        const spacing = lines[index - 1]?.length === 0 ? 'Medium' : 'None';
        return [
            {
                type: 'RichTextBlock',
                spacing,
                inlines: line.filter(({ text }) => text !== '').map((span) => runOf(span, index === 0)),
            },
        ];
    });
}
function runOf({ text, bold, url }, headline) {
    return {
        type: 'TextRun',
        text: literal(text),
        ...(bold ? { weight: 'Bolder' } : {}),
        ...(headline ? { size: 'Large' } : {}),
        ...(url ? { color: 'Accent', selectAction: { type: 'Action.OpenUrl', url } } : {}),
    };
}
/** `{{DATE(…)}}` is the one thing that a card computes out of a text; an `<at>` without its entity would vanish. */
function literal(text) {
    return (0, markdown_1.interrupt)(text, /\{(?=\{)|<(?=\/?at\b)/gi);
}
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    // The workflow was deleted or is switched off; it may be switched on again.
    if (answer.status === 404)
        return { ...outcome, refusal: true, reason: 'Answered 404: there is no such workflow, or it is switched off' };
    return outcome;
}
//# sourceMappingURL=teams.channel.js.map