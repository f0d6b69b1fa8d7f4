import { newId } from '../../common/ids';
import type { Sql } from '../../database/database';
import type { Actor } from '../actor';

/** `<type of the resource>.<what was done>` */
export const AUDIT_ACTIONS = [
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.deleted',
  'token.created',
  'token.revoked',
  'profile.updated',
  'channel.created',
  'channel.updated',
  'channel.secret-rotated',
  'channel.confirmation-requested',
  'channel.confirmed',
  'channel.unsubscribed',
  'channel.disabled',
  'channel.deleted',
  'favorite.created',
  'favorite.updated',
  'favorite.policy-updated',
  'favorite.deleted',
  'software.source-set',
  'software.source-removed',
  'software.ordering-changed',
  'catalogue.imported',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type ResourceType<Action> = Action extends `${infer Type}.${string}` ? Type : never;

const typeOf = (action: AuditAction) => action.split('.')[0] as ResourceType<AuditAction>;

export const RESOURCE_TYPES = [...new Set(AUDIT_ACTIONS.map(typeOf))];

/** Names of fields, of users and tokens; ids; counts. No secret, and no text without a limit: as JSON at most 2,000 characters. */
export type AuditDetails = Record<string, string | number | string[] | null>;

const COLUMNS = 'id, user_id, means, credential, action, resource_type, resource_id, request_id, details, created_at';

/** Notes a change in the transaction that makes it: there is none without its entry, and no entry without a change. */
export async function audit(
  sql: Sql,
  actor: Actor,
  action: AuditAction,
  resourceId: string | null,
  details: AuditDetails = {},
): Promise<void> {
  await insert(sql, newId(), actor, action, resourceId, details);
}

/**
 * The same for what takes many transactions, such as an import: it has one entry, which each of them brings up to date. Cut off at any
 * moment, it says what was done until then.
 * @param id of the entry, the same each time
 */
export async function auditProgress(
  sql: Sql,
  id: string,
  actor: Actor,
  action: AuditAction,
  details: AuditDetails,
): Promise<void> {
  const known = await sql.execute('UPDATE audit_entry SET details = ? WHERE id = ?', [JSON.stringify(details), id]);
  if (known === 0) await insert(sql, id, actor, action, null, details);
}

async function insert(
  sql: Sql,
  id: string,
  { userId, means, credential, requestId }: Actor,
  action: AuditAction,
  resourceId: string | null,
  details: AuditDetails,
): Promise<void> {
  await sql.execute(`INSERT INTO audit_entry (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${sql.dialect.now})`, [
    id,
    userId,
    means,
    credential,
    action,
    typeOf(action),
    resourceId,
    requestId,
    JSON.stringify(details),
  ]);
}
