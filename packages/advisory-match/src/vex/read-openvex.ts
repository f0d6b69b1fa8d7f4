import { aliasesOf, type Fields, idOf, isFields, lineOf, listOf, RecordProblem } from '../matching/fields';
import { PRODUCTS_OF_ONE, STATEMENTS_AT_MOST, VEX_STATUSES, type VexProduct, type VexStatement } from './statement';
import { productsOf } from './vex-product';
import { momentOf, reasonOf, type ReadStatements, statementsOf } from './vex-words';

export const isOpenVex = (document: Fields): boolean =>
  typeof document['@context'] === 'string' && /^https?:\/\/openvex\.dev\/ns(?:\/|$)/.test(document['@context']);

/** OpenVEX 0.2: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md. @throws RecordProblem */
export async function readOpenVex(document: Fields): Promise<ReadStatements> {
  const given = listOf(document.statements, 'statements', STATEMENTS_AT_MOST);
  const ofDocument = momentOf(document.last_updated) ?? momentOf(document.timestamp);
  const { id, author } = { id: document['@id'], author: document.author };
  return { id, author, ...(await statementsOf(given, 'statements', (one, at) => [statementOf(one, at, ofDocument)])) };
}

/** @throws RecordProblem */
function statementOf(given: Fields, at: string, ofDocument: string | null): VexStatement {
  const { id, aliases } = vulnerabilityOf(given.vulnerability);
  const status = VEX_STATUSES.find((one) => one === given.status);
  if (status === undefined) throw new RecordProblem(`has no status of ${VEX_STATUSES.join(', ')}`);
  return {
    ...{ at, vulnerability: id, aliases, status },
    products: listOf(given.products, 'products', PRODUCTS_OF_ONE).flatMap(productOf),
    reason: reasonOf(given.justification, given.impact_statement ?? given.action_statement ?? given.status_notes),
    saidAt: momentOf(given.last_updated) ?? momentOf(given.timestamp) ?? ofDocument,
  };
}

/** Before 0.2 it was a text. */
function vulnerabilityOf(given: unknown): { id: string; aliases: string[] } {
  if (!isFields(given)) return { id: idOf(given), aliases: [] };
  const id = idOf(given.name ?? lineOf(given['@id'], 2_048)?.split('/').at(-1));
  return { id, aliases: aliasesOf(given.aliases, id) };
}

/** Subcomponents say where in the product the vulnerability is. */
function productOf(given: unknown): VexProduct[] {
  if (!isFields(given)) return productsOf({ names: [given] });
  const { identifiers } = given;
  const others = isFields(identifiers)
    ? [identifiers.purl, identifiers.cpe23, identifiers['@cpe23'], identifiers.cpe22, identifiers['@cpe22']]
    : [];
  return productsOf({ names: [...new Set([given['@id'], ...others])] });
}
