import type { Database } from '../database/database';

/** A release of a product. */
export interface DemoVersion {
  software: string;
  version: string;
}

/** The statements of a first start. */
export class FirstStartRepository {
  constructor(private readonly database: Database) {}

  hasUser(): Promise<boolean> {
    return this.hasRow('user');
  }

  hasSoftware(): Promise<boolean> {
    return this.hasRow('software');
  }

  /** @param identity unique: index `software_identity` */
  async hasProduct(identity: string): Promise<boolean> {
    const rows = await this.database.query('SELECT id FROM software WHERE identity = ?', [identity]);
    return rows.length > 0;
  }

  /** The final release that has so many newer ones; undefined when there are not so many. */
  async olderVersion(identity: string, behind: number): Promise<DemoVersion | undefined> {
    const [row] = await this.database.query<DemoVersion>(
      `SELECT s.id AS software, v.id AS version FROM software s JOIN version v ON v.software_id = s.id AND v.release_rank = 2
       WHERE s.identity = ? ORDER BY v.version_key DESC, v.id DESC LIMIT 1 OFFSET ${behind}`,
      [identity],
    );
    return row;
  }

  private async hasRow(table: 'user' | 'software'): Promise<boolean> {
    return (await this.database.query(`SELECT id FROM ${table} LIMIT 1`)).length > 0;
  }
}
