import { compared, type Identifier, IdentifierError, readIdentifier } from 'inventory-reader';
import { isLonger, TimeSlice } from 'small-parts';
import { CYCLES_AT_MOST, type ProductCycle } from '../../../version/lifecycle/product-cycle';
import { cycleProblem, cyclesOf } from '../../sources/endoflife-cycles';
import { parseJson } from '../../../common/fetch/json-text';
import { dateOf, type Fields, fieldsOf, isFields, textOf } from '../../../common/fetch/read';
import { type Knowledge, type KnowledgeDocument, KnowledgeError, reject, type Rejected } from './knowledge-provider';

export const PRODUCTS_AT_MOST = 5_000;
const NAME_LENGTH = 64;
const IDENTIFIERS_AT_MOST = 100;
/** Objects, lists and members of a document: five times what the whole of endoflife.date has. */
const PARTS_AT_MOST = 2_000_000;

/** A product as endoflife.date lists it. */
export interface ListedProduct {
  name: string;
  identifiers: Identifier[];
  cycles: ProductCycle[];
  /** Names of listed cycles that are invalid. */
  unreadable: string[];
  asOf: string;
}

export interface ListedProducts extends Knowledge {
  products: ListedProduct[];
}

/**
 * Reads answers of `products/full` or `products/<name>` (schemas `FullProductListResponse` and `ProductResponse` of API v1). A product or a
 * cycle that cannot be taken is rejected alone; of two products with one name the last counts.
 * @throws KnowledgeError, SourceError when a document is none of both
 */
export async function readAnswers(documents: AsyncIterable<KnowledgeDocument>, today: string): Promise<ListedProducts> {
  const products = new Map<string, ListedProduct>();
  const rejected: Rejected[] = [];
  const slice = new TimeSlice();
  let asOf = today;
  for await (const document of documents) {
    const answer = fieldsOf(await parseJson(document.text, PARTS_AT_MOST));
    const day = dayOf(answer, document, today);
    if (day < asOf) asOf = day;
    for (const entry of entriesOf(answer)) {
      if (slice.isOver) await slice.next();
      const product = readProduct(entry, day, rejected);
      if (product) products.set(product.name, product);
      if (products.size > PRODUCTS_AT_MOST)
        throw new KnowledgeError(`It lists more than ${PRODUCTS_AT_MOST} products.`);
    }
  }
  const list = [...products.values()];
  const records = list.reduce((sum, { cycles }) => sum + cycles.length, 0);
  if (records === 0) throw new KnowledgeError('It lists no release cycles.');
  return { asOf, products: list, records, rejected };
}

/** A day after today is a wrong clock somewhere. */
function dayOf(answer: Fields, { name, day }: KnowledgeDocument, today: string): string {
  const said = dateOf(answer.generated_at)?.slice(0, 10) ?? day;
  if (said === null) throw new KnowledgeError(`${name ?? 'It'} does not say of which day it is (generated_at).`);
  return said > today ? today : said;
}

function entriesOf({ result }: Fields): unknown[] {
  if (Array.isArray(result)) {
    if (result.length > PRODUCTS_AT_MOST) throw new KnowledgeError(`It lists more than ${PRODUCTS_AT_MOST} products.`);
    return result;
  }
  if (isFields(result)) return [result];
  throw new KnowledgeError('It is not an answer about products: it has no result.');
}

function readProduct(entry: unknown, asOf: string, rejected: Rejected[]): ListedProduct | null {
  const without = (at: string, reason: string) => {
    reject(rejected, at, reason);
    return null;
  };
  const name = isFields(entry) ? textOf(entry.name) : null;
  if (!isFields(entry) || name === null) return without('a product', 'has no name');
  const shown = JSON.stringify(name.slice(0, NAME_LENGTH));
  if (isLonger(name, NAME_LENGTH) || !isWhole(name))
    return without(shown, `has a name that is not 1 to ${NAME_LENGTH} printable characters`);
  const { releases } = entry;
  if (!Array.isArray(releases)) return without(shown, 'has no list of releases');
  if (releases.length > CYCLES_AT_MOST) return without(shown, `has more than ${CYCLES_AT_MOST} releases`);
  const good: Fields[] = [];
  const unreadable: string[] = [];
  for (const [at, release] of (releases as unknown[]).entries()) {
    const reason = isFields(release) ? cycleProblem(release) : 'is not an object';
    if (reason === null) good.push(release as Fields);
    else {
      const cycle = isFields(release) ? textOf(release.name) : null;
      if (cycle !== null) unreadable.push(cycle);
      reject(
        rejected,
        `${shown}, release ${cycle === null ? at : JSON.stringify(cycle.slice(0, NAME_LENGTH))}`,
        reason,
      );
    }
  }
  return { name, identifiers: identifiersOf(entry.identifiers), cycles: cyclesOf(good), unreadable, asOf };
}

const isWhole = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** Those that this service cannot read name nothing here. */
function identifiersOf(value: unknown): Identifier[] {
  const list: unknown[] = Array.isArray(value) ? value.slice(0, IDENTIFIERS_AT_MOST) : [];
  return list.flatMap((one) => {
    if (!isFields(one) || typeof one.type !== 'string' || typeof one.id !== 'string') return [];
    try {
      const identifier = compared(readIdentifier(one.type, one.id));
      return identifier.type === 'alias' ? [] : [identifier];
    } catch (error) {
      if (error instanceof IdentifierError) return [];
      throw error;
    }
  });
}
