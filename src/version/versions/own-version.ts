import { followedIn } from 'small-parts';
import { CHART_OF, type PatternBudget, PatternBudgetSpent, type ProductOrdering } from 'version-order';

/** The facts that decide the place of an own version. */
export interface Place {
  key: string;
  prerelease: boolean;
}

/** Control and formatting characters, halves of surrogate pairs, and private or unassigned characters. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
/** How people write a version whose source writes a longer tag. */
const STARTS_AS_VERSION = /^v?\d/i;

/**
 * The place of a label that the catalogue does not know among the versions of its product, or its mistake. A label that could
 * stand anywhere is refused: its owner would never learn that the updates are wrong.
 */
export function placeOf(ordering: ProductOrdering, label: string, budget: PatternBudget): Place | { problem: string } {
  try {
    const problem = problemOf(ordering, label, budget);
    return problem === null ? ordering.read(label, {}, budget) : { problem };
  } catch (error) {
    if (!(error instanceof PatternBudgetSpent)) throw error;
    return { problem: `cannot be read: ${error.field} of this product takes too long` };
  }
}

function problemOf(ordering: ProductOrdering, label: string, budget: PatternBudget): string | null {
  const { scheme } = ordering;
  if (UNREADABLE.test(label)) return 'must not have control characters';
  // An image that its tag no longer leads to is older than the one that it leads to.
  if (scheme.name === 'date' && followedIn(label) !== null) return null;
  if (scheme.name === 'date') return 'is not known, and versions of this product are ordered by their release dates';
  const version = ordering.versionIn(label, budget);
  if (!scheme.valid(version)) return "is not a version in this product's version scheme";
  if (!/\d/.test(version) || !ordering.saysAnything(version)) return 'is not known, and has no number to order it by';
  const isTag = ordering.isTagged(label, budget) || STARTS_AS_VERSION.test(label);
  return isTag && !ordering.isExcluded(label, budget) ? null : 'does not match the patterns of this product';
}

/** Whether two labels with the same sort key are one version: they differ in the tag around it, in case, or in a `v` before the number. */
export const isSameText = (ordering: ProductOrdering, a: string, b: string): boolean =>
  bareText(ordering, a) === bareText(ordering, b);

/** The part that all labels of one version share, as `isSameText` compares them. */
export const bareText = (ordering: ProductOrdering, label: string): string =>
  ordering
    .quickVersionIn(label)
    .replace(/^v(?=\d)/i, '')
    .replace(CHART_OF, '+')
    .toLowerCase();
