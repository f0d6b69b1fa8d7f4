import type { Parameter } from '../database/database';
import type { AuditDetails } from '../user/audit/audit-log';

const nameOf = (column: string) => column.replace(/_id$/, '');

/** Which fields were written, and to what those that are ids; notes are nobody else's business. */
export function auditedChanges(changes: [string, Parameter][]): AuditDetails {
  const ids = changes.filter(([column]) => column.endsWith('_id')).map(([column, id]) => [nameOf(column), id]);
  return { fields: changes.map(([column]) => nameOf(column)), ...(Object.fromEntries(ids) as Record<string, string>) };
}
