import { TimeSlice } from 'small-parts';
import { type Fields, isFields, lineOf, RecordProblem } from '../matching/fields';
import { PRODUCTS_AT_MOST, STATEMENTS_AT_MOST, type VexStatement } from './statement';

/** What the readers of the formats give. */
export interface ReadStatements {
  id: unknown;
  author: unknown;
  statements: VexStatement[];
  rejected: { at: string; reason: string }[];
}

/** A list of a document in which a bad entry is rejected alone. @throws RecordProblem when there is too much in it */
export async function statementsOf(
  given: unknown[],
  name: string,
  read: (one: Fields, at: string) => VexStatement[],
): Promise<Pick<ReadStatements, 'statements' | 'rejected'>> {
  const found: Pick<ReadStatements, 'statements' | 'rejected'> = { statements: [], rejected: [] };
  let products = 0;
  const slice = new TimeSlice();
  for (const [index, one] of given.entries()) {
    if (slice.isOver) await slice.next();
    const at = `${name}[${index}]`;
    try {
      if (!isFields(one)) throw new RecordProblem('is not an object');
      for (const statement of read(one, at)) {
        found.statements.push(statement);
        products += statement.products.length;
      }
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      found.rejected.push({ at, reason: error.message });
    }
    if (found.statements.length > STATEMENTS_AT_MOST)
      throw new RecordProblem(`has more than ${STATEMENTS_AT_MOST} statements`);
    if (products > PRODUCTS_AT_MOST)
      throw new RecordProblem(`has statements about more than ${PRODUCTS_AT_MOST} products`);
  }
  return found;
}

/** A word such as `code_not_reachable`, then what people say. */
export function reasonOf(justification: unknown, detail: unknown): string | null {
  const word = lineOf(justification, 100)?.replaceAll('_', ' ');
  const text = lineOf(detail, 500);
  return lineOf([word, text].filter(Boolean).join(': '), 500);
}

/** ISO 8601 in UTC, so that moments compare as texts. */
export function momentOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^(?:19|20|21)\d\d-\d\d-\d\d(?:T|$)/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
