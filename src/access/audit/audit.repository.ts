import { Injectable } from '@nestjs/common';
import type { Actor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Database, type Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { deleteOld } from '../../database/pages';
import { insertRows } from '../../database/rows';
import { auditList } from './audit.list';
import { type AuditAction, resourceTypeOf } from './dto/audit-action';
import type { AuditRow } from './dto/audit.response';

/** Names of fields, users and tokens; ids; counts. No secrets and no unbounded text: at most 2,000 characters as JSON. */
export type AuditDetails = Record<string, string | number | string[] | null>;

const COLUMNS = 'id, user_id, means, credential, action, resource_type, resource_id, request_id, details';

/** Records a change in the transaction that makes it: neither is ever committed without the other. */
export async function audit(
  sql: Sql,
  actor: Actor,
  action: AuditAction,
  resourceId: string | null,
  details: AuditDetails = {},
): Promise<void> {
  await insert(sql, newId(), actor, action, resourceId, details);
}

/** The same for a change of many resources, each of which gets an entry. */
export async function auditAll<Resource extends { id: string }>(
  sql: Sql,
  actor: Actor,
  action: AuditAction,
  resources: Resource[],
  detailsOf: (resource: Resource) => AuditDetails,
): Promise<void> {
  const now = await databaseNow(sql);
  const rows = resources.map((one) => [...valuesOf(newId(), actor, action, one.id, detailsOf(one)), now]);
  await insertRows(sql, 'audit_entry', [...COLUMNS.split(', '), 'created_at'], rows);
}

/**
 * Records work of many transactions, such as an import, in one entry that each of them updates.
 * @param id of the entry, the same each time
 */
export async function auditProgress(
  sql: Sql,
  id: string,
  actor: Actor,
  action: AuditAction,
  details: AuditDetails,
): Promise<void> {
  const updated = await sql.execute('UPDATE audit_entry SET details = ? WHERE id = ?', [JSON.stringify(details), id]);
  if (updated === 0) await insert(sql, id, actor, action, null, details);
}

async function insert(sql: Sql, ...entry: Parameters<typeof valuesOf>): Promise<void> {
  const statement = `INSERT INTO audit_entry (${COLUMNS}, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${sql.dialect.now})`;
  await sql.execute(statement, valuesOf(...entry));
}

/** In the order of `COLUMNS`. */
const valuesOf = (
  id: string,
  { userId, means, credential, requestId }: Actor,
  action: AuditAction,
  resourceId: string | null,
  details: AuditDetails,
) => [
  ...[id, userId, means, credential, action, resourceTypeOf(action), resourceId, requestId],
  JSON.stringify(details),
];

/** Reads the audit log and deletes old entries. `audit` writes it. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  list(request: ListRequest): Promise<Listed<AuditRow>> {
    return this.database.list(auditList, request, {
      select: `a.id, a.user_id, u.name AS user_name, a.means, a.credential, a.action, a.resource_type, a.resource_id,
        a.request_id, a.details, a.created_at`,
      from: 'audit_entry a LEFT JOIN user u ON u.id = a.user_id',
      where: [],
      whereParameters: [],
    });
  }

  /**
   * Deletes entries older than this, oldest first, in pages found by the index `audit_entry_created`. Replicas may run it at the same time.
   * @returns how many entries this one deleted
   */
  deleteOlderThan(seconds: number, stopping?: AbortSignal): Promise<number> {
    const old = `created_at < ${this.database.dialect.nowPlus} ORDER BY created_at, id`;
    return deleteOld(this.database, 'audit_entry', old, [-seconds], stopping);
  }
}
