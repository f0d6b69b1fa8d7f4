import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import type { ListStatement } from '../../api/list/list-sql';
import type { User } from '../../access/user/user.entity';
import { Database, type Sql } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import type { ListedUserRow } from './dto/listed-user.response';
import { userList } from './user.list';

/** As far as it decides whether somebody may be invited. */
interface InvitedRow extends RowOf<User, 'email' | 'issuer' | 'disabledAt'> {
  was_here: number;
}

/** Each is counted in an index: `favorite_user_software`, `access_token_user`, `web_session_user`. */
const SELECTED = `u.id, u.name, u.email, (u.issuer IS NOT NULL) AS is_person, u.disabled_at, u.created_at,
  (SELECT COUNT(*) FROM favorite f WHERE f.user_id = u.id) AS favorites,
  (SELECT MAX(t.last_used_at) FROM access_token t WHERE t.user_id = u.id) AS token_used_at,
  (SELECT MAX(w.last_used_at) FROM web_session w WHERE w.user_id = u.id) AS session_used_at`;

/** By `sign_in_link_user`: until when somebody may use a link that an operator made. */
const linkUntil = (now: string) => `(SELECT MAX(l.ends_at) FROM sign_in_link l
  WHERE l.user_id = u.id AND l.session_id IS NULL AND l.used_at IS NULL AND l.ends_at > ${now}) AS link_until`;

/** What a user has who has been here; each has an index that begins with the user. */
const SIGNS = ['web_session', 'access_token', 'favorite', 'channel'];

/** Reads what the operator sees of users and of the database itself. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly database: Database) {}

  users(request: ListRequest): Promise<Listed<ListedUserRow>> {
    const select = `${SELECTED}, ${linkUntil(this.database.dialect.now)}`;
    return this.database.list(userList, request, { ...statement, select });
  }

  /** Locks a user who may be invited. @returns null when there is no such user */
  async lockInvited(sql: Sql, id: string): Promise<InvitedRow | null> {
    const signs = SIGNS.map((table) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.user_id = u.id)`).join(' OR ');
    const [row] = await sql.query<InvitedRow>(
      `SELECT u.email, u.issuer, u.disabled_at, (${signs}) AS was_here FROM user u WHERE u.id = ? ${sql.dialect.forUpdate}`,
      [id],
    );
    return row ?? null;
  }

  /** Up to 10,000. */
  someUsers(): Promise<number> {
    const text = 'SELECT COUNT(*) AS total FROM (SELECT id FROM user LIMIT 10000) u';
    return this.database.count({ text, parameters: [] });
  }

  /** As the database names it. */
  async version(kind: string): Promise<string> {
    const name = kind === 'sqlite' ? 'sqlite_version()' : 'VERSION()';
    const [row] = await this.database.query<{ version: string }>(`SELECT ${name} AS version`);
    return row!.version;
  }
}

const statement: ListStatement = {
  select: SELECTED,
  from: 'user u',
  rows: 'user u',
  rowsHaveAll: true,
  where: [],
  whereParameters: [],
};
