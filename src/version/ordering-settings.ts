import { orderingFor, type ProductOrdering } from './ordering/product-ordering';
import type { SchemeName } from './ordering/scheme';

/** How a product's versions are ordered, as its row says. */
export interface OrderingRow {
  scheme: SchemeName;
  calver_pattern: string | null;
  tag_pattern: string | null;
  ignore_pattern: string | null;
  prerelease_pattern: string | null;
}

/** For the alias `s` of the software table. */
export const ORDERING_COLUMNS = 's.scheme, s.calver_pattern, s.tag_pattern, s.ignore_pattern, s.prerelease_pattern';

export const orderingOf = (row: OrderingRow): ProductOrdering =>
  orderingFor({
    scheme: row.scheme,
    calverPattern: row.calver_pattern,
    tagPattern: row.tag_pattern,
    ignorePattern: row.ignore_pattern,
    prereleasePattern: row.prerelease_pattern,
  });
