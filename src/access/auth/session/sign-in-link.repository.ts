import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../../database/database';
import type { RowOf } from '../../../database/row-of';
import { deleteOld } from '../../../database/pages';
import type { SignInMeans } from './dto/session.dto';
import { SignInLink, type WebSession } from './session.entity';

export type LinkRow = Pick<RowOf<SignInLink>, 'id' | 'user_id' | 'scopes' | 'used_at' | 'session_id'>;

/** The session that made a link, as far as the new one follows from it. */
type MakingSession = Pick<RowOf<WebSession>, 'access_token_id' | 'ends_at'> & { means: SignInMeans };

@Injectable()
export class SignInLinkRepository {
  constructor(private readonly database: Database) {}

  async insert(
    { manager, dialect }: Transaction,
    link: Pick<SignInLink, 'id' | 'hash' | 'userId' | 'scopes' | 'endsAt' | 'sessionId'>,
  ) {
    await manager.insert(SignInLink, { ...link, usedAt: null, createdAt: () => dialect.now });
  }

  /** A link of an enabled user, whether it was used or not, by the index `sign_in_link_hash`. */
  async find(hash: string): Promise<LinkRow | null> {
    const [row] = await this.database.query<LinkRow>(
      `SELECT l.id, l.user_id, l.scopes, l.used_at, l.session_id
       FROM sign_in_link l JOIN user u ON u.id = l.user_id WHERE l.hash = ? AND u.disabled_at IS NULL`,
      [hash],
    );
    return row ?? null;
  }

  /** The session that made a link; null when it has ended. */
  async makerOf(sql: Sql, sessionId: string): Promise<MakingSession | null> {
    const [row] = await sql.query<MakingSession>(
      `SELECT means, access_token_id, ends_at FROM web_session WHERE id = ? AND idle_until > ${sql.dialect.now}`,
      [sessionId],
    );
    return row ?? null;
  }

  /**
   * Deletes those of a user that nobody has used, by the index `sign_in_link_user`.
   * @param maker who made them: the user, or an operator
   * @returns how many
   */
  deleteUnusedOf(sql: Sql, userId: string, maker: 'user' | 'operator'): Promise<number> {
    return sql.execute(
      `DELETE FROM sign_in_link WHERE user_id = ? AND used_at IS NULL
         AND session_id IS ${maker === 'user' ? 'NOT NULL' : 'NULL'}`,
      [userId],
    );
  }

  /** Uses a link up. @returns whether it was unused: the row's lock lets only one of several concurrent callers win */
  async use(sql: Sql, id: string): Promise<boolean> {
    const { now } = sql.dialect;
    const used = await sql.execute(
      `UPDATE sign_in_link SET used_at = ${now} WHERE id = ? AND used_at IS NULL AND ends_at > ${now}`,
      [id],
    );
    return used === 1;
  }

  async usedAt(sql: Sql, id: string): Promise<UtcTimestamp | null> {
    const [row] = await sql.query<{ used_at: UtcTimestamp | null }>('SELECT used_at FROM sign_in_link WHERE id = ?', [
      id,
    ]);
    return row?.used_at ?? null;
  }

  /** Deletes those of a user. */
  async deleteOf(sql: Sql, userId: string): Promise<void> {
    await sql.execute('DELETE FROM sign_in_link WHERE user_id = ?', [userId]);
  }

  /** Deletes those that ended more than `seconds` ago, in pages found by the index `sign_in_link_end`. @returns how many */
  deleteOlderThan(seconds: number, stopping?: AbortSignal): Promise<number> {
    const ended = `ends_at < ${this.database.dialect.nowPlus} ORDER BY ends_at`;
    return deleteOld(this.database, 'sign_in_link', ended, [-seconds], stopping);
  }
}
