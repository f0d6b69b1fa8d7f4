import { Logger } from '@nestjs/common';
import { SecretBox, SecretError } from '../common/secret-box';
import type { Database, Sql } from './database';
import { placeholders } from './rows';

/** A table with sealed text in its column `settings`. */
export interface SealedRows {
  table: string;
  /** Its primary key. */
  id: string;
  /** The owner to which the text of a row is bound: see `SecretBox.seal`. */
  boundTo: (id: string) => string;
}

export interface Resealed {
  resealed: number;
  /** Ids of rows that no key decrypts; they are not changed. */
  lost: string[];
}

interface Row {
  id: string;
  settings: string;
}

/** Rows that one transaction locks. */
const PAGE = 100;

/** Checks and re-encrypts all sealed rows of a table. */
export class SealedTable {
  private readonly logger = new Logger('secrets');

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly rows: SealedRows,
  ) {}

  /**
   * Logs an error when some rows were sealed with an unknown key: a few of them are no reason to refuse the start.
   * @throws SecretError when rows were sealed with an unknown key and none with ours: SECRET_KEY is the wrong one
   */
  async assertKey(): Promise<void> {
    const known = this.box.keyIds.map((key) => `v1.${key}.%`);
    const find = (condition: string, limit: number) => this.find(this.database, `${condition} LIMIT ${limit}`, known);
    // Several of them: a damaged one says nothing about the key.
    const foreign = await find(known.map(() => 'settings NOT LIKE ?').join(' AND '), PAGE);
    const error = foreign.map((row) => this.reasonOf(row)).find((reason) => reason?.reason === 'wrong-key');
    if (!error) return;
    const [ours] = await find(`(${known.map(() => 'settings LIKE ?').join(' OR ')})`, 1);
    if (!ours) throw error;
    this.logger.error({
      msg: 'some settings were sealed with a key that is not here',
      table: this.rows.table,
      err: error,
    });
  }

  /**
   * Seals with SECRET_KEY all rows that were sealed with another key. It can be interrupted and run again, and it can run beside replicas:
   * settings that are changed meanwhile are sealed with the new key anyway.
   */
  async reseal(): Promise<Resealed> {
    const result: Resealed = { resealed: 0, lost: [] };
    for (let after = ''; ;) {
      const condition = `settings NOT LIKE ? AND ${this.rows.id} > ? ORDER BY ${this.rows.id} LIMIT ${PAGE}`;
      const page = await this.find(this.database, condition, [`v1.${this.box.keyId}.%`, after]);
      if (page.length === 0) return result;
      const ids = page.map(({ id }) => id);
      const done = await this.database.transaction((sql) => this.resealPage(sql, ids));
      result.resealed += done.resealed;
      result.lost.push(...done.lost);
      after = ids.at(-1)!;
    }
  }

  private async resealPage(sql: Sql, ids: string[]): Promise<Resealed> {
    const { table, id: key, boundTo } = this.rows;
    const condition = `${key} IN (${placeholders(ids.length)}) ORDER BY ${key} ${sql.dialect.forUpdate}`;
    const result: Resealed = { resealed: 0, lost: [] };
    for (const row of await this.find(sql, condition, ids)) {
      if (this.box.isCurrent(row.settings)) continue;
      if (this.reasonOf(row)) {
        result.lost.push(row.id);
        continue;
      }
      const settings = this.box.seal(this.box.open(row.settings, boundTo(row.id)), boundTo(row.id));
      result.resealed += await sql.execute(`UPDATE ${table} SET settings = ? WHERE ${key} = ?`, [settings, row.id]);
    }
    return result;
  }

  private find(sql: Sql, condition: string, parameters: string[]): Promise<Row[]> {
    const { table, id } = this.rows;
    return sql.query<Row>(`SELECT ${id} AS id, settings FROM ${table} WHERE ${condition}`, parameters);
  }

  /** Why a row does not open; null when it does. */
  private reasonOf({ id, settings }: Row): SecretError | null {
    try {
      this.box.open(settings, this.rows.boundTo(id));
      return null;
    } catch (error) {
      if (error instanceof SecretError) return error;
      throw error;
    }
  }
}
