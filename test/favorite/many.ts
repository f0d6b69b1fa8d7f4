import type { TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import type { Record } from '../setup/tracking';

const AT_ONCE = 500;

/** So many products of their own. */
export async function importMany(test: TestApp, many: number, versions = ['1.0', '2.0']): Promise<Record[]> {
  const records = Array.from({ length: many }, (_, at) => product(`Product ${at}`, versions));
  for (let at = 0; at < many; at += AT_ONCE) await test.import(...records.slice(at, at + AT_ONCE));
  return records;
}

/** Favorites of a user on the version 1.0 of all these, by SQL: the latest version is on offer. @returns their ids, in the order of the products */
export async function trackAll(test: TestApp, user: string, records: Record[]): Promise<string[]> {
  const { uuid, now } = test.database.dialect;
  const ids: string[] = [];
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const identities = records.slice(at, at + AT_ONCE).map(({ identity: { kind, id } }) => `${kind}:${id}`);
    const given = identities.map(() => '?').join(', ');
    await test.database.execute(
      `INSERT INTO favorite (id, user_id, software_id, version_id, available_version_id, update_available, notes, notifications_enabled,
         use_default_notification, notify_always, created_at, updated_at)
       SELECT ${uuid}, u.id, s.id, v.id, CASE WHEN s.latest_version_id <> v.id THEN s.latest_version_id END,
         CASE WHEN s.latest_version_id <> v.id THEN 1 ELSE 0 END, s.name, 1, 1, 0, ${now}, ${now}
       FROM user u CROSS JOIN software s JOIN version v ON v.software_id = s.id AND v.version = '1.0'
       WHERE u.name = ? AND s.identity IN (${given})`,
      [user, ...identities],
    );
    const made = await test.database.query<{ id: string; identity: string }>(
      `SELECT f.id, s.identity FROM favorite f JOIN software s ON s.id = f.software_id JOIN user u ON u.id = f.user_id
       WHERE u.name = ? AND s.identity IN (${given})`,
      [user, ...identities],
    );
    const idOf = new Map(made.map(({ id, identity }) => [identity, id]));
    ids.push(...identities.map((identity) => idOf.get(identity)!));
  }
  return ids;
}
