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
exports.WebhookChannel = exports.WebhookSettings = void 0;
exports.signature = signature;
exports.webhookBody = webhookBody;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const channel_1 = require("./channel");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const message_1 = require("./message");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const PREFIX = 'whsec_';
/** Standard Webhooks 1.0.0, "Signature scheme": 24 to 64 random bytes. */
const SECRET_BYTES = { min: 24, max: 64, ours: 32 };
/** Standard Webhooks recommends less than 20 KB. */
const MAX_BODY_BYTES = 20_000;
class WebhookSettings {
}
exports.WebhookSettings = WebhookSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'URL',
        description: 'Where each notification is sent with POST. It must be public and use https.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://example.com/hooks/updates'],
    }),
    __metadata("design:type", String)
], WebhookSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Signing secret',
        description: 'By it the receiver knows that a request is ours. Leave it out and a good one is made and shown once.',
        format: 'text',
        maxLength: 94,
        pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
        secret: true,
        optional: true,
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
    __metadata("design:type", String)
], WebhookSettings.prototype, "secret", void 0);
/** POST of a signed JSON body to a URL of the user's, by Standard Webhooks 1.0.0. */
let WebhookChannel = class WebhookChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'webhook';
        this.title = 'Webhook';
        this.settingsClass = WebhookSettings;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        const url = (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url);
        if (!settings.secret)
            return this.rotate({ url });
        checkSecret(settings.secret);
        return { settings: { url, secret: settings.secret } };
    }
    rotate(settings) {
        const secret = PREFIX + (0, node_crypto_1.randomBytes)(SECRET_BYTES.ours).toString('base64');
        return { settings: { url: settings.url, secret }, shownOnce: { secret } };
    }
    async send({ id, settings, previous, message, sentAt = new Date(Date.now()), }) {
        const body = webhookBody(message);
        const timestamp = Math.floor(sentAt.getTime() / 1000);
        const secrets = [settings.secret, previous?.secret].filter((secret) => secret !== undefined);
        const headers = {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': secrets.map((secret) => signature(secret, id, timestamp, body)).join(' '),
        };
        return (0, http_exchange_1.exchange)(this.http, { method: 'POST', url: settings.url, headers, body });
    }
};
exports.WebhookChannel = WebhookChannel;
exports.WebhookChannel = WebhookChannel = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], WebhookChannel);
/** `v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`; a uuid holds no `.`, so the parts cannot shift. */
function signature(secret, id, timestamp, body) {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${(0, node_crypto_1.createHmac)('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
/** The JSON body, at most 20,000 bytes: what does not fit is cut off the end of `versions`, of `updates` in a digest, or of `sources`. */
function webhookBody(message) {
    const clean = (0, message_1.cleanMessage)(message);
    const longest = listOf(clean).length;
    for (let count = longest;; count = Math.floor(count * 0.75)) {
        const body = JSON.stringify({ type: clean.kind, timestamp: clean.timestamp, data: dataOf(clean, count) });
        if (count === 0 || Buffer.byteLength(body) <= MAX_BODY_BYTES)
            return body;
    }
}
/** What is cut where a body is too long. */
function listOf({ kind, updates, sources = [] }) {
    if (kind === 'source.failing')
        return sources;
    return kind === 'update.digest' ? updates : (updates[0]?.versions ?? []);
}
/** What a test has: the shape of an update, so that a receiver's parser is tried too. */
const NOTHING = {
    favorite: null,
    software: { id: '00000000-0000-0000-0000-000000000000', name: 'Example', url: null },
    publisher: null,
    tracked_version: null,
    version: null,
    versions: [],
    kind: null,
    prerelease: false,
    released_at: null,
};
/** @param count how many versions, updates of a digest or sources it names */
function dataOf({ kind, updates, total, channel, sources = [], links }, count) {
    if (kind === 'test')
        return { ...NOTHING, links };
    if (kind === 'channel.disabled')
        return { channel, links };
    if (kind === 'source.failing')
        return { total, sources: sources.slice(0, count).map(sourceOf), links };
    if (kind === 'update.digest')
        return { total, updates: updates.slice(0, count).map((update) => updateOf(update, 1)), links };
    const [update] = updates;
    const data = updateOf(update, count);
    return { ...data, links: { ...data.links, ...links } };
}
const sourceOf = ({ software, type, failingSince, lastError, links }) => ({
    software,
    type,
    failing_since: failingSince,
    last_error: lastError,
    links,
});
function updateOf(update, versionCount) {
    const { favorite, software, publisher, trackedVersion, version, versions, step, prerelease, releasedAt } = update;
    return {
        favorite,
        software: { id: software.id, name: software.name, url: software.url },
        publisher,
        tracked_version: trackedVersion,
        version,
        versions: versions.slice(0, versionCount),
        kind: step,
        prerelease,
        released_at: releasedAt,
        links: update.links,
    };
}
function checkSecret(secret) {
    const size = Buffer.from(secret.slice(PREFIX.length), 'base64').length;
    if (size >= SECRET_BYTES.min && size <= SECRET_BYTES.max)
        return;
    const message = `must be ${PREFIX} and the base64 of ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes`;
    throw new settings_1.SettingsError([{ field: 'secret', message }]);
}
//# sourceMappingURL=webhook.channel.js.map