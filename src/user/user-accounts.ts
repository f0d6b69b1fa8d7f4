import { Injectable } from '@nestjs/common';
import { isId } from '../common/ids';
import { type Moment, toApiMoment } from '../common/moment';
import { Database, type Sql } from '../database/database';
import { type Actor, COMMAND_LINE } from './actor';
import { audit, type AuditDetails } from './audit/audit-log';

/** A user as the operator sees it. */
export interface Account {
  id: string;
  name: string;
  email: string | null;
  /** Of OpenID Connect; null = made on the command line. */
  issuer: string | null;
  subject: string | null;
  /** null = enabled. */
  disabled_at: string | null;
  created_at: string;
}

interface AccountRow extends Account {
  disabled_at: Moment | null;
  created_at: Moment;
}

const COLUMNS = 'id, name, email, issuer, subject, disabled_at, created_at';
const PAGE = 500;

/** What the operator does with users: see them, disable and enable them. `UserRemoval` deletes them with all that they own. */
@Injectable()
export class UserAccounts {
  constructor(private readonly database: Database) {}

  /** By name. */
  async *list(): AsyncGenerator<Account> {
    for (let after = ''; ;) {
      const rows = await this.database.query<AccountRow>(
        `SELECT ${COLUMNS} FROM user WHERE name > ? ORDER BY name LIMIT ${PAGE}`,
        [after],
      );
      for (const row of rows) yield toAccount(row);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.name;
    }
  }

  /** By id or by name. An id comes first: whoever takes somebody's id for a name is not meant. */
  async find(idOrName: string): Promise<Account | null> {
    const byId = isId(idOrName) ? await this.findBy('id', idOrName.toLowerCase()) : null;
    return byId ?? this.findBy('name', idOrName);
  }

  private async findBy(column: 'id' | 'name', value: string): Promise<Account | null> {
    const [row] = await this.database.query<AccountRow>(`SELECT ${COLUMNS} FROM user WHERE ${column} = ?`, [value]);
    return row ? toAccount(row) : null;
  }

  /** @returns whether anything changed */
  async disable(sql: Sql, id: string, actor: Actor = COMMAND_LINE): Promise<boolean> {
    const changed = await sql.execute(
      `UPDATE user SET disabled_at = ${sql.dialect.now} WHERE id = ? AND disabled_at IS NULL`,
      [id],
    );
    if (changed > 0) await audit(sql, actor, 'user.disabled', id);
    return changed > 0;
  }

  /** @returns whether anything changed */
  async enable(sql: Sql, id: string, actor: Actor = COMMAND_LINE): Promise<boolean> {
    const changed = await sql.execute('UPDATE user SET disabled_at = NULL WHERE id = ? AND disabled_at IS NOT NULL', [
      id,
    ]);
    if (changed > 0) await audit(sql, actor, 'user.enabled', id);
    return changed > 0;
  }

  /** Up to `size` tokens of a user. @returns how many were removed */
  async removeTokens(id: string, size: number): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM access_token WHERE user_id = ? LIMIT ${size}`,
      [id],
    );
    if (rows.length === 0) return 0;
    const statement = this.database.dialect.deleteGiven('access_token', { id: 'text' });
    return this.database.execute(statement, [JSON.stringify(rows.map((row) => [row.id]))]);
  }

  /** The row of a user who owns nothing any more. */
  async remove(sql: Sql, id: string, details: AuditDetails, actor: Actor = COMMAND_LINE): Promise<void> {
    const gone = await sql.execute('DELETE FROM user WHERE id = ?', [id]);
    if (gone > 0) await audit(sql, actor, 'user.deleted', id, details);
  }
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  issuer: row.issuer,
  subject: row.subject,
  disabled_at: toApiMoment(row.disabled_at),
  created_at: toApiMoment(row.created_at),
});
