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
exports.RateLimits = void 0;
const common_1 = require("@nestjs/common");
const prom_client_1 = require("prom-client");
const metrics_1 = require("../../common/metrics");
const problem_1 = require("../../common/problem/problem");
const config_1 = require("../../config/config");
const duration_1 = require("../../config/duration");
const address_key_1 = require("./address-key");
const limit_stores_1 = require("./limit-stores");
const shared_limit_1 = require("./shared-limit");
/** Not told more often than this. */
const WARN_EVERY_MS = 60_000;
/** One limit of the service, as its callers meet it: draft-ietf-httpapi-ratelimit-headers-11. */
class PolicyLimit {
    constructor(name, limit, refused) {
        this.name = name;
        this.limit = limit;
        this.refused = refused;
        this.policy = `"${name}";q=${limit.rate.points};w=${limit.rate.seconds}`;
    }
    take(key, what, response) {
        const standing = this.limit.take(key);
        if (!standing.within)
            throw this.problem(standing, what);
        response.setHeader('RateLimit-Policy', this.policy);
        response.setHeader('RateLimit', this.field(standing));
    }
    look(key, what, unless) {
        const standing = this.limit.look(key);
        if (!standing.within && !unless())
            throw this.problem(standing, what);
    }
    /** Known without the key, which takes as long as all the rest. */
    get isWhole() {
        return this.limit.isWhole;
    }
    count(key) {
        this.limit.take(key);
    }
    problem(standing, what) {
        this.refused(this.name);
        const { points, seconds } = this.limit.rate;
        return new problem_1.Problem('too-many-requests', `${what}: ${points} in ${(0, duration_1.formatDuration)(seconds)} at most.`, [], {
            'Retry-After': String(standing.resetsIn),
            'RateLimit-Policy': this.policy,
            RateLimit: this.field(standing),
        });
    }
    field({ remaining, resetsIn }) {
        return `"${this.name}";r=${remaining};t=${resetsIn}`;
    }
}
/** How often somebody may ask: a token, an address whose tokens are not valid, an address that opens the pages of messages. */
let RateLimits = class RateLimits {
    constructor(config, metrics, stores) {
        this.stores = stores;
        this.logger = new common_1.Logger('rate-limit');
        this.warnedAt = -Infinity;
        this.refusals = new prom_client_1.Counter({
            name: 'http_requests_limited_total',
            help: 'Requests that were answered with 429, by limit.',
            labelNames: ['limit'],
            registers: [metrics.registry],
        });
        this.tokens = this.open('token', config.rateLimit);
        this.failures = this.open('failed-auth', config.rateLimitFailedAuth);
        this.pages = this.open('page', config.rateLimitPages);
    }
    /** A request with a valid token. @throws Problem too-many-requests */
    useToken(tokenId, response) {
        this.tokens?.take(tokenId, 'Requests with one token', response);
    }
    /** A request for a page. @throws Problem too-many-requests */
    usePage(address, response) {
        this.pages?.take((0, address_key_1.addressKey)(address), 'Requests from one address', response);
    }
    /**
     * Before a token or a signature is looked at.
     * @param isProven whether it was valid before, and so is no guess
     * @throws Problem too-many-requests when too many from this address were not valid
     */
    demandFewFailures(address, isProven = () => false) {
        if (!this.failures || this.failures.isWhole)
            return;
        this.failures.look((0, address_key_1.addressKey)(address), 'Requests from one address with a token that is not valid', isProven);
    }
    /** A token or a signature from this address was not valid. */
    noteFailure(address) {
        this.failures?.count((0, address_key_1.addressKey)(address));
    }
    open(name, rate) {
        if (rate === false)
            return null;
        const limit = new shared_limit_1.SharedLimit(rate, this.stores.open(name, rate), (error) => this.warn(error));
        return new PolicyLimit(name, limit, (policy) => this.refusals.inc({ limit: policy }));
    }
    warn(error) {
        if (performance.now() - this.warnedAt < WARN_EVERY_MS)
            return;
        this.warnedAt = performance.now();
        this.logger.warn({ msg: 'rate limits are not shared: each replica counts for itself', err: error });
    }
};
exports.RateLimits = RateLimits;
exports.RateLimits = RateLimits = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        metrics_1.Metrics,
        limit_stores_1.LimitStores])
], RateLimits);
//# sourceMappingURL=rate-limits.js.map