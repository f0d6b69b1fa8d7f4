import { groupBy } from 'small-parts';
import { genericScheme, type ProductOrdering, schemeFor } from 'version-order';
import {
  type AdvisoryKey,
  type AdvisoryRange,
  type AdvisoryRecord,
  type Denial,
  type Finding,
  type FindingState,
  type Origin,
  ORIGINS,
  SEVERITIES,
  type Severity,
} from './advisory';
import { type Order, orderOf, type Place, placeIn, type Suffixes } from './place';
import { EventRange, type RangeVerdict } from './range';

/** A record as the matching needs it: its ranges are those of the product. */
export interface KnownRecord extends Pick<AdvisoryRecord, 'id' | 'severity' | 'affected'> {
  /** See `vulnerabilityOf`. */
  vulnerability: string;
}

/**
 * What an origin says of a version. `unknown`: it cannot be told, as from a list of versions that does not have it. `denied`: the version is
 * named as one that is not affected.
 */
export interface Statement<R extends KnownRecord = KnownRecord> {
  record: R;
  origin: Origin;
  verdict: RangeVerdict['state'] | 'unknown' | 'denied';
  fixed: string | null;
  /** Of a denial. */
  reason: string | null;
}

export interface Assessed<R extends KnownRecord = KnownRecord> extends Finding {
  /** Of all records about the vulnerability, the most trusted origin first. */
  statements: Statement<R>[];
}

/** A version of a product, with its places by order: null = its scheme does not read it. */
interface Read {
  label: string;
  places: Map<Order, Place | null>;
}

/**
 * Finds the vulnerabilities of a product's versions. What is costly is done once for all versions, so that 13,638 versions against
 * 2,332 advisories take half a second.
 */
export class Assessor<R extends KnownRecord = KnownRecord> {
  private readonly ordering: ProductOrdering;
  private readonly vulnerabilities: { vulnerability: string; records: CompiledRecord<R>[] }[];

  constructor(ordering: ProductOrdering, records: R[]) {
    this.ordering = ordering;
    const byName = new Map<string, CompiledRecord<R>[]>();
    for (const record of records) {
      const list = byName.get(record.vulnerability) ?? [];
      list.push(...compile(record, ordering));
      byName.set(record.vulnerability, list);
    }
    this.vulnerabilities = [...byName]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([vulnerability, list]) => ({ vulnerability, records: list.sort((a, b) => a.trust - b.trust) }));
  }

  /** In the order of vulnerabilities. @param label of the version */
  assess(label: string): Assessed<R>[] {
    const version: Read = { label: this.ordering.versionIn(label), places: new Map() };
    const found: Assessed<R>[] = [];
    for (const { vulnerability, records } of this.vulnerabilities) {
      if (!records.some((one) => one.affects(version))) continue;
      const statements = records.map((one) => one.statement(version));
      found.push({ vulnerability, state: stateOf(statements), ...detailsOf(statements), statements });
    }
    return found;
  }
}

/** The findings of one version. */
export const assess = <R extends KnownRecord>(label: string, ordering: ProductOrdering, records: R[]): Assessed<R>[] =>
  new Assessor(ordering, records).assess(label);

const isAffecting = ({ verdict }: Statement) => verdict === 'affected' || verdict === 'open';

/** @param statements at least one that it is affected */
function stateOf(statements: Statement[]): FindingState {
  const affecting = statements.filter(isAffecting);
  const origins = new Set(affecting.map(({ origin }) => origin));
  const denial = statements.find(({ verdict }) => verdict === 'denied');
  // Who names the version itself knows more than a range that happens to have it, but not more than somebody who is trusted as much.
  if (denial)
    return affecting.some(({ origin }) => trustOf(origin) <= trustOf(denial.origin)) ? 'disputed' : 'not_affected';
  if (statements.some(({ origin, verdict }) => verdict === 'unaffected' && !origins.has(origin))) return 'disputed';
  return affecting.some(({ verdict }) => verdict === 'affected') ? 'affected' : 'open';
}

const trustOf = (origin: Origin) => ORIGINS.indexOf(origin);

/** Of the most trusted origin that says so. */
function detailsOf(statements: Statement[]): Pick<Finding, 'severity' | 'fixed' | 'reason'> {
  let severity: Severity = 'unknown';
  let by: Origin | null = null;
  for (const { record, origin } of statements) {
    if (record.severity === 'unknown' || (by !== null && by !== origin)) continue;
    by = origin;
    if (SEVERITIES.indexOf(record.severity) > SEVERITIES.indexOf(severity)) severity = record.severity;
  }
  return {
    severity,
    fixed: statements.find(({ fixed }) => fixed !== null)?.fixed ?? null,
    reason: statements.find(({ verdict }) => verdict === 'denied')?.reason ?? null,
  };
}

/** What one origin says in a record: that versions are affected, or that they are not. */
class CompiledRecord<R extends KnownRecord> {
  readonly trust: number;

  constructor(
    private readonly record: R,
    private readonly origin: Origin,
    private readonly denial: Denial | null,
    private readonly ranges: CompiledRange[],
  ) {
    this.trust = trustOf(origin);
  }

  affects(version: Read): boolean {
    return this.denial === null && this.names(version);
  }

  private names(version: Read): boolean {
    return this.ranges.some((range) => range.affects(version));
  }

