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
var OidcService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.OidcService = void 0;
const common_1 = require("@nestjs/common");
const jose_1 = require("jose");
const moment_1 = require("../../common/moment");
const problem_1 = require("../../common/problem/problem");
const config_1 = require("../../config/config");
const database_1 = require("../../database/database");
const database_clock_1 = require("../../database/database-clock");
const principal_cache_1 = require("../principal-cache");
const user_store_1 = require("../user-store");
const claims_1 = require("./claims");
const issuer_keys_1 = require("./issuer-keys");
/** With a private key only: `none`, and HMAC with the public key as its secret, are no signatures of the issuer. */
const ALGORITHMS = [
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'EdDSA',
    'Ed25519',
];
/** Seconds by which the issuer's clock may differ from the database's. */
const LEEWAY = 10;
/** Of access tokens (RFC 9068) and of issuers that tell no kinds apart; others, such as `logout+jwt`, are for other purposes. */
const TYPES = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
/** A date has no more seconds. */
const END_OF_TIME = 253_402_300_799;
/** Tokens of the operator's issuer of OpenID Connect: JSON Web Tokens (RFC 7519) for this service. */
let OidcService = OidcService_1 = class OidcService {
    constructor(config, database, clock, keys, users) {
        this.config = config;
        this.database = database;
        this.clock = clock;
        this.keys = keys;
        this.users = users;
        this.logger = new common_1.Logger(OidcService_1.name);
        this.cache = new principal_cache_1.PrincipalCache();
    }
    /**
     * @returns null when it is not a token of the issuer for this service that is good now
     * @throws Problem 503 when the issuer has to be asked and is away
     */
    async authenticate(token) {
        if (!this.config.oidc)
            return null;
        const hash = (0, principal_cache_1.sha256)(token);
        const cached = this.cache.get(hash);
        if (cached !== undefined)
            return cached;
        const now = toDate(await this.clock.now(this.database));
        const payload = await this.verify(token, now);
        const principal = payload && (await this.principalOf(payload));
        this.cache.set(hash, principal, payload ? (payload.exp + LEEWAY) * 1_000 - now.getTime() : Infinity);
        return principal;
    }
    /** Whether it was good when it was looked at last; without asking anybody. */
    isKnown(token) {
        return Boolean(this.cache.get((0, principal_cache_1.sha256)(token)));
    }
    async verify(token, currentDate) {
        const { issuer, audience } = this.config.oidc;
        const demands = {
            issuer,
            audience,
            algorithms: ALGORITHMS,
            clockTolerance: LEEWAY,
            requiredClaims: ['exp'],
            currentDate,
        };
        const keyOf = (header, jws) => this.keys.find(header, jws);
        try {
            const verified = await (0, jose_1.jwtVerify)(token, keyOf, demands);
            const wrong = wrongKind(verified);
            return wrong === null ? verified.payload : this.refuse(wrong);
        }
        catch (error) {
            if (error instanceof issuer_keys_1.IssuerAwayError)
                throw new problem_1.Problem('service-unavailable', 'The issuer of this token cannot be reached at the moment.', [], {
                    'Retry-After': '5',
                });
            if (!(error instanceof jose_1.errors.JOSEError))
                throw error;
            return this.refuse(error.code, 'claim' in error ? error.claim : undefined);
        }
    }
    async principalOf(payload) {
        const oidc = this.config.oidc;
        const person = (0, claims_1.personOf)(payload, oidc);
        if (!person)
            return this.refuse('no user', oidc.userClaim);
        const { id, name } = await this.users.ofPerson(person);
        return {
            userId: id,
            means: 'oidc',
            credential: person.subject,
            requestId: null,
            userName: name,
            tokenId: id,
            scopes: (0, claims_1.scopesOf)(payload, oidc),
            expiresAt: (0, moment_1.fromDate)(new Date(Math.min(payload.exp, END_OF_TIME) * 1_000)),
        };
    }
    /** For the operator who sets it up; the client is told no reasons. */
    refuse(reason, claim) {
        this.logger.debug({ msg: 'a token of OpenID Connect was refused', reason, ...(claim ? { claim } : {}) });
        return null;
    }
};
exports.OidcService = OidcService;
exports.OidcService = OidcService = OidcService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        database_1.Database,
        database_clock_1.DatabaseClock,
        issuer_keys_1.IssuerKeys,
        user_store_1.UserStore])
], OidcService);
/** Signed by the issuer, but nothing that whoever has it may use here. */
function wrongKind({ protectedHeader, payload }) {
    if (!TYPES.includes(protectedHeader.typ?.toLowerCase()))
        return 'another type of token';
    // It is good only together with a key that its owner has (RFC 7800), and that nobody was asked for.
    if (payload.cnf !== undefined)
        return 'bound to a key';
    return payload.events === undefined ? null : 'a message about events';
}
const toDate = (moment) => new Date((0, moment_1.toApiMoment)(moment));
//# sourceMappingURL=oidc.service.js.map