import { hasVersion } from '../../advisory/matching/assess';
import type { VexDocument, VexProduct, VexStatement } from '../../advisory/vex/statement';
import { schemeOf } from '../../advisory/vex/vex-records';
import { groupBy } from '../../common/list/nested';
import type { ProductOrdering } from '../../version/ordering/product-ordering';
import type { NamedFavorite } from '../store/running.repository';
import type { UnusedReason } from './dto/vex.dto';
import type { Decision } from './triage.service';

/** A favorite that the document may be about. */
export interface KnownFavorite {
  favorite: NamedFavorite;
  ordering: ProductOrdering;
  /** The names of the vulnerabilities of its version, by the ids of all their records. */
  findings: Map<string, string>;
}

/** A decision that a statement makes about a favorite. */
export interface StatedDecision extends Decision {
  favorite: NamedFavorite;
  statement: VexStatement;
}

export interface Decisions {
  decided: StatedDecision[];
  unused: { statement: VexStatement; because: UnusedReason }[];
}

/** The name of a product in a document, with which favorites are found. */
export const keyOf = ({ type, value }: VexProduct['key']) => `${type} ${value}`;

const REASON_AT_MOST = 500;

/**
 * What a document decides about favorites, in its order. Of statements about the same favorite and vulnerability the newest counts.
 * @param favorites by the keys of their products
 */
export function decisionsIn({ author, statements }: VexDocument, favorites: Map<string, KnownFavorite[]>): Decisions {
  const newest = new Map<string, StatedDecision | { statement: VexStatement }>();
  const unused: Decisions['unused'] = [];
  for (const statement of statements.toSorted(bySaid)) {
    const { found, because } = concerned(statement, favorites);
    if (because !== null) unused.push({ statement, because });
    for (const { favorite, vulnerability } of found) {
      const key = `${favorite.favorite_id} ${vulnerability}`;
      const before = newest.get(key);
      if (before && 'state' in before) unused.push({ statement: before.statement, because: 'superseded' });
      const decision = decisionOf(statement, author);
      if (decision === null) unused.push({ statement, because: 'no-decision' });
      newest.set(key, { favorite, statement, vulnerability, ...decision });
    }
  }
  const place = new Map(statements.map((statement, at) => [statement, at]));
  const inOrder = (one: { statement: VexStatement }, other: { statement: VexStatement }) =>
    place.get(one.statement)! - place.get(other.statement)!;
  const decided = [...newest.values()].filter((one) => 'state' in one);
  return { decided: decided.sort(inOrder), unused: unused.sort(inOrder) };
}

const bySaid = ({ saidAt: one }: VexStatement, { saidAt: other }: VexStatement) =>
  (one ?? '') === (other ?? '') ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;

/** The favorites that have the vulnerability in the version that a statement names, each once; else why there is none. */
function concerned(statement: VexStatement, favorites: Map<string, KnownFavorite[]>) {
  const ids = [statement.vulnerability, ...statement.aliases];
  const found = new Map<string, { favorite: NamedFavorite; vulnerability: string }>();
  let because: UnusedReason = 'no-favorite';
  for (const [key, products] of groupBy(statement.products, (product) => keyOf(product.key)))
    for (const { favorite, ordering, findings } of favorites.get(key) ?? []) {
      const isMeant = products.some((product) => isAbout(product, favorite.version, ordering));
      const vulnerability = ids.flatMap((id) => findings.get(id) ?? [])[0];
      if (!isMeant) because = because === 'not-found' ? because : 'other-version';
      else if (vulnerability === undefined) because = 'not-found';
      else found.set(favorite.favorite_id, { favorite, vulnerability });
    }
  return { found: [...found.values()], because: found.size > 0 ? null : because };
}

function isAbout({ key, versions, ranges }: VexProduct, label: string, ordering: ProductOrdering): boolean {
  if (versions.length + ranges.length === 0) return true;
  const type = key.type === 'purl' ? 'purl' : 'cpe';
  const known = { type, value: key.value } as const;
  return hasVersion({ key: known, origin: 'vendor', scheme: schemeOf(known), ranges, versions }, label, ordering);
}

/** Null: it says what is so, and not what to do about it. */
function decisionOf(
  { status, reason, isAccepted }: VexStatement,
  author: string,
): Pick<Decision, 'state' | 'reason'> | null {
  const state = status === 'affected' && isAccepted ? 'accepted' : STATES[status];
  const text = reason ?? `In a VEX document of ${author}.`;
  return state === null ? null : { state, reason: text.slice(0, REASON_AT_MOST).toWellFormed() };
}

const STATES = { not_affected: 'not_affected', under_investigation: 'in_triage', affected: null, fixed: null } as const;
