import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { audit, type AuditDetails } from '../../audit/audit.repository';
import type { Actor } from '../../../api/identity/actor';
import { type Principal, readScopes, scopeText } from '../../../api/identity/principal';
import { PrincipalCache } from '../../../api/identity/principal-cache';
import { newId } from '../../../common/ids';
import { Problem } from '../../../api/problem/problem';
import { sha256 } from '../../../common/fingerprint';
import { type UtcTimestamp, toApiTimestamp } from '../../../common/time/utc-timestamp';
import { Config } from '../../../config/config';
import type { Scope } from '../../../config/scopes';
import { Database, type Sql, type Transaction } from '../../../database/database';
import { DatabaseClock } from '../../../database/database-clock';
import { lockUser } from '../../user/user.repository';
import { agentOf } from './agent';
import type { SessionResponse, SignInMeans } from './dto/session.dto';
import { clearingCookie, readSessionCookie, SESSION_PREFIX, setSessionCookie } from './session-cookie';
import { type Session, SessionRepository, type ValidSession } from './session.repository';

/** The user who signs in, and how. */
export interface SignIn {
  userId: string;
  means: SignInMeans;
  /** The id of the token or the link, or the subject of OpenID Connect. */
  credential: string;
  /** The session ends with this token; null = with none. */
  accessTokenId: string | null;
  scopes: Iterable<Scope>;
  /** Seconds after which it ends at the latest, if that is before the usual end. */
  lasts?: number;
  /** When it ends at the latest, likewise; null = at the usual end. */
  endsBy?: UtcTimestamp | null;
  /** Runs in the transaction that starts the session, with the user locked; an error refuses the sign-in. */
  claim?: (sql: Transaction) => Promise<void>;
}

/** Seconds: without use, and in all. */
const IDLE = 7 * 86_400;
const LASTS = 30 * 86_400;
/** Seconds between two updates of `last_used_at`. */
const RECORD_USE_EVERY = 60;
/** Seconds after the sign-in in which a session may make tokens and links. */
const FRESH = 3_600;

const COOKIE = new RegExp(`^${SESSION_PREFIX}[\\w-]{43}$`);

