import { groupBy } from '../../common/list/nested';
import { aliasesOf, type Fields, idOf, isFields, listOf, RecordProblem, textsOf } from '../matching/fields';
import { csafProducts } from './csaf-products';
import { PRODUCTS_AT_MOST, STATEMENTS_AT_MOST, type VexProduct, type VexStatement, type VexStatus } from './statement';
import { momentOf, reasonOf, type ReadStatements, statementsOf } from './vex-words';

/** Lists of `product_status`. What is `recommended` is not said to be anything. */
const STATUSES: [name: string, status: VexStatus][] = [
  ['known_affected', 'affected'],
  ['first_affected', 'affected'],
  ['last_affected', 'affected'],
  ['known_not_affected', 'not_affected'],
  ['fixed', 'fixed'],
  ['first_fixed', 'fixed'],
  ['under_investigation', 'under_investigation'],
];

/** Of `remediations`: it is to stay as it is. */
const NO_FIX = 'no_fix_planned';

export const isCsaf = (document: Fields): boolean =>
  isFields(document.document) && typeof document.document.csaf_version === 'string';

/** CSAF 2.0 and 2.1: https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html, profile 5 (VEX). @throws RecordProblem */
export async function readCsaf(content: Fields): Promise<ReadStatements> {
  const document = content.document as Fields;
  const tracking = isFields(document.tracking) ? document.tracking : {};
  const publisher = isFields(document.publisher) ? document.publisher : {};
  const ofDocument = momentOf(tracking.current_release_date);
  const tree = isFields(content.product_tree) ? content.product_tree : {};
  const { products, groups } = csafProducts(tree);
  const given = listOf(content.vulnerabilities, 'vulnerabilities', STATEMENTS_AT_MOST);
  const known: Known = { products, groups, ofDocument, left: NAMED_AT_MOST };
  const read = (one: Fields, at: string) => readVulnerability(one, at, known);
  const id = typeof tracking.id === 'string' ? `${String(publisher.namespace ?? '')} ${tracking.id}` : undefined;
  return { id, author: publisher.name, ...(await statementsOf(given, 'vulnerabilities', read)) };
}

/** Products that flags, threats and remediations name, in all: groups are short to name. */
const NAMED_AT_MOST = 1_000_000;

interface Known {
  products: Map<string, VexProduct[]>;
  groups: Map<string, string[]>;
  ofDocument: string | null;
  /** What is left of `NAMED_AT_MOST`. */
  left: number;
}

/** @throws RecordProblem */
function readVulnerability(given: Fields, at: string, known: Known): VexStatement[] {
  const ids = listOf(given.ids, 'ids', 1_000).filter(isFields);
  const [id, ...others] = textsOf([given.cve, ...ids.map(({ text }) => text)]);
  const vulnerability = idOf(id);
  const aliases = aliasesOf(others, vulnerability);
  const status = isFields(given.product_status) ? given.product_status : {};
  const words = new Words(given, known);
  return STATUSES.flatMap(([name, own]) => {
    const list = textsOf(listOf(status[name], name, PRODUCTS_AT_MOST));
    const byWords = groupBy(list, (product) => JSON.stringify(words.of(product, own)));
    return [...byWords.values()].map((same): VexStatement => ({
      ...{ at: `${at}.product_status.${name}`, vulnerability, aliases, status: own },
      ...words.of(same[0]!, own),
      products: same.flatMap((product) => known.products.get(product) ?? []),
      saidAt: known.ofDocument,
    }));
  });
}

/** What a vulnerability says of single products beside their status. */
class Words {
  private readonly flags: Map<string, Fields>;
  private readonly impacts: Map<string, Fields>;
  private readonly unfixed: Map<string, Fields>;

  constructor(given: Fields, known: Known) {
    const byProduct = (name: string, isMeant: (one: Fields) => boolean) => {
      const found = new Map<string, Fields>();
      for (const one of listOf(given[name], name, PRODUCTS_AT_MOST).filter(isFields).filter(isMeant))
        for (const product of concerned(one, known)) found.set(product, one);
      return found;
    };
    this.flags = byProduct('flags', () => true);
    this.impacts = byProduct('threats', ({ category }) => category === 'impact');
    this.unfixed = byProduct('remediations', ({ category }) => category === NO_FIX);
  }

  of(product: string, status: VexStatus): Pick<VexStatement, 'reason' | 'isAccepted'> {
    const unfixed = status === 'affected' ? this.unfixed.get(product) : undefined;
    if (unfixed) return { reason: reasonOf(NO_FIX, unfixed.details), isAccepted: true };
    if (status !== 'not_affected') return { reason: null, isAccepted: false };
    return {
      reason: reasonOf(this.flags.get(product)?.label, this.impacts.get(product)?.details),
      isAccepted: false,
    };
  }
}

/** @throws RecordProblem */
function concerned({ product_ids: products, group_ids: names }: Fields, known: Known): string[] {
  const lists = textsOf(listOf(names, 'group_ids', 1_000)).map((name) => known.groups.get(name) ?? []);
  lists.push(textsOf(listOf(products, 'product_ids', PRODUCTS_AT_MOST)));
  known.left -= lists.reduce((sum, list) => sum + list.length, 0);
  if (known.left < 0) throw new RecordProblem(`has flags and the like for more than ${NAMED_AT_MOST} products`);
  return lists.flat();
}