  statement(version: Read): Statement<R> {
    if (this.denial === null) return this.verdict(version);
    const verdict = this.names(version) ? 'denied' : 'unknown';
    return { record: this.record, origin: this.origin, verdict, fixed: null, reason: this.denial.reason };
  }

  private verdict(version: Read): Statement<R> {
    let verdict: Statement['verdict'] | null = null;
    let best: { fixed: string; key: string } | null = null;
    let isListed = false;
    for (const range of this.ranges) {
      const one = range.verdict(version);
      isListed ||= range.lists(version);
      if (one !== null && (verdict === null || STRENGTH[one.state] > STRENGTH[verdict])) verdict = one.state;
      if (one === null || one.fixed === null) continue;
      const key = range.keyOf(one.fixed);
      if (best === null || key < best.key) best = { fixed: one.fixed, key };
    }
    // A list is often made from the ranges, so one without an end stays what it is.
    if (isListed && verdict !== 'open') verdict = 'affected';
    const { record, origin } = this;
    return { record, origin, verdict: verdict ?? 'unknown', fixed: best?.fixed ?? null, reason: null };
  }
}

/** An end that one range names is better known than that another one names none. */
const STRENGTH = { unaffected: 0, unknown: 1, open: 2, affected: 3, denied: 4 } as const;

function compile<R extends KnownRecord>(record: R, ordering: ProductOrdering): CompiledRecord<R>[] {
  const bySpeaker = groupBy(record.affected, ({ origin, denial }) => JSON.stringify([origin, denial]));
  return [...bySpeaker.values()].map((list) => {
    const ranges = list.map((range) => new CompiledRange(range, ordering));
    return new CompiledRecord(record, list[0]!.origin, list[0]!.denial ?? null, ranges);
  });
}

class CompiledRange {
  private readonly order: Order | null;
  private readonly ranges: (EventRange | null)[];
  private readonly labels: Set<string>;
  private readonly keys: Set<string>;
  /** `rc1` and `rc.1` are the same to people. */
  private readonly spellings: Set<string>;

  constructor({ key, scheme, ranges, versions }: AdvisoryRange, ordering: ProductOrdering) {
    // Tags, and what people wrote about a product, are in its own form.
    const isLoose = scheme === 'product';
    const given = isLoose ? ordering.scheme : scheme === null ? null : schemeFor({ scheme });
    this.order = given && orderOf(given, suffixesOf(key, isLoose));
    const read = key.type === 'purl' ? (text: string) => text : (text: string) => ordering.versionIn(text);
    const readEvent = isLoose ? (text: string) => numbered(read(text)) : read;
    this.ranges = ranges.map((events) => this.order && EventRange.of(events, this.order, readEvent, isLoose));
    this.labels = new Set(versions.map(read));
    const valid = given === null ? [] : [...this.labels].filter((one) => given.valid(one));
    this.keys = new Set(valid.map((one) => given!.key(one)));
    this.spellings = new Set(isLoose ? valid.map((one) => genericScheme.key(one)) : []);
  }

  keyOf(version: string): string {
    return this.order?.scheme.key(version) ?? version;
  }

  affects(version: Read): boolean {
    const place = placeOf(this.order, version);
    if (place !== null) for (const range of this.ranges) if (range?.includes(place)) return true;
    return this.lists(version);
  }

  lists(version: Read): boolean {
    if (this.labels.size === 0) return false;
    if (this.labels.has(version.label)) return true;
    const place = placeOf(this.order, version);
    if (place !== null && (this.keys.has(place.key) || this.keys.has(place.core))) return true;
    return this.spellings.size > 0 && this.spellings.has(placeOf(SPELLED, version)?.key ?? '');
  }

  /** By its ranges; null = it has none. */
  verdict(version: Read): { state: Statement['verdict']; fixed: string | null } | null {
    const place = placeOf(this.order, version);
    let found: { state: Statement['verdict']; fixed: string | null } | null = null;
    for (const range of this.ranges) {
      const one = place === null || range === null ? UNKNOWN : range.verdict(place);
      if (found !== null && STRENGTH[one.state] < STRENGTH[found.state]) continue;
      if (found === null || one.state !== found.state || isLower(this, one.fixed, found.fixed)) found = one;
    }
    return found;
  }
}

/** A package has the order of its own tool; what people write beside it has the suffixes that they see. */
const suffixesOf = ({ type, value }: AdvisoryKey, isLoose: boolean): Suffixes =>
  value.startsWith('pkg:bitnami/') ? 'revisions' : isLoose || type !== 'purl' ? 'words' : 'own';

/** `nightly.2026-03-10` has a place in no order, nor has the hash of a commit; null. */
const numbered = (version: string) => (/^v?\d/i.test(version) && !IS_HASH.test(version) ? version : null);
const IS_HASH = /^(?=.*[a-f])[0-9a-f]{7,64}$/i;

const SPELLED = orderOf(genericScheme, 'own');

const UNKNOWN = { state: 'unknown', fixed: null } as const;

const isLower = (range: CompiledRange, one: string | null, other: string | null) =>
  one !== null && (other === null || range.keyOf(one) < range.keyOf(other));

function placeOf(order: Order | null, { label, places }: Read): Place | null {
  if (order === null) return null;
  const known = places.get(order);
  if (known !== undefined) return known;
  // `nightly`, `stable`
  const place = /\d/.test(label) && order.scheme.valid(label) ? placeIn(order, label) : null;
  places.set(order, place);
  return place;
}