/** Sessions of browsers: a cookie of 256 random bits, stored only as its SHA-256. */
@Injectable()
export class SessionService {
  private readonly logger = new Logger(SessionService.name);
  private readonly cache = new PrincipalCache();

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
  ) {}

  /** @returns null when the cookie is of no session, or of one that has ended */
  async authenticate(cookie: string): Promise<Principal | null> {
    if (!COOKIE.test(cookie)) return null;
    return this.cache.find(cookie, async (hash) => ({ principal: await this.lookUp(hash) }));
  }

  /** Whether it was valid lately, by memory alone. */
  isKnown(cookie: string): boolean {
    return this.cache.wasValid(cookie);
  }

  /** Clears the cache: every session is looked up again. */
  forget(): void {
    this.cache.clear();
  }

  /**
   * Starts a session in the browser that asks, with a new cookie. The session that the browser has had until now ends.
   * @throws Problem unauthorized when the user was disabled or deleted meanwhile, and what `claim` throws
   */
  async start(signIn: SignIn, request: Request, response: Response): Promise<SessionResponse> {
    const cookie = SESSION_PREFIX + randomBytes(32).toString('base64url');
    const [id, former] = [newId(), readSessionCookie(request)];
    const { session, seconds } = await this.database.transaction(async (sql) => {
      await lockUser(sql, signIn.userId);
      await signIn.claim?.(sql);
      const actor: Actor = { userId: signIn.userId, means: 'session', credential: id, requestId: request.id };
      if (former !== null) await this.replace(sql, actor, sha256(former));
      const lasts = await this.insert(sql, id, sha256(cookie), signIn, agentOf(request.headers['user-agent']));
      await this.makeRoom(sql, actor);
      const created = await this.sessions.find(sql, signIn.userId, id);
      if (!created) throw endedSession(); // the token or link has just expired
      await audit(sql, actor, 'session.created', id, detailsOf(signIn, created));
      return { session: created, seconds: lasts };
    });
    if (former !== null) this.forget();
    setSessionCookie(request, response, cookie, seconds);
    return { ...session, current: true };
  }

  /** The caller's own. */
  async list(caller: Principal): Promise<SessionResponse[]> {
    const sessions = await this.sessions.list(caller.userId);
    return sessions.map((session) => ({ ...session, current: session.id === sessionOf(caller) }));
  }

  /** The caller's session. @throws Problem unauthorized when another replica has just ended it */
  async current(caller: Principal): Promise<SessionResponse> {
    const session = await this.sessions.find(this.database, caller.userId, caller.tokenId);
    if (!session) {
      this.forget();
      throw endedSession();
    }
    return { ...session, current: true };
  }

  /** @throws Problem not-found */
  async end(caller: Principal, id: string): Promise<void> {
    const ended = await this.database.transaction(async (sql) => {
      if (!(await this.sessions.find(sql, caller.userId, id))) return 0;
      return this.endAll(sql, caller, [id]);
    });
    this.forget();
    if (ended === 0) throw Problem.notFound('session');
  }

  /** Ends the sessions of a user; for one who is disabled. */
  async endOfUser(sql: Sql, actor: Actor, userId: string): Promise<void> {
    await this.endAll(sql, actor, await this.sessions.idsOfUser(sql, userId), { user: userId });
  }

  /** Ends the sessions that were started with these tokens, which are revoked. Call `forget` when the transaction is through. */
  async endOfTokens(sql: Sql, actor: Actor, tokens: string[]): Promise<void> {
    await this.endAll(sql, actor, await this.sessions.idsOfTokens(sql, tokens), { because: 'token revoked' });
  }

  /**
   * Locks the caller's session, which is about to make a token or a link. The cached caller is some seconds old.
   * @returns the token that it was started with
   * @throws Problem unauthorized when it has ended, sign-in-again when the sign-in was long ago
   */
  async assertFresh(sql: Sql, caller: Principal): Promise<string | null> {
    const session = await this.sessions.find(sql, caller.userId, caller.tokenId, sql.dialect.forUpdate);
    if (!session) {
      this.forget();
      throw endedSession();
    }
    if (session.created_at > toApiTimestamp(await this.clock.later(sql, -FRESH))) return session.token;
    throw new Problem('sign-in-again', 'You signed in more than an hour ago. Sign in again, then repeat this.');
  }

  /** Removes those that have ended. @returns how many */
  removeEnded(stopping?: AbortSignal): Promise<number> {
    return this.sessions.deleteEnded(stopping);
  }

  private async insert(sql: Transaction, id: string, hash: string, signIn: SignIn, agent: string): Promise<number> {
    const { userId, means, credential, accessTokenId, scopes, lasts = LASTS, endsBy } = signIn;
    const seconds = Math.min(lasts, LASTS);
    const latest = await this.clock.later(sql, seconds);
    const endsAt = endsBy && endsBy < latest ? endsBy : latest;
    const idle = await this.clock.later(sql, IDLE);
    await this.sessions.insert(sql, {
      id,
      userId,
      hash,
      means,
      credential,
      accessTokenId,
      scopes: scopeText(scopes),
      agent,
      idleUntil: idle < endsAt ? idle : endsAt,
      endsAt,
    });
    return seconds;
  }

  /** A browser has one session: signing in again ends the old one. */
  private async replace(sql: Sql, actor: Actor, hash: string): Promise<void> {
    const former = await this.sessions.ownerOf(sql, hash);
    if (former) await this.endAll(sql, actor, [former.id], { because: 'signed in again' });
  }

  private async makeRoom(sql: Sql, actor: Actor): Promise<void> {
    const { sessionsPerUser } = this.config;
    const beyond = await this.sessions.idsBeyond(sql, actor.userId!, sessionsPerUser);
    if (beyond.length === 0) return;
    await this.sessions.deleteEndedOf(sql, actor.userId!);
    const oldest = await this.sessions.idsBeyond(sql, actor.userId!, sessionsPerUser);
    await this.endAll(sql, actor, oldest, { because: `more than ${sessionsPerUser}` });
  }

  private async endAll(sql: Sql, actor: Actor, ids: string[], details: AuditDetails = {}): Promise<number> {
    if (ids.length === 0) return 0;
    const ended = await this.sessions.delete(sql, ids);
    if (ended === 0) return 0;
    for (const id of ids) await audit(sql, actor, 'session.ended', id, details);
    return ended;
  }

  private async lookUp(hash: string): Promise<Principal | null> {
    const session = await this.sessions.findValid(hash, RECORD_USE_EVERY);
    if (!session) return null;
    // In the background: no request waits for it.
    if (session.stale)
      this.sessions
        .recordUse(session.id, RECORD_USE_EVERY, IDLE)
        .catch((error: unknown) => this.logger.warn({ msg: 'the use of a session was not recorded', err: error }));
    return {
      userId: session.user_id,
      means: 'session',
      credential: session.id,
      requestId: null,
      userName: session.user_name,
      tokenId: session.id,
      expiresAt: boundOf(session),
      scopes: new Set(readScopes(session.scopes)),
    };
  }
}

/** The caller's session; null = the caller has a token. */
const sessionOf = ({ means, tokenId }: Principal) => (means === 'session' ? tokenId : null);

/**
 * Tokens made in a session live as long as the token, or the issuer's rights, that the session was started with. A link is from the
 * operator, who gives rights without end.
 */
function boundOf({ means, ends_at: endsAt, token_expires_at: tokenExpiresAt }: ValidSession): UtcTimestamp | null {
  if (means === 'token') return tokenExpiresAt;
  return means === 'link' ? null : endsAt;
}

/** The problem of a session that has ended, or that there never was. @param request whose cookie the browser forgets */
export const endedSession = (request?: Request) =>
  new Problem('unauthorized', 'The session is not valid: it is unknown or has ended. Sign in again.', [], {
    'WWW-Authenticate': 'Bearer realm="api"',
    ...(request ? { 'Set-Cookie': clearingCookie(request) } : {}),
  });

const detailsOf = ({ means, credential }: SignIn, { scopes, ends_at }: Session): AuditDetails => ({
  means,
  credential,
  scopes: scopeText(scopes),
  ends_at,
});
