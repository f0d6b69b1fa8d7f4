import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { scopesIn } from '../../api/identity/principal';
import { idsOf } from '../../common/ids';
import { Database, type Sql, type Transaction } from '../../database/database';
import { deleteByIds } from '../../database/pages';
import type { RowOf } from '../../database/row-of';
import { moment, momentOrNull, view } from '../../database/view';
import { AccessToken } from './access-token.entity';
import type { TokenResponse } from './dto/token.dto';
import { tokenList } from './token.list';

/** Of `access_token t`. */
export const TOKEN = view<TokenResponse>({
  id: 't.id',
  name: 't.name',
  parent: 't.parent_id',
  scopes: scopesIn('t.scopes'),
  expires_at: momentOrNull('t.expires_at'),
  last_used_at: momentOrNull('t.last_used_at'),
  created_at: moment('t.created_at'),
});

/** A valid token with its user. */
export type ValidToken = Pick<RowOf<AccessToken>, 'id' | 'scopes' | 'expires_at' | 'user_id'> & {
  user_name: string;
  /** 1: `last_used_at` is out of date. */
  stale: number;
};

@Injectable()
export class TokenRepository {
  constructor(private readonly database: Database) {}

  /**
   * A token that has not expired, of an enabled user, by the index `access_token_hash`.
   * @param useEvery seconds for which `last_used_at` is up to date
   */
  async findValid(hash: string, useEvery: number): Promise<ValidToken | null> {
    const { now, nowPlus } = this.database.dialect;
    const [row] = await this.database.queryPrepared<ValidToken>(
      `SELECT t.id, t.scopes, t.expires_at, t.user_id, u.name AS user_name,
              (t.last_used_at IS NULL OR t.last_used_at < ${nowPlus}) AS stale
       FROM access_token t JOIN user u ON u.id = t.user_id
       WHERE t.hash = ? AND u.disabled_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ${now})`,
      [-useEvery, hash],
    );
    return row ?? null;
  }

  /** Sets `last_used_at`, unless another request or replica did so within the last `every` seconds. */
  async recordUse(id: string, every: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE access_token SET last_used_at = ${now} WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ${nowPlus})`,
      [id, -every],
    );
  }

  list(userId: string, request: ListRequest): Promise<Listed<object>> {
    const from = 'access_token t';
    const statement = { select: TOKEN.select, from, where: ['t.user_id = ?'], whereParameters: [userId] };
    return this.database.list(tokenList, request, statement);
  }

  /** The tokens of all users. */
  listAll(): Promise<{ user: string }[]> {
    return this.database.query(
      `SELECT ${TOKEN.select}, u.name AS user
       FROM access_token t JOIN user u ON u.id = t.user_id ORDER BY t.created_at, t.id`,
    );
  }

  async find(sql: Sql, userId: string, id: string): Promise<TokenResponse | null> {
    const statement = `SELECT ${TOKEN.select} FROM access_token t WHERE t.id = ? AND t.user_id = ?`;
    const [row] = await sql.query<object>(statement, [id, userId]);
    return row ? TOKEN.show(row) : null;
  }

  /** The owner of a token, also of a revoked one that has descendants. */
  async ownerOf(id: string): Promise<string | null> {
    const [row] = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM access_token WHERE id = ? OR parent_id = ? LIMIT 1',
      [id, id],
    );
    return row?.user_id ?? null;
  }

  /** Locks a token's row if it is still valid. @returns whether it is */
  async lockValid(sql: Sql, userId: string, id: string): Promise<boolean> {
    const { now, forUpdate } = sql.dialect;
    const rows = await sql.query(
      `SELECT id FROM access_token WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > ${now}) ${forUpdate}`,
      [id, userId],
    );
    return rows.length > 0;
  }

  async insert({ manager, dialect }: Transaction, token: Omit<AccessToken, 'lastUsedAt' | 'createdAt'>): Promise<void> {
    await manager.insert(AccessToken, { ...token, createdAt: () => dialect.now });
  }

  /** The tokens of a user that were created with another token. */
  madeWithAnother(sql: Sql, userId: string): Promise<{ id: string; parent_id: string }[]> {
    return sql.query('SELECT id, parent_id FROM access_token WHERE user_id = ? AND parent_id IS NOT NULL', [userId]);
  }

  async changeParent(sql: Sql, userId: string, from: string, to: string): Promise<void> {
    await sql.execute('UPDATE access_token SET parent_id = ? WHERE user_id = ? AND parent_id = ?', [to, userId, from]);
  }

  /** @returns how many there were */
  delete(sql: Sql, ids: string[]): Promise<number> {
    return deleteByIds(sql, 'access_token', ids);
  }

  async deleteExpired(sql: Sql, userId: string): Promise<void> {
    await sql.execute(`DELETE FROM access_token WHERE user_id = ? AND expires_at <= ${sql.dialect.now}`, [userId]);
  }

  /** Deletes up to `size` tokens of a user. @returns how many */
  async deleteSome(userId: string, size: number): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM access_token WHERE user_id = ? LIMIT ${size}`,
      [userId],
    );
    return this.delete(this.database, idsOf(rows));
  }
}
