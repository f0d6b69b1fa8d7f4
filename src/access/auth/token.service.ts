import { Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { type Actor, COMMAND_LINE } from '../../api/identity/actor';
import { invalidToken, type Principal, readScopes, scopeText } from '../../api/identity/principal';
import { PrincipalCache } from '../../api/identity/principal-cache';
import { newId } from '../../common/ids';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { sha256 } from '../../common/fingerprint';
import { toApiTimestamp, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { grants, type Scope } from '../../config/scopes';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { audit } from '../audit/audit.repository';
import { assertQuota, exceedsQuota, findAndLockUser, lockUser } from '../user/user.repository';
import { type NamedUser, UserService } from '../user/user.service';
import type { CreatedTokenResponse, TokenResponse } from './dto/token.dto';
import { SessionService } from './session/session.service';
import { TOKEN, TokenRepository } from './token.repository';

interface NewToken {
  name: string;
  scopes: Scope[];
  /** null = never. */
  expiresAt: UtcTimestamp | null;
}

export interface Revoked {
  /** Number of revoked tokens. */
  revoked: number;
  /** Descendants that were not revoked. */
  kept: number;
}

/** Prefix of our tokens; no JSON Web Token begins like this. */
const PREFIX = 'sut_';
/** Seconds between two updates of `last_used_at`. */
const RECORD_USE_EVERY = 60;

export const isOwnToken = (token: string) => token.startsWith(PREFIX);

/** Access tokens: opaque, 256 random bits, stored only as their SHA-256. */
@Injectable()
export class TokenService {
  private readonly logger = new Logger(TokenService.name);
  private readonly cache = new PrincipalCache();

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenRepository,
    private readonly clock: DatabaseClock,
    private readonly users: UserService,
    private readonly config: Config,
    private readonly sessions: SessionService,
  ) {}

  /** @returns null when the token is unknown, expired or revoked */
  async authenticate(token: string): Promise<Principal | null> {
    if (!isOwnToken(token) || token.length > 200) return null;
    return this.cache.find(token, async (hash) => ({ principal: await this.lookUp(hash) }));
  }

  /** Whether the token was valid lately, by memory alone. */
  isKnown(token: string): boolean {
    return this.cache.wasValid(token);
  }

  /** Clears the cache: every token is looked up again. */
  forget(): void {
    this.cache.clear();
  }

  async create(caller: Principal, token: NewToken): Promise<CreatedTokenResponse> {
    assertGrants(caller, token.scopes);
    if (token.expiresAt !== null && token.expiresAt <= (await this.clock.now(this.database)))
      throw Problem.field('expires_at', 'must be in the future');
    if (caller.expiresAt !== null && (token.expiresAt === null || token.expiresAt > caller.expiresAt))
      throw new Problem('forbidden', 'This token cannot create one that outlives it.', [
        { field: 'expires_at', message: `must not be after ${toApiTimestamp(caller.expiresAt)}` },
      ]);
    return this.database.transaction(async (sql) => {
      const parent = await this.lockMaker(sql, caller);
      const created = await this.issue(sql, caller, caller.userId, token, parent);
      await this.assertRoom(sql, caller.userId);
      return created;
    });
  }

  /** Creates a token, and its user if need be; for the command line, to which no quota applies. */
  async createForUser(user: NamedUser, token: NewToken, actor: Actor = COMMAND_LINE): Promise<CreatedTokenResponse> {
    return this.database.transaction(async (sql) =>
      this.issue(sql, actor, await this.users.findOrCreateByName(sql, actor, user), token, null),
    );
  }

  async list(caller: Principal, request: ListRequest): Promise<Page<TokenResponse>> {
    return toPage(request, await this.tokens.list(caller.userId, request), TOKEN.show);
  }

  /** Every token with its user's name; for the command line. */
  async listAll(): Promise<(TokenResponse & { user: string })[]> {
    const rows = await this.tokens.listAll();
    return rows.map((row) => ({ ...TOKEN.show(row), user: row.user }));
  }

  /** @param offspring also revokes its descendants */
  async revoke(caller: Principal, id: string, offspring: boolean): Promise<void> {
    const { revoked } = await this.revokeOf(caller, caller.userId, id, offspring);
    if (revoked === 0) throw Problem.notFound('token');
    this.cache.clear();
    this.sessions.forget();
  }

  /** Locks a token, from which a session is about to start. @throws Problem unauthorized when it was revoked or has expired */
  async assertValid(sql: Sql, userId: string, id: string): Promise<void> {
    if (await this.tokens.lockValid(sql, userId, id)) return;
    this.forget();
    throw invalidToken();
  }

  /** The same for anybody's token; for the command line. */
  async revokeAny(id: string, offspring: boolean): Promise<Revoked> {
    const userId = await this.tokens.ownerOf(id);
    return userId === null ? { revoked: 0, kept: 0 } : this.revokeOf(COMMAND_LINE, userId, id, offspring);
  }

  /** A revoked token may still have descendants. */
  private revokeOf(actor: Actor, userId: string, id: string, offspring: boolean): Promise<Revoked> {
    return this.database.transaction(async (sql) => {
      // Creating a token locks the user too, so no descendant is added meanwhile.
      await findAndLockUser(sql, userId);
      const token = await this.tokens.find(sql, userId, id);
      const descendants = descendantsOf(id, await this.tokens.madeWithAnother(sql, userId));
      const own = token ? [id] : [];
      const revoked = offspring ? [...own, ...descendants] : own;
      await this.sessions.endOfTokens(sql, actor, revoked);
      await this.tokens.delete(sql, revoked);
      // The children get its parent, so that they are found when that one is revoked.
      if (token?.parent && !offspring) await this.tokens.changeParent(sql, userId, id, token.parent);
      for (const one of revoked) await audit(sql, actor, 'token.revoked', one, one === id ? {} : { offspring_of: id });
      return { revoked: revoked.length, kept: offspring ? 0 : descendants.length };
    });
  }

  /**
   * Locks a caller who makes a token or invites somebody. The cached caller is some seconds old: another replica may have revoked the token or
   * ended the session since.
   * @returns the caller's token, or the one that the session was started with; null for one of OpenID Connect, and for a session without one
   * @throws Problem unauthorized, sign-in-again
   */
  async lockMaker(sql: Sql, caller: Principal): Promise<string | null> {
    await lockUser(sql, caller.userId);
    if (caller.means === 'session') return this.sessions.assertFresh(sql, caller);
    const token = ownTokenOf(caller);
    if (token !== null) await this.assertValid(sql, caller.userId, token);
    return token;
  }

  /** Expired tokens stay visible to their owner, and are deleted only when the quota is used up. */
  private async assertRoom(sql: Sql, userId: string): Promise<void> {
    const limit = this.config.tokensPerUser;
    if (!(await exceedsQuota(sql, 'token', userId, limit))) return;
    await this.tokens.deleteExpired(sql, userId);
    await assertQuota(sql, 'token', userId, limit);
  }

  private async lookUp(hash: string): Promise<Principal | null> {
    const token = await this.tokens.findValid(hash, RECORD_USE_EVERY);
    if (!token) return null;
    // In the background: no request waits for it.
    if (token.stale)
      this.tokens
        .recordUse(token.id, RECORD_USE_EVERY)
        .catch((error: unknown) => this.logger.warn({ msg: 'the use of a token was not recorded', err: error }));
    return {
      userId: token.user_id,
      means: 'token',
      credential: token.id,
      requestId: null,
      userName: token.user_name,
      tokenId: token.id,
      expiresAt: token.expires_at,
      scopes: new Set(readScopes(token.scopes)),
    };
  }

  private async issue(
    sql: Transaction,
    actor: Actor,
    userId: string,
    { name, scopes, expiresAt }: NewToken,
    parentId: string | null,
  ): Promise<CreatedTokenResponse> {
    const secret = PREFIX + randomBytes(32).toString('base64url');
    const id = newId();
    const granted = scopeText(scopes);
    await this.tokens.insert(sql, { id, userId, parentId, name, hash: sha256(secret), scopes: granted, expiresAt });
    const details = { user: userId, name, scopes: granted, expires_at: toApiTimestamp(expiresAt) };
    await audit(sql, actor, 'token.created', id, details);
    return { ...(await this.tokens.find(sql, userId, id))!, token: secret };
  }
}

/** @throws Problem forbidden when the caller may not do what the scopes allow */
export function assertGrants(caller: Principal, scopes: readonly Scope[]): void {
  const beyond = scopes.filter((scope) => !grants(caller.scopes, scope));
  if (beyond.length > 0)
    throw new Problem('forbidden', `This token cannot grant what it does not have: ${beyond.join(', ')}.`, [
      { field: 'scopes', message: `the calling token does not have ${beyond.join(', ')}` },
    ]);
}

/** The id of the caller's token; null = it is one of OpenID Connect, or there is none. */
const ownTokenOf = ({ means, credential }: Principal) => (means === 'token' ? credential : null);

/** All descendants of a token. */
export function descendantsOf(id: string, tokens: { id: string; parent_id: string }[]): string[] {
  const childrenOf = new Map<string, string[]>();
  for (const token of tokens) {
    const children = childrenOf.get(token.parent_id);
    if (children) children.push(token.id);
    else childrenOf.set(token.parent_id, [token.id]);
  }
  // Iterating a set also visits members that are added meanwhile.
  const found = new Set([id]);
  for (const ancestor of found) for (const child of childrenOf.get(ancestor) ?? []) found.add(child);
  found.delete(id);
  return [...found];
}
