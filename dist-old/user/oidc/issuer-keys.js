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
var IssuerKeys_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.IssuerKeys = exports.IssuerAwayError = void 0;
const common_1 = require("@nestjs/common");
const jose_1 = require("jose");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const config_1 = require("../../config/config");
const oidc_1 = require("../../config/oidc");
const url_1 = require("../../config/url");
/** The issuer does not answer, or not with what it should, and the keys at hand do not do. */
class IssuerAwayError extends Error {
}
exports.IssuerAwayError = IssuerAwayError;
/** Keys are asked for again in the background after this time, and used for the second one while the issuer is away. */
const FRESH_MS = 600_000;
const USABLE_MS = 3_600_000;
/** Between two questions to the issuer: whoever makes keys up cannot have it asked more often. */
const REST_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;
/**
 * The public keys of the issuer, by OpenID Connect Discovery 1.0. A key that is not known is a reason to ask again, so new keys count
 * at once. Keys at hand outlive an issuer that is away for a while; who is waiting for one that is silent waits once, not each time.
 */
let IssuerKeys = IssuerKeys_1 = class IssuerKeys {
    constructor(http, config) {
        this.http = http;
        this.config = config;
        this.logger = new common_1.Logger(IssuerKeys_1.name);
        this.keys = null;
        /** Milliseconds of the monotonic clock. */
        this.fetchedAt = -Infinity;
        this.askedAt = -Infinity;
        this.failure = null;
        this.asking = null;
    }
    /**
     * The key that a token says it was signed with.
     * @throws IssuerAwayError, or what jose throws when the issuer has no such key
     */
    async find(header, token) {
        const age = performance.now() - this.fetchedAt;
        if (age > USABLE_MS)
            await this.refresh();
        // What went wrong is logged; the keys at hand do.
        else if (age > FRESH_MS)
            this.refresh().catch(() => undefined);
        try {
            return await this.keys(header, token);
        }
        catch (error) {
            if (!(error instanceof jose_1.errors.JWKSNoMatchingKey))
                throw error;
        }
        await this.refresh();
        return this.keys(header, token);
    }
    /** One question at a time, then a rest, in which the last answer counts. */
    async refresh() {
        if (this.asking === null && performance.now() - this.askedAt < REST_MS) {
            if (this.failure)
                throw this.failure;
            return;
        }
        this.asking ??= this.ask().finally(() => {
            this.asking = null;
            this.askedAt = performance.now();
        });
        await this.asking;
    }
    async ask() {
        try {
            this.keys = (0, jose_1.createLocalJWKSet)((await this.read(await this.keysUrl())));
            this.fetchedAt = performance.now();
            this.failure = null;
        }
        catch (error) {
            const { message } = error;
            this.logger.warn({ msg: 'keys of the issuer not read', reason: message });
            throw (this.failure = new IssuerAwayError(message));
        }
    }
    /** @throws Error when the issuer says that it is another one (Discovery 1.0, section 4.3) */
    async keysUrl() {
        const { issuer, allowHttp } = this.config.oidc;
        const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
        const said = (await this.read(address));
        if (said?.issuer !== issuer)
            throw new Error(`${address} is about another issuer than OIDC_ISSUER`);
        const url = typeof said.jwks_uri === 'string' ? (0, url_1.parseUrl)(said.jwks_uri) : null;
        if (!url || !(0, oidc_1.isSafeIssuerUrl)(url, allowHttp))
            throw new Error(`${address} has no usable jwks_uri`);
        return url.href;
    }
    /** Keys may be at another host than the issuer: then it is called as any other address is, within OUTBOUND_ALLOW. */
    async read(url) {
        const trusted = new URL(url).origin === new URL(this.config.oidc.issuer).origin;
        const headers = { accept: 'application/json' };
        const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, trusted };
        const { status, cut, body } = await this.http.request(request).catch((error) => {
            throw new Error(`${url}: ${error.message}`);
        });
        if (status !== 200 || cut)
            throw new Error(`${url} answered ${status}${cut ? ', cut off' : ''}`);
        try {
            return JSON.parse(body);
        }
        catch {
            throw new Error(`${url} did not answer with JSON`);
        }
    }
};
exports.IssuerKeys = IssuerKeys;
exports.IssuerKeys = IssuerKeys = IssuerKeys_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], IssuerKeys);
//# sourceMappingURL=issuer-keys.js.map