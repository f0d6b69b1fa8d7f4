import { type KeyRange, PatternBudget, PatternBudgetSpent, type ProductOrdering } from 'version-order';
import { likeliest, versionTexts, writtenLike, type WrittenVersion } from 'address-reader';
import { orderingOf } from '../../version/versions/ordering-settings';
import { bareText, isSameText, placeOf } from '../../version/versions/own-version';
import type { LabelRow, ProductRow } from './matching.repository';

/** Milliseconds for the patterns of one product, and for those of all together. */
const PRODUCT_MS = 200;
const ALL_MS = 2_000;

/** A version of a component, as it may stand in its product. */
export interface ReadTexts {
  /** The first that the product knows counts. */
  texts: string[];
  /** Sort keys of the texts; null where they cannot be compared. */
  keys: (string | null)[];
}

/** The label of a component's version, and the sort keys of a series that it is; or why there is none. */
export type ReadLabel = { label: string; series?: KeyRange } | { reason: string; isTag: boolean };

/** Reads the versions of components as those of their products. One for each run, as its budgets are those of the run. */
export class LabelReader {
  private readonly whole = new PatternBudget(ALL_MS);
  private readonly budgets = new Map<string, PatternBudget>();

  read(written: WrittenVersion, product: ProductRow): ReadTexts {
    const ordering = orderingOf(product);
    const texts = versionTexts(written, product.scheme);
    // Versions that are ordered by their dates have keys that their labels do not tell.
    const keyOf = (text: string) => (product.scheme === 'date' ? null : this.keyOf(ordering, text, product.id));
    return { texts, keys: texts.map(keyOf) };
  }

  /** @param known labels of the product that are one of the texts, or have their sort keys */
  choose({ text, isTag }: WrittenVersion, product: ProductRow, read: ReadTexts, known: LabelRow[]): ReadLabel {
    if (read.texts.length === 0) return { reason: 'its image is named by a digest, which has no version', isTag: true };
    const ordering = orderingOf(product);
    const version = knownLabel(ordering, read, known);
    if (version !== null) return { label: version };
    const label = this.newLabel(ordering, product, read.texts, isTag);
    const maySeries = isTag || read.texts[0] !== text;
    if (typeof label === 'string') return { label, ...(maySeries ? this.seriesOf(ordering, label, product.id) : {}) };
    return { reason: `its ${isTag ? 'tag' : 'version'} ${text} ${label.problem}`, isTag };
  }

  /** A label that the catalogue does not know yet, in the form of the latest one. */
  private newLabel(
    ordering: ProductOrdering,
    product: ProductRow,
    texts: string[],
    isTag: boolean,
  ): string | { problem: string } {
    const budget = this.budgetOf(product.id);
    if (product.scheme === 'date' && texts.length > 1) return texts.at(-1)!;
    // The whole tag is what can be pulled, where the product knows its form.
    if (isTag && product.tag_pattern !== null && !('problem' in placeOf(ordering, texts[0]!, budget))) return texts[0]!;
    const text = isTag ? likeliest(texts, product.latest) : texts.at(-1);
    if (text === undefined) return { problem: 'names no version' };
    // Above all versions of the product, so that it would be up to date for ever.
    if (isTag && isYear(text) && product.latest !== null && isNumber(product.latest))
      return { problem: `is a date, and the versions of ${product.name} are none` };
    const like = product.latest && writtenLike(text, product.latest, ordering.quickVersionIn(product.latest));
    if (like && isSameText(ordering, like, text) && !('problem' in placeOf(ordering, like, budget))) return like;
    if (!('problem' in placeOf(ordering, text, budget))) return text;
    return {
      problem: budget.isSpent
        ? `takes too long with the patterns of ${product.name}`
        : `is not a version of ${product.name}`,
    };
  }

  /** A label that is no version of the product may be the beginning of one: `16` is 16.0, 16.3 and so on, and none of their pre-releases. */
  private seriesOf(ordering: ProductOrdering, label: string, softwareId: string): { series?: KeyRange } {
    const gte = this.keyOf(ordering, label, softwareId);
    const range = ordering.seriesRange(bareText(ordering, label));
    return gte !== null && range ? { series: { gte, lt: range.lt } } : {};
  }

  private keyOf(ordering: ProductOrdering, text: string, softwareId: string): string | null {
    try {
      return ordering.read(text, {}, this.budgetOf(softwareId)).key;
    } catch (error) {
      if (error instanceof PatternBudgetSpent) return null;
      throw error;
    }
  }

  private budgetOf(softwareId: string): PatternBudget {
    const budget = this.budgets.get(softwareId) ?? new PatternBudget(PRODUCT_MS, this.whole);
    this.budgets.set(softwareId, budget);
    return budget;
  }
}

/** Such as `2025.02.0`, of an image that is named after the day of its build. */
const isYear = (label: string) => /^v?20\d\d[.-]?\d/i.test(label);

/** Such as `v6.4.3`, and not `2025.1.0`. */
const isNumber = (label: string) => /^v?\d{1,3}(?:\D|$)/i.test(label);

/** A label that is one of the texts, or the same but for a `v`, its case or what the tag pattern leaves out. */
function knownLabel(ordering: ProductOrdering, { texts, keys }: ReadTexts, known: LabelRow[]): string | null {
  for (const [at, text] of texts.entries()) {
    if (known.some(({ version }) => version === text)) return text;
    const same = known.filter(
      ({ version, version_key: key }) => key === keys[at] && isSameText(ordering, version, text),
    );
    if (same.length > 0) return same.map(({ version }) => version).sort()[0]!;
  }
  return null;
}
