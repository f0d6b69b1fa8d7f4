import { Injectable } from '@nestjs/common';
import { scopesIn } from '../../../api/identity/principal';
import { idsOf } from '../../../common/ids';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../../database/database';
import { deleteByIds, deleteOld, queryIn } from '../../../database/pages';
import type { RowOf } from '../../../database/row-of';
import { moment, view } from '../../../database/view';
import type { SessionResponse, SignInMeans } from './dto/session.dto';
import { WebSession } from './session.entity';

const SESSION = view<Omit<SessionResponse, 'current'>>({
  id: 'id',
  means: { sql: 'means', read: (stored: SignInMeans) => stored },
  token: 'access_token_id',
  scopes: scopesIn('scopes'),
  agent: 'agent',
  created_at: moment('created_at'),
  last_used_at: moment('last_used_at'),
  idle_until: moment('idle_until'),
  ends_at: moment('ends_at'),
});

export type Session = ReturnType<typeof SESSION.show>;

/** A session that has not ended, with its user. */
export type ValidSession = Pick<RowOf<WebSession>, 'id' | 'means' | 'scopes' | 'ends_at' | 'user_id'> & {
  /** Of the token that was signed in with; null = it has no end, or there is no token. */
  token_expires_at: UtcTimestamp | null;
  user_name: string;
  /** 1: `last_used_at` is out of date. */
  stale: number;
};

/** Ids of sessions that one statement finds. */
const PAGE = 500;

@Injectable()
export class SessionRepository {
  constructor(private readonly database: Database) {}

  /**
   * A session that has not ended, of an enabled user, by the index `web_session_hash`.
   * @param useEvery seconds for which `last_used_at` is up to date
   */
  async findValid(hash: string, useEvery: number): Promise<ValidSession | null> {
    const { now, nowPlus } = this.database.dialect;
    const [row] = await this.database.queryPrepared<ValidSession>(
      `SELECT s.id, s.means, s.scopes, s.ends_at, t.expires_at AS token_expires_at, s.user_id, u.name AS user_name,
              (s.last_used_at < ${nowPlus}) AS stale
       FROM web_session s JOIN user u ON u.id = s.user_id LEFT JOIN access_token t ON t.id = s.access_token_id
       WHERE s.hash = ? AND u.disabled_at IS NULL AND s.idle_until > ${now} AND (t.expires_at IS NULL OR t.expires_at > ${now})`,
      [-useEvery, hash],
    );
    return row ?? null;
  }

  /** Notes a use, unless another request or replica did so within the last `every` seconds. @param idle seconds without use */
  async recordUse(id: string, every: number, idle: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE web_session SET last_used_at = ${now}, idle_until = CASE WHEN ends_at < ${nowPlus} THEN ends_at ELSE ${nowPlus} END
       WHERE id = ? AND last_used_at < ${nowPlus}`,
      [idle, idle, id, -every],
    );
  }

  /** Those of a user that have not ended, newest first, by the index `web_session_user`. */
  async list(userId: string): Promise<Session[]> {
    const rows = await this.database.query<object>(
      `SELECT ${SESSION.select} FROM web_session s WHERE user_id = ? AND idle_until > ${this.database.dialect.now}
       ORDER BY s.created_at DESC, s.id DESC`,
      [userId],
    );
    return rows.map(SESSION.show);
  }

  /** One that has not ended. @param ending locks it */
  async find(sql: Sql, userId: string, id: string, ending = ''): Promise<Session | null> {
    const [row] = await sql.query<object>(
      `SELECT ${SESSION.select} FROM web_session WHERE id = ? AND user_id = ? AND idle_until > ${sql.dialect.now} ${ending}`,
      [id, userId],
    );
    return row ? SESSION.show(row) : null;
  }

  async insert({ manager, dialect }: Transaction, session: Omit<WebSession, 'createdAt' | 'lastUsedAt'>) {
    const now = () => dialect.now;
    await manager.insert(WebSession, { ...session, createdAt: now, lastUsedAt: now });
  }

  /** The owner of a cookie's session. */
  async ownerOf(sql: Sql, hash: string): Promise<{ id: string; user_id: string } | null> {
    const [row] = await sql.query<{ id: string; user_id: string }>(
      'SELECT id, user_id FROM web_session WHERE hash = ?',
      [hash],
    );
    return row ?? null;
  }

  async idsOfUser(sql: Sql, userId: string): Promise<string[]> {
    return idsOf(await sql.query<{ id: string }>('SELECT id FROM web_session WHERE user_id = ?', [userId]));
  }

  /** The sessions that were started with these tokens, by the index `web_session_token`. */
  async idsOfTokens(sql: Sql, tokens: string[]): Promise<string[]> {
    const statement = (places: string) => `SELECT id FROM web_session WHERE access_token_id IN (${places})`;
    return idsOf(await queryIn<{ id: string }>(sql, tokens, statement));
  }

  /** Sessions of a user beyond the newest `kept`. */
  async idsBeyond(sql: Sql, userId: string, kept: number): Promise<string[]> {
    const statement = `SELECT id FROM web_session WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ${PAGE} OFFSET ${kept}`;
    return idsOf(await sql.query<{ id: string }>(statement, [userId]));
  }

  /** @returns how many there were */
  delete(sql: Sql, ids: string[]): Promise<number> {
    return deleteByIds(sql, 'web_session', ids);
  }

  /** Deletes ended sessions of one user. */
  async deleteEndedOf(sql: Sql, userId: string): Promise<void> {
    await sql.execute(`DELETE FROM web_session WHERE user_id = ? AND idle_until <= ${sql.dialect.now}`, [userId]);
  }

  /** Deletes ended sessions, in pages found by the index `web_session_idle`. @returns how many */
  deleteEnded(stopping?: AbortSignal): Promise<number> {
    const ended = `idle_until < ${this.database.dialect.now} ORDER BY idle_until`;
    return deleteOld(this.database, 'web_session', ended, [], stopping);
  }
}
