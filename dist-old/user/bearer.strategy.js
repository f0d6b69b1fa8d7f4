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
exports.BearerStrategy = exports.Challenge = void 0;
const common_1 = require("@nestjs/common");
const passport_1 = require("@nestjs/passport");
const passport_http_bearer_1 = require("passport-http-bearer");
const oidc_service_1 = require("./oidc/oidc.service");
const token_service_1 = require("./token.service");
/** Why nobody was found: the value of `WWW-Authenticate` (RFC 6750, section 3). */
class Challenge {
    constructor(text) {
        this.text = text;
    }
}
exports.Challenge = Challenge;
let BearerStrategy = class BearerStrategy extends (0, passport_1.PassportStrategy)((passport_http_bearer_1.Strategy), 'bearer') {
    constructor(tokens, oidc) {
        super({ realm: 'api' });
        this.tokens = tokens;
        this.oidc = oidc;
        this.Attempt = attemptAt(this);
    }
    /**
     * Whose a request is. The strategy would also read tokens from the query and the body, where they end up in logs: here only the
     * header counts.
     */
    identify(authorization) {
        return new Promise((resolve, reject) => {
            new this.Attempt(resolve, reject).authenticate({ headers: { authorization } });
        });
    }
    /** A token is read in one way only, by what it begins with. */
    async validate(token) {
        const reader = (0, token_service_1.isOwnToken)(token) ? this.tokens : this.oidc;
        return (await reader.authenticate(token)) ?? false;
    }
};
exports.BearerStrategy = BearerStrategy;
exports.BearerStrategy = BearerStrategy = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [token_service_1.TokenService,
        oidc_service_1.OidcService])
], BearerStrategy);
/**
 * The strategy as one request sees it: it says by these methods what became of the request. `passport.authenticate` makes such an object
 * out of the strategy for each request, with functions of its own, which V8 keeps with all that the request had until its next full
 * collection: that took a third of the time of a short request (bench/results.md).
 */
function attemptAt(strategy) {
    class Attempt {
        constructor(ended, error) {
            this.ended = ended;
            this.error = error;
        }
        success(principal) {
            this.ended(principal);
        }
        /** @param challenge or the status of a header that is not well-formed */
        fail(challenge) {
            const text = typeof challenge === 'string' ? challenge : 'Bearer realm="api", error="invalid_request"';
            this.ended(new Challenge(text));
        }
    }
    Object.setPrototypeOf(Attempt.prototype, strategy);
    return Attempt;
}
//# sourceMappingURL=bearer.strategy.js.map