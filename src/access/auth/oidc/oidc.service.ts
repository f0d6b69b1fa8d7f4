import { Injectable, Logger } from '@nestjs/common';
import {
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from 'jose';
import { fromDate, type UtcTimestamp, toApiTimestamp } from '../../../common/time/utc-timestamp';
import { Problem } from '../../../api/problem/problem';
import { Config } from '../../../config/config';
import { Database } from '../../../database/database';
import { DatabaseClock } from '../../../database/database-clock';
import type { Principal } from '../../../api/identity/principal';
import { PrincipalCache } from '../../../api/identity/principal-cache';
import { UserService } from '../../user/user.service';
import { personOf, scopesOf } from './claims';
import { IssuerAwayError, IssuerKeys } from './issuer-keys';

/** Asymmetric only: neither `none` nor HMAC with the public key as its secret proves that the issuer signed. */
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
/** Access tokens (RFC 9068), and tokens of issuers that set no type; others, such as `logout+jwt`, have other purposes. */
const TYPES: unknown[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
/** The last second that a timestamp can have. */
const END_OF_TIME = 253_402_300_799;

/** The result of verifying a token. */
interface Finding {
  /** null = invalid. */
  payload: JWTPayload | null;
  /** For how many milliseconds the result holds at most. */
  holdsMs: number;
}

/** Tokens of the operator's OpenID Connect issuer: JSON Web Tokens (RFC 7519) for this service. */
@Injectable()
export class OidcService {
  private readonly logger = new Logger(OidcService.name);
  private readonly cache = new PrincipalCache();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly keys: IssuerKeys,
    private readonly users: UserService,
  ) {}

  /**
   * @returns null when it is not a valid token of the issuer for this service
   * @throws Problem 503 when the issuer's keys are needed and it is down
   */
  async authenticate(token: string): Promise<Principal | null> {
    if (!this.config.oidc) return null;
    return this.cache.find(token, async () => {
      const now = toDate(await this.clock.now(this.database));
      const { payload, holdsMs } = await this.verify(token, now);
      return { principal: payload && (await this.principalOf(payload)), validMs: holdsMs };
    });
  }

  /** Whether it was valid lately, by memory alone. */
  isKnown(token: string): boolean {
    return this.cache.wasValid(token);
  }

  /** Clears the cache: every token is verified again, and its user created if need be. */
  forget(): void {
    this.cache.clear();
  }

  private async verify(token: string, currentDate: Date): Promise<Finding> {
    const { issuer, audience } = this.config.oidc!;
    const options = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY,
      requiredClaims: ['exp'],
      currentDate,
    };
    try {
      const verified = await this.verifyByAnyKey(token, options);
      const wrong = wrongKind(verified);
      if (wrong !== null) return { payload: this.refuse(wrong), holdsMs: Infinity };
      return { payload: verified.payload, holdsMs: (verified.payload.exp! + LEEWAY) * 1_000 - currentDate.getTime() };
    } catch (error) {
      if (error instanceof IssuerAwayError)
        throw new Problem('service-unavailable', 'The issuer of this token cannot be reached at the moment.', [], {
          'Retry-After': '5',
        });
      if (!(error instanceof errors.JOSEError)) throw error;
      const payload = this.refuse(error.code, 'claim' in error ? error.claim : undefined);
      // The key may have been added just after the last request to the issuer.
      return { payload, holdsMs: mayFitAnotherKey(error, token) ? this.keys.restMs() : Infinity };
    }
  }

  /** With the cached keys, and if none fits, with those that the issuer has now. */
  private async verifyByAnyKey(token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    const keyOf: JWTVerifyGetKey = (header, jws) => this.keys.find(header, jws);
    try {
      return await jwtVerify(token, keyOf, options);
    } catch (error) {
      if (!mayFitAnotherKey(error, token)) throw error;
    }
    await this.keys.refresh();
    return jwtVerify(token, keyOf, options);
  }

  private async principalOf(payload: JWTPayload): Promise<Principal | null> {
    const oidc = this.config.oidc!;
    const person = personOf(payload, oidc);
    if (!person) return this.refuse('no user', oidc.userClaim);
    const { id, name, disabled_at } = await this.users.findOrCreatePerson(person);
    if (disabled_at !== null) return this.refuse('the user is disabled');
    return {
      userId: id,
      means: 'oidc',
      credential: person.subject,
      requestId: null,
      userName: name,
      tokenId: id,
      scopes: scopesOf(payload, oidc),
      expiresAt: fromDate(new Date(Math.min(payload.exp!, END_OF_TIME) * 1_000)),
    };
  }

  /** The reason is logged for the operator, and not shown to the client. */
  private refuse(reason: string, claim?: unknown): null {
    this.logger.debug({ msg: 'a token of OpenID Connect was refused', reason, ...(claim ? { claim } : {}) });
    return null;
  }
}

/** Its key (`kid`) is unknown; or it names none, and the key that it was tried with may have been replaced. */
function mayFitAnotherKey(error: unknown, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey) return true;
  return error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined;
}

/** Why a token that the issuer signed is not accepted here; null = it is. */
function wrongKind({ protectedHeader, payload }: JWTVerifyResult): string | null {
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) return 'another type of token';
  // Valid only together with a proof of possession (RFC 7800), which we do not ask for.
  if (payload.cnf !== undefined) return 'bound to a key';
  return payload.events === undefined ? null : 'a message about events';
}

const toDate = (moment: UtcTimestamp) => new Date(toApiTimestamp(moment));
