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
import { fromDate, type Moment, toApiMoment } from '../../common/moment';
import { Problem } from '../../common/problem/problem';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import type { Principal } from '../principal';
import { PrincipalCache, sha256 } from '../principal-cache';
import { UserStore } from '../user-store';
import { personOf, scopesOf } from './claims';
import { IssuerAwayError, IssuerKeys } from './issuer-keys';

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
const TYPES: unknown[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
/** A date has no more seconds. */
const END_OF_TIME = 253_402_300_799;

/** What is known of a token. */
interface Finding {
  /** null when it is not good. */
  payload: JWTPayload | null;
  /** For how many milliseconds this holds at most. */
  holdsMs: number;
}

/** Tokens of the operator's issuer of OpenID Connect: JSON Web Tokens (RFC 7519) for this service. */
@Injectable()
export class OidcService {
  private readonly logger = new Logger(OidcService.name);
  private readonly cache = new PrincipalCache();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly keys: IssuerKeys,
    private readonly users: UserStore,
  ) {}

  /**
   * @returns null when it is not a token of the issuer for this service that is good now
   * @throws Problem 503 when the issuer has to be asked and is away
   */
  async authenticate(token: string): Promise<Principal | null> {
    if (!this.config.oidc) return null;
    const hash = sha256(token);
    const cached = this.cache.get(hash);
    if (cached !== undefined) return cached;
    const now = toDate(await this.clock.now(this.database));
    const { payload, holdsMs } = await this.verify(token, now);
    const principal = payload && (await this.principalOf(payload));
    this.cache.set(hash, principal, holdsMs);
    return principal;
  }

  /** Whether it was good lately; without asking anybody. */
  isKnown(token: string): boolean {
    return this.cache.wasValid(sha256(token));
  }

  /** Whoever calls next is looked up, and made anew if need be. */
  forget(): void {
    this.cache.clear();
  }

  private async verify(token: string, currentDate: Date): Promise<Finding> {
    const { issuer, audience } = this.config.oidc!;
    const demands = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY,
      requiredClaims: ['exp'],
      currentDate,
    };
    try {
      const verified = await this.verifyByAnyKey(token, demands);
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
      // A key that came just after the last question is good from the next one on.
      return { payload, holdsMs: mayFitAnotherKey(error, token) ? this.keys.restMs() : Infinity };
    }
  }

  /** By the keys at hand, and when none of them fits, by those that the issuer has now. */
  private async verifyByAnyKey(token: string, demands: JWTVerifyOptions): Promise<JWTVerifyResult> {
    const keyOf: JWTVerifyGetKey = (header, jws) => this.keys.find(header, jws);
    try {
      return await jwtVerify(token, keyOf, demands);
    } catch (error) {
      if (!mayFitAnotherKey(error, token)) throw error;
    }
    await this.keys.refresh();
    return jwtVerify(token, keyOf, demands);
  }

  private async principalOf(payload: JWTPayload): Promise<Principal | null> {
    const oidc = this.config.oidc!;
    const person = personOf(payload, oidc);
    if (!person) return this.refuse('no user', oidc.userClaim);
    const { id, name, disabled_at } = await this.users.ofPerson(person);
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

  /** For the operator who sets it up; the client is told no reasons. */
  private refuse(reason: string, claim?: unknown): null {
    this.logger.debug({ msg: 'a token of OpenID Connect was refused', reason, ...(claim ? { claim } : {}) });
    return null;
  }
}

/** The key that it names is not known; or it names none (`kid`), and the one that it was tried with may have been exchanged. */
function mayFitAnotherKey(error: unknown, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey) return true;
  return error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined;
}

/** Signed by the issuer, but nothing that whoever has it may use here. */
function wrongKind({ protectedHeader, payload }: JWTVerifyResult): string | null {
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) return 'another type of token';
  // It is good only together with a key that its owner has (RFC 7800), and that nobody was asked for.
  if (payload.cnf !== undefined) return 'bound to a key';
  return payload.events === undefined ? null : 'a message about events';
}

const toDate = (moment: Moment) => new Date(toApiMoment(moment));
