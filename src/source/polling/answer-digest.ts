import { hash } from 'node:crypto';
import { TimeSlice } from 'small-parts';
import { fingerprint } from '../../common/fingerprint';
import type { ProductCycle } from '../../version/lifecycle/product-cycle';
import type { Release } from '../sources/source';

/** Releases whose digests are stored. The few products with more have all versions looked up whenever one is new. */
const STORED_AT_MOST = 6_000;

/** Columns of the source, as the last poll with news has written them. */
export interface StoredAnswer {
  hash: string | null;
  releases: string | null;
}

/** Digests of the releases that a poll returned, whatever their order. */
export class AnswerDigest {
  private constructor(
    /** Of each release, in the order of the list, and then of each cycle. */
    private readonly digests: Float64Array,
    /** All of them in one text; null = too long to be stored. */
    readonly releases: string | null,
    /** Of all of them. */
    readonly hash: string,
  ) {}

  /** @param withNotes the notes of these releases are read */
  static async of(releases: Release[], cycles: ProductCycle[] = [], withNotes = false): Promise<AnswerDigest> {
    const digests = new Float64Array(releases.length + cycles.length);
    const slice = new TimeSlice();
    for (const [place, release] of releases.entries()) {
      if (slice.isOver) await slice.next();
      digests[place] = digestOf(release);
    }
    for (const [place, cycle] of cycles.entries()) digests[releases.length + place] = digestOfCycle(cycle);
    const all = Buffer.from(digests.toSorted().buffer).toString('base64url');
    const stored = digests.length > STORED_AT_MOST ? null : all;
    return new AnswerDigest(digests, stored, withNotes ? noting(hashOf(all)) : hashOf(all));
  }

  /**
   * @returns which releases are new or changed since the stored ones, and whether a stored one is missing or changed
   */
  changesSince(before: StoredAnswer): { isNew: boolean[]; isMissing: boolean } {
    const known = digestsOf(before);
    const same = new Set<number>();
    const isNew = Array.from(this.digests, (digest) => {
      if (!known?.has(digest)) return true;
      same.add(digest);
      return false;
    });
    return { isNew, isMissing: known === null || same.size < known.size };
  }
}

const NOTING = 'n:';
const HASH_LENGTH = 43;

/** The hash of an answer whose notes were read too. */
const noting = (hash: string) => (NOTING + hash).slice(0, HASH_LENGTH);

/** Whether notes were read with the answer that has this hash. */
export const isNoting = (hash: string | null) => hash?.startsWith(NOTING) ?? false;

const hashOf = (text: string) => hash('sha256', text, 'base64url');

const digestOf = ({ version, releasedAt, prerelease, notesUrl, withdrawn = false, leftOut, notes }: Release): number =>
  fingerprint([
    version,
    releasedAt ?? '',
    notesUrl ?? '',
    String(prerelease),
    String(withdrawn),
    ...(leftOut === undefined ? [] : [`left out: ${leftOut}`]),
    ...(notes ? [hashOf(notes.text)] : []),
  ]);

const digestOfCycle = (cycle: ProductCycle): number =>
  fingerprint(Object.entries(cycle).map(([name, value]) => `${name}=${value}`));

/** Null when they are unknown. */
function digestsOf({ releases }: StoredAnswer): Set<number> | null {
  if (releases === null) return null;
  return new Set(new Float64Array(Uint8Array.from(Buffer.from(releases, 'base64url')).buffer));
}
