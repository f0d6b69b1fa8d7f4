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
exports.MatrixChannel = exports.MatrixSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const lines_html_1 = require("./lines-html");
const markdown_1 = require("./markdown");
const outcome_1 = require("./outcome");
const setting_1 = require("../../common/settings/setting");
const wait_1 = require("./wait");
/** Bytes of what we send. An event may have 65,536 with all that servers add: https://spec.matrix.org/latest/client-server-api/#size-limits */
const MAX_CONTENT = 29_000;
/** What clients make a mention, a room or a link of, wherever it stands. */
const TRIGGERS = /@|:\/(?=\/)|#(?=[^\s#]+:)/g;
/** Whoever the token belongs to may not, or cannot any more, write into the room. */
const GONE = {
    M_FORBIDDEN: 'The account may not write into this room',
    M_UNKNOWN_TOKEN: 'The server does not know this access token any more',
    M_MISSING_TOKEN: 'The server does not know this access token any more',
    M_USER_DEACTIVATED: 'The account was deactivated',
};
class MatrixSettings {
}
exports.MatrixSettings = MatrixSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Homeserver',
        description: 'The base address of the homeserver of the account that sends.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://matrix.example.org/'],
    }),
    __metadata("design:type", String)
], MatrixSettings.prototype, "server", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Access token',
        description: 'An access token of that account. Whoever has it can read and send as the account.',
        format: 'text',
        maxLength: 1024,
        pattern: /^[\x21-\x7E]+$/,
        secret: true,
        examples: ['syt_dXBkYXRlcw_XXXXXXXXXXXXXXXXXXXX_000000'],
    }),
    __metadata("design:type", String)
], MatrixSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Room',
        description: 'The internal room ID, which begins with an exclamation mark. The account must be in the room.',
        format: 'text',
        maxLength: 255,
        pattern: /^![\x21-\x7E]{1,254}$/,
        examples: ['!abcdefghijklmnop:example.org'],
    }),
    __metadata("design:type", String)
], MatrixSettings.prototype, "room", void 0);
/**
 * A notice in a Matrix room, without end-to-end encryption:
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 *
 * The transaction id is the delivery's: the server drops a repeated one.
 */
let MatrixChannel = class MatrixChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'matrix';
        this.title = 'Matrix';
        this.settingsClass = MatrixSettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const { server, token, room } = settings;
        const content = (0, fit_1.fitLetter)((0, letter_1.letterOf)(message), contentOf, fits);
        const request = {
            method: 'PUT',
            url: (0, url_setting_1.under)(server, '_matrix', 'client', 'v3', 'rooms', room, 'send', 'm.room.message', id),
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify(content),
        };
        return (0, http_exchange_1.exchange)(this.http, request, judge);
    }
};
exports.MatrixChannel = MatrixChannel;
exports.MatrixChannel = MatrixChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], MatrixChannel);
function contentOf(letter) {
    return {
        // A notice: other bots must not answer it.
        msgtype: 'm.notice',
        body: (0, lines_1.plainText)(letter),
        format: 'org.matrix.custom.html',
        formatted_body: (0, lines_html_1.linesHtml)((0, markdown_1.withoutTriggers)((0, lines_1.linesOf)(letter), TRIGGERS)).source,
        // Being there and empty, it keeps clients from looking for @room and names in the text.
        'm.mentions': {},
    };
}
function fits(content) {
    return (0, fit_1.utf8Bytes)(JSON.stringify(content)) <= MAX_CONTENT;
}
/** `errcode` says more than the status: https://spec.matrix.org/latest/client-server-api/#standard-error-response */
function judge(answer) {
    const { errcode, retry_after_ms: wait } = (0, http_exchange_1.jsonOf)(answer);
    const known = typeof errcode === 'string' && Object.hasOwn(GONE, errcode) ? GONE[errcode] : null;
    if (answer.status >= 400 && known)
        return { kind: 'disable', reason: known, code: answer.status, excerpt: answer.excerpt };
    if (errcode === 'M_LIMIT_EXCEEDED')
        return limited(answer, wait);
    if (errcode === 'M_NOT_FOUND')
        return { ...(0, outcome_1.outcomeOfHttp)(answer), reason: 'The server does not know this room', refusal: true };
    return (0, outcome_1.outcomeOfHttp)(answer);
}
/** The header is the newer way to say it (Matrix 1.10), the field in the body the older one. */
function limited(answer, wait) {
    const outcome = (0, outcome_1.outcomeOfHttp)({ ...answer, status: 429 });
    const after = typeof wait === 'number' ? (0, wait_1.waitOf)(wait / 1000) : null;
    return answer.headers['retry-after'] || after === null ? outcome : { ...outcome, after };
}
//# sourceMappingURL=matrix.channel.js.map