import { hash } from 'node:crypto';
import { fingerprint } from '../../common/fingerprint';
import { TimeSlice } from '../../common/time-slice';
import type { Release } from '../sources/source';

/** Releases whose digests are stored. Of the few products that have more, all are looked up whenever one is new. */
const STORED_AT_MOST = 6_000;

/** An answer as it was stored: the columns of its source. */
export interface StoredAnswer {
  hash: string | null;
  releases: string | null;
}

/** What a source listed, by digests: whatever the order of its releases, the same list has the same. */
export class AnswerDigest {
  private constructor(
    /** Of each release, in their order. */
    private readonly digests: Float64Array,
    /** All of them in one text; null = it would be too long. */
    readonly releases: string | null,
    /** Of them; tells two answers apart. */
    readonly hash: string,
  ) {}

  static async of(releases: Release[]): Promise<AnswerDigest> {
    const digests = new Float64Array(releases.length);
    const slice = new TimeSlice();
    for (const [place, release] of releases.entries()) {
      if (slice.isOver) await slice.next();
      digests[place] = digestOf(release);
    }
    const all = Buffer.from(digests.toSorted().buffer).toString('base64url');
    return new AnswerDigest(digests, releases.length > STORED_AT_MOST ? null : all, hashOf(all));
  }

  /**
   * What has to be stored when another answer was stored before.
   * @returns which releases are new or say something new, and whether any is missing that was there before, or said something else
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

const hashOf = (text: string) => hash('sha256', text, 'base64url');

const digestOf = ({ version, releasedAt, prerelease, notesUrl, withdrawn = false }: Release): number =>
  fingerprint([version, releasedAt ?? '', notesUrl ?? '', String(prerelease), String(withdrawn)]);

/** @returns null when they are not known, or not of this answer: a program that does not write them has stored another one since */
function digestsOf({ hash, releases }: StoredAnswer): Set<number> | null {
  if (releases === null || hashOf(releases) !== hash) return null;
  return new Set(new Float64Array(Uint8Array.from(Buffer.from(releases, 'base64url')).buffer));
}
