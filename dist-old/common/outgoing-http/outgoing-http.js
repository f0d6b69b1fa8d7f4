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
exports.OutgoingHttp = exports.OUTGOING_LIMITS = exports.OUTGOING_RESOLVE = exports.OutgoingError = void 0;
const node_net_1 = require("node:net");
const common_1 = require("@nestjs/common");
const undici_1 = require("undici");
const config_1 = require("../../config/config");
const url_1 = require("../../config/url");
const address_guard_1 = require("./address-guard");
const excerpt_1 = require("./excerpt");
const exchange_1 = require("./exchange");
const guarded_connector_1 = require("./guarded-connector");
const limit_1 = require("./limit");
const outgoing_error_1 = require("./outgoing-error");
const resolver_1 = require("./resolver");
const stale_sockets_1 = require("./stale-sockets");
var outgoing_error_2 = require("./outgoing-error");
Object.defineProperty(exports, "OutgoingError", { enumerable: true, get: function () { return outgoing_error_2.OutgoingError; } });
/** Injection tokens by which tests bring their own resolver and shorter limits. */
exports.OUTGOING_RESOLVE = Symbol('OUTGOING_RESOLVE');
exports.OUTGOING_LIMITS = Symbol('OUTGOING_LIMITS');
const LIMITS = { totalMs: 20_000, lookupMs: 5_000, connectMs: 8_000 };
const MAX_BODY = 16_384;
const SOCKETS_PER_ORIGIN = 8;
const FIXED_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'software-update-tracker' };
/**
 * Requests to addresses that users gave. Every limit against a hostile receiver is here, so a channel needs none: which
 * addresses may be dialled, how long and how much, no redirects, no decompression, no cookies, no proxy of the environment.
 */
let OutgoingHttp = class OutgoingHttp {
    constructor(config, resolve, limits) {
        this.config = config;
        this.stale = new stale_sockets_1.StaleSockets();
        this.limits = { ...LIMITS, ...limits };
        this.guard = new address_guard_1.AddressGuard(config.outboundAllow);
        this.resolve = (0, resolver_1.cappedResolver)(resolve ?? resolver_1.systemResolve, this.limits.lookupMs);
        const operatorHook = config.operatorChannel?.kind === 'webhook' ? config.operatorChannel.url : null;
        const own = [config.appriseUrl, operatorHook, config.oidc?.issuer];
        this.ours = own.flatMap((url) => (url ? [new URL(url).origin] : []));
        // Its sockets are for these origins only, whatever addresses they have.
        const ours = { reachFor: (_address, url) => (this.isOurs(url) ? 'opened' : 'closed') };
        this.agents = {
            public: this.agentFor('public'),
            opened: this.agentFor('opened'),
            trusted: this.agentFor('opened', ours),
        };
    }
    /** The URL, or what is wrong with it in words that follow the name of a field: for saving; `request` checks again. */
    checkUrl(text) {
        const url = this.guard.checkUrl(text);
        const own = this.config.publicUrl ? new URL(this.config.publicUrl).host : null;
        return url instanceof URL && url.host === own ? 'must not be this service itself' : url;
    }
    /**
     * One exchange. Once the status is there it counts, even when the rest is cut, late or too long.
     * @throws OutgoingError when there is no status
     */
    async request(request) {
        const url = request.trusted ? this.trustedUrl(request.url) : this.checkUrl(request.url);
        if (!(url instanceof URL))
            throw new outgoing_error_1.OutgoingError('blocked');
        const limit = new limit_1.Limit(request.timeoutMs ?? this.limits.totalMs, request.signal);
        try {
            return await this.exchange(url, request, limit);
        }
        finally {
            limit.close();
        }
    }
    async exchange(url, request, limit) {
        const reach = request.trusted ? 'trusted' : await this.reachOf(url);
        try {
            const { status, headers, bytes, cut } = await this.sendTwiceIfStale(this.agents[reach], url, request, limit);
            const body = bytes.toString(request.encoding ?? 'utf8');
            const excerpt = reach === 'public' ? (0, excerpt_1.excerptOf)(body.slice(0, MAX_BODY), url, request.headers ?? {}) : '';
            return { status, headers, body, cut, excerpt };
        }
        catch (error) {
            throw (0, outgoing_error_1.toOutgoingError)(error, reach === 'opened');
        }
    }
    /** The URL when it is the operator's; a mistake of ours cannot send a user's address past the guard. */
    trustedUrl(text) {
        const url = (0, url_1.parseUrl)(text);
        return url && this.isOurs(url) ? url : null;
    }
    isOurs(url) {
        return this.ours.includes(url.origin);
    }
    async onModuleDestroy() {
        this.stale.close();
        await Promise.all(Object.values(this.agents).map((agent) => agent.destroy()));
    }
    /**
     * Which of the two policies a URL falls under. Only with opened ranges does a name have to be looked up for that, and
     * the agent checks again what it dials. A name with public and private addresses goes to the public ones.
     */
    async reachOf(url) {
        if (!this.guard.opensAny)
            return 'public';
        const host = (0, address_guard_1.hostOf)(url);
        const addresses = (0, node_net_1.isIP)(host) ? [host] : await this.addressesOf(host);
        const reaches = addresses.map((address) => this.guard.reachFor(address, url));
        if (reaches.includes('public'))
            return 'public';
        if (reaches.includes('opened'))
            return 'opened';
        throw new outgoing_error_1.OutgoingError('blocked');
    }
    async addressesOf(host) {
        try {
            return (await this.resolve(host)).map(({ address }) => address);
        }
        catch (error) {
            throw (0, outgoing_error_1.toOutgoingError)(error, false);
        }
    }
    async sendTwiceIfStale(agent, url, request, limit) {
        try {
            return await send(agent, url, request, limit);
        }
        catch (error) {
            if (!this.stale.isStale(error))
                throw error;
            return send(agent, url, request, limit);
        }
    }
    agentFor(reach, guard = this.guard) {
        const { resolve, limits } = this;
        const onSocket = this.stale.watch.bind(this.stale);
        return new undici_1.Agent({
            connect: (0, guarded_connector_1.guardedConnector)({ guard, reach, resolve, timeoutMs: limits.connectMs, onSocket }),
            connections: SOCKETS_PER_ORIGIN,
            pipelining: 1,
            headersTimeout: limits.totalMs,
            bodyTimeout: limits.totalMs,
            maxHeaderSize: MAX_BODY,
            keepAliveMaxTimeout: 10_000,
        });
    }
};
exports.OutgoingHttp = OutgoingHttp;
exports.OutgoingHttp = OutgoingHttp = __decorate([
    (0, common_1.Injectable)(),
    __param(1, (0, common_1.Optional)()),
    __param(1, (0, common_1.Inject)(exports.OUTGOING_RESOLVE)),
    __param(2, (0, common_1.Optional)()),
    __param(2, (0, common_1.Inject)(exports.OUTGOING_LIMITS)),
    __metadata("design:paramtypes", [config_1.Config, Function, Object])
], OutgoingHttp);
function send(agent, url, request, limit) {
    const exchange = new exchange_1.Exchange({ max: request.maxBytes ?? MAX_BODY, onBytes: request.onBytes });
    limit.holdFor(exchange);
    return exchange.run(agent, {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { ...request.headers, ...FIXED_HEADERS },
        body: request.body ?? null,
    });
}
//# sourceMappingURL=outgoing-http.js.map