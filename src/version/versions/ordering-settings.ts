import {
  isSchemeName,
  orderingFor,
  type OrderingSettings,
  type ProductOrdering,
  SCHEME_NAMES,
  type SchemeName,
  validateCalverPattern,
  validatePattern,
  validateTagPattern,
} from 'version-order';
import { DEFAULT_ORDERING, ORDERING_NAMES, type OrderingRow } from '../../software/software.repository';

/** Of `software s`. */
export const ORDERING_COLUMNS = ORDERING_NAMES.map((column) => `s.${column}`).join(', ');

const settingsOf = (row: OrderingRow): OrderingSettings => ({
  scheme: row.scheme as SchemeName,
  calverPattern: row.calver_pattern,
  tagPattern: row.tag_pattern,
  ignorePattern: row.ignore_pattern,
  prereleasePattern: row.prerelease_pattern,
});

export const orderingOf = (row: OrderingRow): ProductOrdering => orderingFor(settingsOf(row));

/** Whether the ordering of a product was never set. */
export const isDefaultOrdering = (row: OrderingRow): boolean =>
  ORDERING_NAMES.every((column) => row[column] === DEFAULT_ORDERING[column]);

/**
 * @returns the invalid setting and its mistake; null = none
 * @param stored the product's current settings, which stay accepted
 */
export function orderingProblem(
  row: OrderingRow,
  stored?: OrderingRow,
): { field: keyof OrderingRow; message: string } | null {
  if (!isSchemeName(row.scheme)) return { field: 'scheme', message: `must be one of ${SCHEME_NAMES.join(', ')}` };
  const checks = {
    calver_pattern: validateCalverPattern,
    tag_pattern: validateTagPattern,
    ignore_pattern: validatePattern,
    prerelease_pattern: validatePattern,
  };
  for (const [field, check] of Object.entries(checks) as [keyof typeof checks, (text: string) => string | null][]) {
    const message = row[field] === null || row[field] === stored?.[field] ? null : check(row[field]);
    if (message) return { field, message };
  }
  return null;
}
