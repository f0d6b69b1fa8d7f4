import { isId } from '../common/ids';
import type { Sql } from '../database/database';

/** A version and its sort key. */
export interface TrackedVersion {
  id: string;
  version_key: string;
}

/**
 * The software's latest version, held until the transaction ends: a version that arrives meanwhile waits, and its update
 * check sees this transaction's favorite. So no favorite misses an update between being written and being checked.
 * @returns null when it has no version to offer, undefined when there is no such software
 */
export async function holdSoftware(sql: Sql, softwareId: string): Promise<TrackedVersion | null | undefined> {
  const [software] = await sql.query<{ latest_version_id: string | null }>(
    `SELECT latest_version_id FROM software WHERE id = ? ${sql.dialect.forShare}`,
    [softwareId],
  );
  if (!software) return undefined;
  if (software.latest_version_id === null) return null;
  return (await findVersion(sql, softwareId, software.latest_version_id)) ?? null;
}

/** By id or by label; an id wins. */
export async function findVersion(sql: Sql, softwareId: string, version: string): Promise<TrackedVersion | undefined> {
  const find = (column: string, value: string) =>
    sql.query<TrackedVersion>(`SELECT id, version_key FROM version WHERE software_id = ? AND ${column} = ?`, [
      softwareId,
      value,
    ]);
  const byId = isId(version) ? await find('id', version.toLowerCase()) : [];
  return byId[0] ?? (await find('version', version.trim()))[0];
}
