import type { OriginRow } from './lifecycle.repository';
import type { Cycle, CycleOrigin } from './product-cycle';

/** Its cycles are those of endoflife.date, whoever brought them: a record of the catalogue is a snapshot of the same. */
const isTheirs = (origin: OriginRow | undefined) =>
  origin?.source_type === 'endoflife' || origin?.identity.startsWith('endoflife:') === true;

/** Whether the facts are from the product's own record. */
export const isOwn = (cycles: Cycle[], origin: OriginRow | undefined) =>
  !isTheirs(origin) && cycles.some((cycle) => cycle.origin === null);

/**
 * Whether facts of a day may replace the stored ones of a product: not if those are newer, or were confirmed by a newer answer. Facts of a product's
 * own record are replaced by records and by its source only, and replace those of others, whatever the day. On the day of its
 * last poll a product's source is believed, not the provider of knowledge.
 */
export function mayReplace(asOf: string, by: CycleOrigin, before: Cycle[], origin: OriginRow | undefined): boolean {
  if (before.length === 0) return true;
  const own = isOwn(before, origin);
  if (by === 'endoflife' && own) return false;
  if (by === null && !own && !isTheirs(origin)) return true;
  if (before.some((cycle) => cycle.asOf > asOf)) return false;
  if (own) return true;
  const polled = origin?.source_type === 'endoflife' && origin.asked_at ? origin.asked_at.slice(0, 10) : '';
  return (by === 'endoflife' ? polled < asOf : polled <= asOf) && (origin?.told_on ?? '') <= asOf;
}
