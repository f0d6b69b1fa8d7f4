import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ListRequest } from '../common/list/list-request';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import { pageSql, totalSql } from '../common/list/list-sql';
import { newId } from '../common/ids';
import { type Moment, toApiMoment } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { type Actor, COMMAND_LINE } from './actor';
import { audit } from './audit/audit-log';
import type { CreatedTokenResponse, TokenResponse } from './dto/token.response';
import { invalidToken } from './invalid-token';
import { demandAtMost, hasMoreThan, holdUser, lockUser } from './limits/possessions';
import type { Principal } from './principal';
import { PrincipalCache, sha256 } from './principal-cache';
import { type Scope, SCOPES } from '../config/scopes';
import { tokenList } from './token.list';
import { type Revoked, revokeFamily } from './token-family';
import { type NamedUser, UserStore } from './user-store';

export interface NewToken {
  name: string;
  scopes: Scope[];
  /** UTC; null = never. */
  expiresAt: Moment | null;
}

interface TokenRow extends CursorColumns {
  id: string;
  name: string;
  parent_id: string | null;
  scopes: string;
  expires_at: Moment | null;
  last_used_at: Moment | null;
  created_at: Moment;
}

/** What tokens begin with; no JSON Web Token does. */
const PREFIX = 'sut_';
/** Seconds. */
const USE_NOTED_EVERY = 60;
const COLUMNS = 't.id, t.name, t.parent_id, t.scopes, t.expires_at, t.last_used_at, t.created_at';

export const isOwnToken = (token: string) => token.startsWith(PREFIX);

