/** Conditions on rows of version under aliases: which are the same, which is more, which are skipped. */

/**
 * Whether a version on offer is more than one that was seen on offer before. What was withdrawn since, a mistake perhaps, hides nothing that
 * comes after it, nor does a pre-release hide a release.
 */
export const isMore = (offered: string, seen: string) =>
  `(${seen}.version_key < ${offered}.version_key
    OR (${seen}.standing < ${offered}.standing AND (${seen}.standing > 0 OR ${offered}.added_at > ${seen}.added_at)))`;

/** Two labels of one version, `v1.1` and `1.1`. By the scheme `date` all that came on one day is equal, and not the same. */
export const isSame = (a: string, b: string) =>
  `(${a}.version_key = ${b}.version_key AND EXISTS (SELECT 1 FROM software o WHERE o.id = ${a}.software_id AND o.scheme <> 'date'))`;

/**
 * Whether a favorite skips a version: its label is on the list, or it is another label of a version that is.
 * @param favorite an alias of the table
 * @param version an alias of the table, of a version of the favorite's software
 */
export const skips = (favorite: string, version: string) => `EXISTS (SELECT 1 FROM favorite_skip k
  LEFT JOIN version kv ON kv.software_id = ${version}.software_id AND kv.version = k.version
  WHERE k.favorite_id = ${favorite}.id AND (k.version = ${version}.version OR ${isSame('kv', version)}))`;
