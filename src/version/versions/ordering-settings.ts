import { Problem } from '../../api/problem/problem';
import {
  isSchemeName,
  orderingFor,
  type OrderingSettings,
  type PatternBudget,
  PatternBudgetSpent,
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

/**
 * The sort key of a label in a query, which the catalogue need not know; one that a strict scheme cannot read has no place in its order.
 * @param advice the end of the problem of a pattern that takes too long
 * @throws Problem invalid-query
 */
export function keyOfLabel(
  ordering: ProductOrdering,
  label: string,
  budget: PatternBudget,
  parameter: string,
  advice = '',
): string {
  try {
    const version = ordering.versionIn(label, budget);
    if (ordering.scheme.valid(version)) return ordering.scheme.key(version);
  } catch (error) {
    if (!(error instanceof PatternBudgetSpent)) throw error;
    throw Problem.parameter(parameter, `takes too long with this product's tag_pattern${advice}`);
  }
  throw Problem.parameter(parameter, "is not a version in this product's version scheme");
}
