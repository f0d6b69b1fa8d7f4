import { isId } from '../common/ids';
import type { Sql } from '../database/database';

/**
 * Holds the software until the transaction ends: a version that arrives meanwhile waits, and its update check sees this
 * transaction's favorite. So no favorite misses an update between being written and being checked.
 * @returns whether there is such software
 */
export async function holdSoftware(sql: Sql, softwareId: string): Promise<boolean> {
  const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forShare}`, [softwareId]);
  return rows.length > 0;
}

/** The id of a version of the software, by id or by label; an id wins. */
export async function findVersion(sql: Sql, softwareId: string, version: string): Promise<string | undefined> {
  const find = (column: string, value: string) =>
    sql.query<{ id: string }>(`SELECT id FROM version WHERE software_id = ? AND ${column} = ?`, [softwareId, value]);
  const byId = isId(version) ? await find('id', version.toLowerCase()) : [];
  return (byId[0] ?? (await find('version', version.trim()))[0])?.id;
}
