import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { momentText } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
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

/** A favorite whose product has a key. */
export interface NamedFavorite extends RunningRow {
  /** `software`: the id of the product. */
  type: 'purl' | 'cpe' | 'software';
  value: string;
}

const COLUMNS = `f.id AS favorite_id, f.software_id, s.name AS software, p.name AS publisher, v.id AS version_id, v.version,
  ${momentText('f.updated_at')} AS updated_at`;
const NAMES = 'JOIN software s ON s.id = f.software_id JOIN publisher p ON p.id = s.publisher_id';
const BY_KEY = 'JOIN software_identifier i ON i.software_id = f.software_id AND i.type = ? AND i.value';

/** Reads what users run: each version of each product once. */
@Injectable()
export class RunningRepository {
  constructor(private readonly database: Database) {}

  /** The versions in use of favorites, and those of their deployments. Indexes: that of favorites by user, deployment_favorite. */
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

  /** A user's favorites of products that alone have one of these keys. Indexes: software_identifier_value, that of favorites by user. */
  async named(sql: Sql, userId: string, type: NamedFavorite['type'], values: string[]): Promise<NamedFavorite[]> {
    const found: NamedFavorite[] = [];
    for (const page of pagesOf([...new Set(values)])) {
      const list = placeholders(page.length);
      const isKey = type !== 'software';
      const rows = await sql.query<RunningRow & { value: string }>(
        `SELECT ${COLUMNS}, ${isKey ? 'i.value' : 'f.software_id'} AS value
         FROM favorite f ${NAMES} JOIN version v ON v.id = f.version_id ${isKey ? `${BY_KEY} IN (${list})` : ''}
         WHERE f.user_id = ? AND ${isKey ? ALONE : `f.software_id IN (${list})`}`,
        isKey ? [type, ...page, userId] : [userId, ...page],
      );
      found.push(...rows.map((row) => ({ ...row, type })));
    }
    return found;
  }

  /** The ids of the records of vulnerabilities, with their names. Index: advisory_vulnerability. */
  async recordIds(sql: Sql, vulnerabilities: string[]): Promise<{ record: string; vulnerability: string }[]> {
    const found: { record: string; vulnerability: string }[] = [];
    for (const page of pagesOf([...new Set(vulnerabilities)]))
      found.push(
        ...(await sql.query<{ record: string; vulnerability: string }>(
          `SELECT DISTINCT record_id AS record, vulnerability FROM advisory WHERE vulnerability IN (${placeholders(page.length)})`,
          page,
        )),
      );
    return found;
  }
}

const ALONE = `NOT EXISTS
  (SELECT 1 FROM software_identifier o WHERE o.type = i.type AND o.value = i.value AND o.software_id <> i.software_id)`;

const keyOf = (row: RunningRow) =>
  [row.software, row.software_id, row.version, row.version_id, row.favorite_id].join('\u0000');

/** The same on every database, so that documents have the same text. */
function inOrder(rows: RunningRow[]): RunningRow[] {
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  return rows.sort((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1));
}
