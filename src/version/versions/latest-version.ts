import { ReleaseRank } from './version.entity';
import type { StoredVersion } from './version.repository';

/** The facts that decide which version is the latest. */
export type RankedVersion = Pick<StoredVersion, 'id' | 'release_rank' | 'version_key'>;

/** Id of the version to offer: a release before any pre-release, then the highest key; null when there is none. */
export function latestOf(versions: Iterable<RankedVersion>): string | null {
  let latest: RankedVersion | null = null;
  for (const version of versions) {
    if (version.release_rank === ReleaseRank.Excluded) continue;
    if (latest === null || isBefore(latest, version)) latest = version;
  }
  return latest?.id ?? null;
}

/** Of two labels with the same key, the one that was known first counts as later. */
export function isBefore(a: RankedVersion, b: RankedVersion): boolean {
  if (a.release_rank !== b.release_rank) return a.release_rank < b.release_rank;
  return a.version_key === b.version_key ? a.id > b.id : a.version_key < b.version_key;
}
