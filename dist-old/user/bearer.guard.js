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
exports.BearerGuard = void 0;
const common_1 = require("@nestjs/common");
const core_1 = require("@nestjs/core");
const problem_1 = require("../common/problem/problem");
const bearer_strategy_1 = require("./bearer.strategy");
const rate_limits_1 = require("./limits/rate-limits");
const oidc_service_1 = require("./oidc/oidc.service");
const principal_1 = require("./principal");
const token_service_1 = require("./token.service");
const BEARER = 'Bearer ';
/** Every route: a valid bearer token in the header (RFC 6750) with the scope that the route declares. */
let BearerGuard = class BearerGuard {
    constructor(reflector, strategy, tokens, oidc, limits) {
        this.reflector = reflector;
        this.strategy = strategy;
        this.tokens = tokens;
        this.oidc = oidc;
        this.limits = limits;
        /** By handler: what its decorators say does not change while the program runs. */
        this.demands = new Map();
    }
    async canActivate(context) {
        const { isPublic, isLimited, scope } = this.demandOf(context);
        const request = context.switchToHttp().getRequest();
        const response = context.switchToHttp().getResponse();
        if (isLimited)
            this.limits.usePage(request.ip, response);
        if (isPublic)
            return true;
        this.demandFewFailures(request);
        const known = await this.principalOf(request);
        // Who calls is remembered from request to request, by which request is not.
        const principal = (request.user = { ...known, requestId: request.id });
        this.limits.useToken(principal.tokenId, response);
        if (scope && principal.scopes.has(scope))
            return true;
        throw new problem_1.Problem('forbidden', `This needs a token with the scope ${scope ?? '(none declared)'}.`, [], {
            'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope ?? ''}"`,
        });
    }
    /** A token that was valid lately is no guess: it goes on from an address that others guess from, such as that of a proxy. */
    demandFewFailures({ headers: { authorization }, ip }) {
        const token = authorization?.slice(BEARER.length);
        if (token !== undefined)
            this.limits.demandFewFailures(ip, () => this.tokens.isKnown(token) || this.oidc.isKnown(token));
    }
    demandOf(context) {
        const [handler, controller] = [context.getHandler(), context.getClass()];
        const known = this.demands.get(handler);
        if (known?.controller === controller)
            return known;
        const targets = [handler, controller];
        const demand = {
            controller,
            isPublic: this.reflector.getAllAndOverride(principal_1.PUBLIC_KEY, targets) ?? false,
            isLimited: this.reflector.getAllAndOverride(principal_1.LIMITED_KEY, targets) ?? false,
            scope: this.reflector.getAllAndOverride(principal_1.SCOPE_KEY, targets),
        };
        this.demands.set(handler, demand);
        return demand;
    }
    async principalOf(request) {
        const verdict = await this.strategy.identify(request.headers.authorization);
        if (!(verdict instanceof bearer_strategy_1.Challenge))
            return verdict;
        const given = verdict.text.includes('error=');
        if (given)
            this.limits.noteFailure(request.ip);
        const detail = given
            ? 'The token is not valid: unknown, expired or revoked.'
            : 'Send a token in the header: Authorization: Bearer <token>.';
        throw new problem_1.Problem('unauthorized', detail, [], { 'WWW-Authenticate': verdict.text });
    }
};
exports.BearerGuard = BearerGuard;
exports.BearerGuard = BearerGuard = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [core_1.Reflector,
        bearer_strategy_1.BearerStrategy,
        token_service_1.TokenService,
        oidc_service_1.OidcService,
        rate_limits_1.RateLimits])
], BearerGuard);
//# sourceMappingURL=bearer.guard.js.map