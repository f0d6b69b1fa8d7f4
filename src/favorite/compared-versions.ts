import type { Dialect } from '../database/dialect';

/** Conditions on rows of version under aliases: which are the same, which is more, which are skipped. */

/**
 * Whether a version on offer is more than one that was seen on offer before. What was withdrawn since, a mistake perhaps, hides nothing that
 * comes after it, nor does a pre-release hide a release.
 */
export const isMore = (offered: string, seen: string) =>
  `(${seen}.version_key < ${offered}.version_key
    OR (${seen}.standing < ${offered}.standing AND (${seen}.standing > 0 OR ${offered}.added_at > ${seen}.added_at)))`;

/** Two labels of one version, `v1.1` and `1.1`. */
export const isSame = (a: string, b: string) =>
  `(${a}.version_key = ${b}.version_key AND ${areSame(`${a}.software_id`)})`;

/** Whether labels of this software that are equal are the same. By the scheme `date` all that came on one day is equal, and not the same. */
const areSame = (softwareId: string) =>
  `EXISTS (SELECT 1 FROM software o WHERE o.id = ${softwareId} AND o.scheme <> 'date')`;

/**
 * Whether a favorite skips a version: its label is on the list, or it is another label of a version that is. What is compared with the
 * list stands outside of the subqueries: where MariaDB sorts the versions, it reads no column that is named within them only, and
 * would compare what it read before (10.11.19).
 * @param favorite an alias of the table
 * @param version an alias of the table, of a version of the favorite's software
 */
export const skips = ({ thenJoin }: Dialect, favorite: string, version: string) =>
  `(${version}.version IN (SELECT k.version FROM favorite_skip k WHERE k.favorite_id = ${favorite}.id)
    OR (${version}.version_key IN (SELECT kv.version_key FROM favorite_skip k
        ${thenJoin} version kv ON kv.software_id = ${favorite}.software_id AND kv.version = k.version
        WHERE k.favorite_id = ${favorite}.id)
      AND ${areSame(`${favorite}.software_id`)}))`;
