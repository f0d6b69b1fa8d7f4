import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ListRequest } from '../common/list/list-request';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import { pageSql, totalSql } from '../common/list/list-sql';
import { newId } from '../common/ids';
import { fromDate, type Moment, toApiMoment } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database, type Sql } from '../database/database';
import { isDuplicateKey } from '../database/errors';
import type { CreatedTokenResponse, TokenResponse } from './dto/token.response';
import type { Principal } from './principal';
import { type Scope, SCOPES } from './scopes';
import { tokenList } from './token.list';

export interface NewToken {
  name: string;
  scopes: Scope[];
  /** UTC; null = never. */
  expiresAt: Moment | null;
}

interface TokenRow extends CursorColumns {
  id: string;
  name: string;
  scopes: string;
  expires_at: Moment | null;
  last_used_at: Moment | null;
  created_at: Moment;
}

interface CacheEntry {
  principal: Principal | null;
  /** Milliseconds of the monotonic clock. */
  until: number;
}

/** A revoked token is refused on every replica at most this much later (the promise is 5 seconds). */
const CACHE_MS = 3_000;
const CACHE_SIZE = 10_000;
const PREFIX = 'sut_';
const COLUMNS = 't.id, t.name, t.scopes, t.expires_at, t.last_used_at, t.created_at';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Access tokens: opaque, 256 random bits, stored as their SHA-256 only. */
@Injectable()
export class TokenService {
  private readonly logger = new Logger(TokenService.name);
  private readonly cache = new Map<string, CacheEntry>();

  constructor(private readonly database: Database) {}

  /** @returns null when there is no such token, or it expired or was revoked */
  async authenticate(token: string): Promise<Principal | null> {
    if (!token.startsWith(PREFIX) || token.length > 200) return null;
    const hash = sha256(token);
    const cached = this.cache.get(hash);
    if (cached && cached.until > performance.now()) return cached.principal;
    const principal = await this.lookUp(hash);
    // The oldest entry goes first: nobody can fill the memory with made-up tokens.
    if (this.cache.size >= CACHE_SIZE) this.cache.delete(this.cache.keys().next().value!);
    this.cache.delete(hash);
    this.cache.set(hash, { principal, until: performance.now() + CACHE_MS });
    return principal;
  }

  /** Whether it was valid when it was looked up last; without asking anybody. */
  isKnown(token: string): boolean {
    return Boolean(this.cache.get(sha256(token))?.principal);
  }

  async create(caller: Principal, token: NewToken): Promise<CreatedTokenResponse> {
    const beyond = token.scopes.filter((scope) => !caller.scopes.has(scope));
    if (beyond.length > 0)
      throw new Problem('forbidden', `This token cannot grant what it does not have: ${beyond.join(', ')}.`, [
        { field: 'scopes', message: `the token that asks does not have ${beyond.join(', ')}` },
      ]);
    if (token.expiresAt !== null && token.expiresAt <= fromDate(new Date()))
      throw Problem.field('expires_at', 'must be in the future');
    if (caller.expiresAt !== null && (token.expiresAt === null || token.expiresAt > caller.expiresAt))
      throw new Problem('forbidden', 'This token cannot make one that lives longer than itself.', [
        { field: 'expires_at', message: `must not be after ${toApiMoment(caller.expiresAt)}` },
      ]);
    return this.issue(this.database, caller.userId, token);
  }

  /** Makes a token for a user who is made if need be; for the command line. */
  async createForUser(name: string, email: string | null, token: NewToken): Promise<CreatedTokenResponse> {
    return this.database.transaction(async (sql) => this.issue(sql, await this.userNamed(sql, name, email), token));
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

  async revoke(caller: Principal, id: string): Promise<void> {
    const gone = await this.database.execute('DELETE FROM access_token WHERE id = ? AND user_id = ?', [
      id,
      caller.userId,
    ]);
    if (gone === 0) throw Problem.notFound('token');
    this.cache.clear();
  }

  /** @returns whether there was such a token */
  async revokeAny(id: string): Promise<boolean> {
    return (await this.database.execute('DELETE FROM access_token WHERE id = ?', [id])) > 0;
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
       WHERE t.hash = ? AND (t.expires_at IS NULL OR t.expires_at > ${this.database.dialect.now})`,
      [-60, hash],
    );
    if (!row) return null;
    if (row.stale) this.noteUse(row.id);
    return {
      userId: row.user_id,
      userName: row.name,
      tokenId: row.id,
      expiresAt: row.expires_at,
      scopes: new Set(row.scopes.split(' ') as Scope[]),
    };
  }

  /** At most once a minute, and no request waits for it. */
  private noteUse(id: string): void {
    this.database
      .execute(`UPDATE access_token SET last_used_at = ${this.database.dialect.now} WHERE id = ?`, [id])
      .catch((error: unknown) => this.logger.warn({ msg: 'the use of a token was not recorded', err: error }));
  }

  private async issue(sql: Sql, userId: string, token: NewToken): Promise<CreatedTokenResponse> {
    const secret = PREFIX + randomBytes(32).toString('base64url');
    const id = newId();
    const scopes = SCOPES.filter((scope) => token.scopes.includes(scope)).join(' ');
    await sql.execute(
      `INSERT INTO access_token (id, user_id, name, hash, scopes, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ${sql.dialect.now})`,
      [id, userId, token.name, sha256(secret), scopes, token.expiresAt],
    );
    const [row] = await sql.query<TokenRow>(`SELECT ${COLUMNS} FROM access_token t WHERE t.id = ?`, [id]);
    return { ...toTokenResponse(row!), token: secret };
  }

  private async userNamed(sql: Sql, name: string, email: string | null): Promise<string> {
    const id = newId();
    const { now } = sql.dialect;
    try {
      await sql.execute(`INSERT INTO user (id, name, email, created_at, updated_at) VALUES (?, ?, ?, ${now}, ${now})`, [
        id,
        name,
        email,
      ]);
      return id;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    if (email !== null)
      await sql.execute(`UPDATE user SET email = ?, updated_at = ${now} WHERE name = ?`, [email, name]);
    const [user] = await sql.query<{ id: string }>('SELECT id FROM user WHERE name = ?', [name]);
    return user!.id;
  }
}

function toTokenResponse(row: TokenRow): TokenResponse {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.split(' ') as Scope[],
    expires_at: toApiMoment(row.expires_at),
    last_used_at: toApiMoment(row.last_used_at),
    created_at: toApiMoment(row.created_at),
  };
}
