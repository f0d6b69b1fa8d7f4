import { Injectable } from '@nestjs/common';
import type { CursorColumns } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { type ListStatement, pageSql, totalSql } from '../common/list/list-sql';
import { Database } from '../database/database';
import type { ListedUserRow } from './dto/listed-user.response';
import { userList } from './user.list';

/** Each is counted in an index: `favorite_user_software`, `access_token_user`, `web_session_user`. */
const SELECTED = `u.id, u.name, u.email, (u.issuer IS NOT NULL) AS is_person, u.disabled_at, u.created_at,
  (SELECT COUNT(*) FROM favorite f WHERE f.user_id = u.id) AS favorites,
  (SELECT MAX(t.last_used_at) FROM access_token t WHERE t.user_id = u.id) AS token_used_at,
  (SELECT MAX(w.last_used_at) FROM web_session w WHERE w.user_id = u.id) AS session_used_at`;

/** Reads what the operator sees of users and of the database itself. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly database: Database) {}

  users(request: ListRequest): Promise<(ListedUserRow & CursorColumns)[]> {
    return this.database.page(pageSql(userList, request, statement));
  }

  countUsers(request: ListRequest): Promise<number> {
    return this.database.count(totalSql(request, statement));
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