/** Access tokens: opaque, 256 random bits, stored as their SHA-256 only. */
@Injectable()
export class TokenService {
  private readonly logger = new Logger(TokenService.name);
  private readonly cache = new PrincipalCache();

  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly users: UserStore,
    private readonly config: Config,
  ) {}

  /** @returns null when there is no such token, or it expired or was revoked */
  async authenticate(token: string): Promise<Principal | null> {
    if (!isOwnToken(token) || token.length > 200) return null;
    const hash = sha256(token);
    const cached = this.cache.get(hash);
    if (cached !== undefined) return cached;
    const principal = await this.lookUp(hash);
    this.cache.set(hash, principal);
    return principal;
  }

  /** Whether it was valid lately; without asking anybody. */
  isKnown(token: string): boolean {
    return this.cache.wasValid(sha256(token));
  }

  /** Whoever calls next is looked up. */
  forget(): void {
    this.cache.clear();
  }

  async create(caller: Principal, token: NewToken): Promise<CreatedTokenResponse> {
    const beyond = token.scopes.filter((scope) => !caller.scopes.has(scope));
    if (beyond.length > 0)
      throw new Problem('forbidden', `This token cannot grant what it does not have: ${beyond.join(', ')}.`, [
        { field: 'scopes', message: `the token that asks does not have ${beyond.join(', ')}` },
      ]);
    if (token.expiresAt !== null && token.expiresAt <= (await this.clock.now(this.database)))
      throw Problem.field('expires_at', 'must be in the future');
    if (caller.expiresAt !== null && (token.expiresAt === null || token.expiresAt > caller.expiresAt))
      throw new Problem('forbidden', 'This token cannot make one that lives longer than itself.', [
        { field: 'expires_at', message: `must not be after ${toApiMoment(caller.expiresAt)}` },
      ]);
    return this.database.transaction(async (sql) => {
      await holdUser(sql, caller.userId);
      await this.demandValid(sql, caller);
      const created = await this.issue(sql, caller, caller.userId, token, ownTokenOf(caller));
      await this.demandRoom(sql, caller.userId);
      return created;
    });
  }

  /** Makes a token for a user who is made if need be; for the command line, to which no limit applies. */
  async createForUser(user: NamedUser, token: NewToken, actor: Actor = COMMAND_LINE): Promise<CreatedTokenResponse> {
    return this.database.transaction(async (sql) =>
      this.issue(sql, actor, await this.users.named(sql, actor, user), token, null),
    );
  }

  async list(caller: Principal, request: ListRequest): Promise<Page<TokenResponse>> {
    const statement = {
      select: COLUMNS,
      from: 'access_token t',
      where: ['t.user_id = ?'],
      whereParameters: [caller.userId],
    };
    const page = pageSql(tokenList, request, statement);
    const rows = await this.database.page<TokenRow>(page);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, toTokenResponse, total);
  }

  /** Every token with its user's name; for the command line. */
  async listAll(): Promise<(TokenResponse & { user: string })[]> {
    const rows = await this.database.query<TokenRow & { user: string }>(
      `SELECT ${COLUMNS}, u.name AS user
       FROM access_token t JOIN user u ON u.id = t.user_id ORDER BY t.created_at, t.id`,
    );
    return rows.map((row) => ({ ...toTokenResponse(row), user: row.user }));
  }

  /** @param offspring also the tokens that descend from it */
  async revoke(caller: Principal, id: string, offspring: boolean): Promise<void> {
    const { revoked } = await this.revokeOf(caller, caller.userId, id, offspring);
    if (revoked === 0) throw Problem.notFound('token');
    this.cache.clear();
  }

  /** The same for anybody's token; for the command line. */
  async revokeAny(id: string, offspring: boolean): Promise<Revoked> {
    const rows = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM access_token WHERE id = ? OR parent_id = ? LIMIT 1',
      [id, id],
    );
    if (rows.length === 0) return { revoked: 0, kept: 0 };
    return this.revokeOf(COMMAND_LINE, rows[0]!.user_id, id, offspring);
  }

  private revokeOf(actor: Actor, userId: string, id: string, offspring: boolean): Promise<Revoked> {
    return this.database.transaction(async (sql) => {
      await lockUser(sql, userId);
      return revokeFamily(sql, actor, userId, id, offspring);
    });
  }

  /** What is remembered of the caller is some seconds old: another replica may have revoked the token since. */
  private async demandValid(sql: Sql, caller: Principal): Promise<void> {
    const token = ownTokenOf(caller);
    if (token === null) return;
    const { now, forUpdate } = sql.dialect;
    const found = await sql.query(
      `SELECT id FROM access_token WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > ${now}) ${forUpdate}`,
      [token, caller.userId],
    );
    if (found.length > 0) return;
    this.forget();
    throw invalidToken();
  }

  /** Expired tokens are kept for their owner to see, until there is no room: they keep nobody from making another one. */
  private async demandRoom(sql: Sql, userId: string): Promise<void> {
    const limit = this.config.tokensPerUser;
    if (!(await hasMoreThan(sql, 'token', userId, limit))) return;
    await sql.execute(`DELETE FROM access_token WHERE user_id = ? AND expires_at <= ${sql.dialect.now}`, [userId]);
    await demandAtMost(sql, 'token', userId, limit);
  }

  private async lookUp(hash: string): Promise<Principal | null> {
    const [row] = await this.database.queryPrepared<{
      id: string;
      scopes: string;
      expires_at: Moment | null;
      user_id: string;
      name: string;
      stale: number;
    }>(
      `SELECT t.id, t.scopes, t.expires_at, t.user_id, u.name,
              (t.last_used_at IS NULL OR t.last_used_at < ${this.database.dialect.nowPlus}) AS stale
       FROM access_token t JOIN user u ON u.id = t.user_id
       WHERE t.hash = ? AND u.disabled_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ${this.database.dialect.now})`,
      [-USE_NOTED_EVERY, hash],
    );
    if (!row) return null;
    if (row.stale) this.noteUse(row.id);
    return {
      userId: row.user_id,
      means: 'token',
      credential: row.id,
      requestId: null,
      userName: row.name,
      tokenId: row.id,
      expiresAt: row.expires_at,
      scopes: new Set(row.scopes.split(' ') as Scope[]),
    };
  }

  /** At most once a minute, also when many requests and replicas find at once that it is time; and no request waits for it. */
  private noteUse(id: string): void {
    const { now, nowPlus } = this.database.dialect;
    const isTime = `(last_used_at IS NULL OR last_used_at < ${nowPlus})`;
    this.database
      .execute(`UPDATE access_token SET last_used_at = ${now} WHERE id = ? AND ${isTime}`, [id, -USE_NOTED_EVERY])
      .catch((error: unknown) => this.logger.warn({ msg: 'the use of a token was not recorded', err: error }));
  }

  private async issue(
    sql: Sql,
    actor: Actor,
    userId: string,
    token: NewToken,
    parent: string | null,
  ): Promise<CreatedTokenResponse> {
    const secret = PREFIX + randomBytes(32).toString('base64url');
    const id = newId();
    const scopes = SCOPES.filter((scope) => token.scopes.includes(scope)).join(' ');
    await sql.execute(
      `INSERT INTO access_token (id, user_id, parent_id, name, hash, scopes, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ${sql.dialect.now})`,
      [id, userId, parent, token.name, sha256(secret), scopes, token.expiresAt],
    );
    const { name, expiresAt } = token;
    await audit(sql, actor, 'token.created', id, { user: userId, name, scopes, expires_at: toApiMoment(expiresAt) });
    const [row] = await sql.query<TokenRow>(`SELECT ${COLUMNS} FROM access_token t WHERE t.id = ?`, [id]);
    return { ...toTokenResponse(row!), token: secret };
  }
}

/** The row that stands for the caller's token; null = it is one of OpenID Connect. */
const ownTokenOf = ({ means, credential }: Principal) => (means === 'token' ? credential : null);

function toTokenResponse(row: TokenRow): TokenResponse {
  return {
    id: row.id,
    name: row.name,
    parent: row.parent_id,
    scopes: row.scopes.split(' ') as Scope[],
    expires_at: toApiMoment(row.expires_at),
    last_used_at: toApiMoment(row.last_used_at),
    created_at: toApiMoment(row.created_at),
  };
}
