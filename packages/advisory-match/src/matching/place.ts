import { genericScheme, PRERELEASE_LETTERS, type VersionScheme } from 'version-order';

/**
 * What a suffix means that no list of pre-releases has: in `own` order what the scheme says; else `words` (`-r`, `-jre`) name an edition of the
 * version before them, and in the order of `revisions` numbers do too (Bitnami's `-2` and `-r2`).
 */
export type Suffixes = 'own' | 'words' | 'revisions';

/** How the versions of a range are ordered. Equal ones are one object. */
export interface Order {
  scheme: VersionScheme;
  suffixes: Suffixes;
}

const orders = new WeakMap<VersionScheme, Partial<Record<Suffixes, Order>>>();

export function orderOf(scheme: VersionScheme, suffixes: Suffixes): Order {
  const known = orders.get(scheme) ?? {};
  orders.set(scheme, known);
  return (known[suffixes] ??= { scheme, suffixes });
}

/** Where a version is in an order. */
export interface Place {
  /** Its sort key. */
  key: string;
  /** The sort key without the suffix; the same as `key` if it has none, or one that says how it is ordered. */
  core: string;
}

/** Below all versions. */
export const FIRST: Place = { key: '', core: '' };

const REVISION = /^(v?\d+(?:\.\d+)*)-r?(\d+)(?=-|$)/i;
const WORD = /^(v?\d+(?:\.\d+)*)[-_.]?([a-z]+)/i;

export function placeIn({ scheme, suffixes }: Order, version: string): Place {
  const key = scheme.key(version);
  if (suffixes === 'own' || genericScheme.prerelease(version)) return { key, core: key };
  const [, numbers, revision] = (suffixes === 'revisions' && REVISION.exec(version)) || [];
  if (numbers !== undefined) {
    const three = [...numbers.split('.'), '0', '0'].slice(0, Math.max(3, numbers.split('.').length));
    return { key: scheme.key(`${three.join('.')}.${revision}`), core: scheme.key(numbers) };
  }
  const [, core, word = ''] = WORD.exec(version) ?? [];
  if (core === undefined || PRERELEASE_LETTERS.has(word.toLowerCase())) return { key, core: key };
  const coreKey = scheme.key(core);
  return { key, core: key < coreKey ? coreKey : key };
}

/** Negative: the version is below the end. One with a suffix, and an end without, or the other way round, are the same version. */
export function comparePlaces(version: Place, end: Place): number {
  if (version.core !== end.core) return version.core < end.core ? -1 : 1;
  if (version.key === version.core || end.key === end.core || version.key === end.key) return 0;
  return version.key < end.key ? -1 : 1;
}
