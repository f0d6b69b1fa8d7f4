import { Injectable } from '@nestjs/common';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';

/** A version in use. */
export interface RunningRow {
  favorite_id: string;
  software_id: string;
  software: string;
  publisher: string;
  version_id: string;
  version: string;
  updated_at: UtcTimestamp;
}

const COLUMNS = `f.id AS favorite_id, f.software_id, s.name AS software, p.name AS publisher, v.id AS version_id, v.version,
  ${momentText('f.updated_at')} AS updated_at`;
const NAMES = 'JOIN software s ON s.id = f.software_id JOIN publisher p ON p.id = s.publisher_id';

/** Reads what users run: each version of each product once. */
@Injectable()
export class RunningRepository {
  constructor(private readonly database: Database) {}

  /** The versions in use of favorites, and those of their deployments. Indexes: that of favorites by user, deployment_in_use. */
  async ofUser(userId: string): Promise<RunningRow[]> {
    const favorites = await this.database.query<{ id: string }>('SELECT id FROM favorite WHERE user_id = ?', [userId]);
    const rows: RunningRow[] = [];
    for (const page of pagesOf(favorites.map(({ id }) => id))) {
      const isOfPage = `f.id IN (${placeholders(page.length)})`;
      rows.push(
        ...(await this.database.query<RunningRow>(
          `SELECT ${COLUMNS} FROM favorite f ${NAMES} JOIN version v ON v.id = f.version_id WHERE ${isOfPage}
           UNION SELECT ${COLUMNS} FROM favorite f ${NAMES} JOIN deployment d ON d.favorite_id = f.id JOIN version v ON v.id = d.version_id
           WHERE ${isOfPage}`,
          [...page, ...page],
        )),
      );
    }
    return inOrder(rows);
  }

  /** What an inventory has. Index: deployment_once. */
  async ofInventory(inventoryId: string): Promise<RunningRow[]> {
    const rows = await this.database.query<RunningRow>(
      `SELECT DISTINCT ${COLUMNS} FROM deployment d JOIN favorite f ON f.id = d.favorite_id ${NAMES} JOIN version v ON v.id = d.version_id
       WHERE d.inventory_id = ?`,
      [inventoryId],
    );
    return inOrder(rows);
  }
}

const keyOf = (row: RunningRow) =>
  [row.software, row.software_id, row.version, row.version_id, row.favorite_id].join('\u0000');

/** The same on every database, so that documents have the same text. */
function inOrder(rows: RunningRow[]): RunningRow[] {
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  return rows.sort((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1));
}
