import type { Dialect } from '../../database/dialect';

// Conditions of statements about versions, under the aliases of their tables.

/**
 * Whether the available version is news after a former one. A withdrawn version does not hide what was added after it, nor a pre-release
 * a release.
 */
export const supersedes = (available: string, former: string) =>
  `(${former}.version_key < ${available}.version_key
    OR (${former}.release_rank < ${available}.release_rank AND (${former}.release_rank > 0 OR ${available}.added_at > ${former}.added_at)))`;

/** Two labels of one version, `v1.1` and `1.1`. */
export const isSame = (a: string, b: string) =>
  `(${a}.version_key = ${b}.version_key AND ${equalMeansSame(`${a}.software_id`)})`;

/** By the scheme `date`, all versions of one day are equal, and yet not the same. */
const equalMeansSame = (softwareId: string) =>
  `EXISTS (SELECT 1 FROM software o WHERE o.id = ${softwareId} AND o.scheme <> 'date')`;

/**
 * Whether a favorite skips a version of its product: the version or another label of it is on the list. The compared columns must stand
 * outside of the subqueries: where MariaDB 10.11 sorts the versions, it compares stale values of columns that only a subquery names.
 */
export const skips = ({ thenJoin }: Dialect, favorite: string, version: string) =>
  `(${version}.version IN (SELECT k.version FROM favorite_skip k WHERE k.favorite_id = ${favorite}.id)
    OR (${version}.version_key IN (SELECT kv.version_key FROM favorite_skip k
        ${thenJoin} version kv ON kv.software_id = ${favorite}.software_id AND kv.version = k.version AND kv.hidden = 0
        WHERE k.favorite_id = ${favorite}.id)
      AND ${equalMeansSame(`${favorite}.software_id`)}))`;

/**
 * Whether a favorite passes over a version because it skips a higher one. A skipped version counts that its policy could offer: one of the
 * series, and a pre-release only where pre-releases are offered. Without this, a skip would offer the next older version.
 * @param policy alias of its policy
 * @param latestRank SQL of the release rank of the latest version
 */
export const passesOver = (
  { thenJoin }: Dialect,
  { favorite, policy, latestRank }: { favorite: string; policy: string; latestRank: string },
  version: string,
) =>
  `(${version}.version_key < COALESCE((SELECT MAX(kv.version_key) FROM favorite_skip k
      ${thenJoin} version kv ON kv.software_id = ${favorite}.software_id AND kv.version = k.version AND kv.hidden = 0
      WHERE k.favorite_id = ${favorite}.id
        AND (${policy}.series_from IS NULL OR (kv.version_key >= ${policy}.series_from AND kv.version_key < ${policy}.series_to))
        AND (kv.prerelease = 0 OR ${policy}.include_prereleases = 1 OR COALESCE(${latestRank}, 1) = 1)), ''))`;
