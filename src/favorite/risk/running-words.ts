import type { VexStatus } from 'advisory-match';
import { formatPurl, parsePurl, PurlError, shown } from 'inventory-reader';
import { TimeSlice } from 'small-parts';
import { sha256 } from '../../common/fingerprint';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import type { Running, RunningFinding } from './running.service';

/** What names a version in documents. */
export interface RunningName {
  /** `urn:uuid:<id of the product>#<version>`: the same in each document, and for nobody else. */
  ref: string;
  /** Null: the product has none, or several. */
  purl: string | null;
  cpe: string | null;
}

export function nameOf({ row, keys }: Running): RunningName {
  const [purls, cpes] = (['purl', 'cpe'] as const).map((kind) =>
    shown(keys?.keys ?? [])
      .filter(({ type }) => type === kind)
      .map(({ value }) => value),
  ) as [string[], string[]];
  // That of Bitnami names a database's copy, where there is one that names the product.
  const own = purls.filter((purl) => !purl.startsWith('pkg:bitnami/'));
  return {
    ref: `urn:uuid:${row.software_id}#${encodeURIComponent(row.version.toWellFormed())}`,
    purl: purlOf(only(own.length > 0 ? own : purls), row.version),
    cpe: cpeOf(only(cpes), row.version),
  };
}

const only = (values: string[]): string | null => (values.length === 1 ? values[0]! : null);

function purlOf(key: string | null, version: string): string | null {
  if (key === null) return null;
  try {
    return formatPurl({ ...parsePurl(key), version: version.toWellFormed() });
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

/** A formatted string of CPE 2.3 (NISTIR 7695, 6.2); null for what that cannot have. */
function cpeOf(key: string | null, version: string): string | null {
  if (key === null || !/^[!-~]+$/.test(version)) return null;
  const escaped = version.toLowerCase().replace(/[^a-z0-9._-]/g, '\\$&');
  return `cpe:2.3:${key}:${escaped === '-' ? '\\-' : escaped}${':*'.repeat(7)}`;
}

/** What is said of a vulnerability, and why. */
export interface Said {
  status: VexStatus;
  text: string;
  isAccepted: boolean;
}

/** What its owner decided; else the vendor's word; else that of the databases. */
export function saidOf({ finding, triage }: RunningFinding): Said {
  const { state, fixed, reason } = finding;
  if (triage?.state === 'not_affected') return { status: 'not_affected', text: triage.reason, isAccepted: false };
  if (triage?.state === 'accepted') return { status: 'affected', text: triage.reason, isAccepted: true };
  if (triage?.state === 'in_triage') return { status: 'under_investigation', text: triage.reason, isAccepted: false };
  if (state === 'not_affected')
    return { status: state, text: reason ?? 'The vendor says that this version is not affected.', isAccepted: false };
  const text = fixed === null ? 'No version that fixes it is known.' : `Fixed in ${fixed}.`;
  if (state === 'affected') return { status: 'affected', text, isAccepted: false };
  const doubt = state === 'open' ? 'No database says where it ends.' : 'Databases disagree about this version.';
  return { status: 'under_investigation', text: fixed === null ? doubt : `${doubt} ${text}`, isAccepted: false };
}

/** The newest moment of what a document says: the same as long as it says the same. */
export function saidAt(running: Running[]): string {
  const moments = running.flatMap(({ row, findings }) => [
    row.updated_at,
    ...findings.flatMap(({ finding, triage }) => [finding.foundAt, ...(triage ? [triage.decidedAt] : [])]),
  ]);
  return momentIn(moments.reduce((last, one) => (one > last ? one : last), '1970-01-01 00:00:00.000000'));
}

/** RFC 3339. */
export const momentIn = (stored: string): string => toApiTimestamp(stored);

/** A list in JSON of what all of them have, made in steps: there may be many. */
export async function listText<T>(all: Iterable<T>, partsOf: (one: T) => object[]): Promise<string> {
  const slice = new TimeSlice();
  const texts: string[] = [];
  for (const one of all) {
    if (slice.isOver) await slice.next();
    for (const part of partsOf(one)) texts.push(JSON.stringify(part));
  }
  return `[${texts.join(',')}]`;
}

/** A UUID of what a document says (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const digest = sha256(text);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join('-');
}
