import { orderingFor, type OrderingSettings, type ProductOrdering } from './ordering/product-ordering';
import { validateCalverPattern } from './ordering/calver-pattern';
import { validatePattern, validateTagPattern } from './ordering/pattern';
import { isSchemeName, SCHEME_NAMES, type SchemeName } from './ordering/scheme';

/** How a product's versions are ordered, as its row says. */
export interface OrderingRow {
  scheme: string;
  calver_pattern: string | null;
  tag_pattern: string | null;
  ignore_pattern: string | null;
  prerelease_pattern: string | null;
}

export const ORDERING_COLUMN_NAMES = [
  'scheme',
  'calver_pattern',
  'tag_pattern',
  'ignore_pattern',
  'prerelease_pattern',
] as const satisfies (keyof OrderingRow)[];

/** For the alias `s` of the software table. */
export const ORDERING_COLUMNS = ORDERING_COLUMN_NAMES.map((column) => `s.${column}`).join(', ');

const settingsOf = (row: OrderingRow): OrderingSettings => ({
  scheme: row.scheme as SchemeName,
  calverPattern: row.calver_pattern,
  tagPattern: row.tag_pattern,
  ignorePattern: row.ignore_pattern,
  prereleasePattern: row.prerelease_pattern,
});

export const orderingOf = (row: OrderingRow): ProductOrdering => orderingFor(settingsOf(row));

/** Whether it is what every product starts with: nobody has said how this one is to be ordered. */
export const isUntouched = (row: OrderingRow): boolean =>
  ORDERING_COLUMN_NAMES.every((column) => row[column] === (column === 'scheme' ? 'generic' : null));

/**
 * What is wrong with a product's ordering: the setting's name and a sentence; null when nothing is.
 * @param stored what the product has now: it was accepted once, and stays
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
