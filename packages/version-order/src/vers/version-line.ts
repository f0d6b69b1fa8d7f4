import { MAX_KEY, MAX_VERSION } from '../ordering/key-text';
import type { SchemeName } from '../ordering/scheme';
import { schemeFor } from '../ordering/scheme-registry';
import { OWN_ORDERS, type VersionOrder } from './own-orders';
import { VersError } from './vers-error';

/** Types of version ranges by the scheme that orders their versions: types of package URLs, single products, and general ones. */
export const TYPES: Partial<Record<SchemeName | keyof typeof OWN_ORDERS, string[]>> = {
  semver: ['semver', 'npm', 'cargo', 'hex', 'swift', 'nginx', 'mattermost'],
  generic: ['generic', 'github', 'gitlab', 'bitbucket', 'bitnami', 'apache', 'mozilla'],
  pep440: ['pypi'],
  maven: ['maven', 'clojars'],
  gem: ['gem'],
  nuget: ['nuget', 'chocolatey'],
  debian: ['deb'],
  rpm: ['rpm'],
  composer: ['composer'],
  go: ['golang'],
  pub: ['pub', 'dart'],
  pvp: ['hackage'],
  cran: ['cran'],
  apk: ['apk', 'alpine'],
  alpm: ['alpm', 'arch'],
  gentoo: ['gentoo', 'ebuild'],
  conan: ['conan'],
  openssl: ['openssl'],
  intdot: ['intdot'],
  lexicographic: ['lexicographic'],
  datetime: ['datetime'],
};

const ORDERS = new Map(
  Object.entries(TYPES).flatMap(([name, types]) =>
    types.map((type): [string, VersionOrder] => [
      type,
      OWN_ORDERS[name as keyof typeof OWN_ORDERS] ?? schemeFor({ scheme: name as SchemeName }),
    ]),
  ),
);

/** The versions of one type on a line, lowest first. */
export class VersionLine {
  constructor(
    readonly type: string,
    private readonly order: VersionOrder,
  ) {}

  /** A text that sorts as the version does; a text that is no version has one, too. @throws VersError */
  placeOf(version: string): string {
    assertPrintable(version);
    const key = version.length > MAX_VERSION ? null : this.order.key(version);
    if (key === null || key.length >= MAX_KEY) throw new VersError('a version is too long to be compared');
    return key;
  }

  /** As `placeOf`, for versions only. @throws VersError */
  keyOf(version: string): string {
    const key = this.placeOf(version);
    if (!this.order.valid(version)) throw new VersError(`${quoted(version)} is not a version of the type ${this.type}`);
    return key;
  }
}

/** @throws VersError */
export function assertPrintable(version: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(version)) throw new VersError('a version must not have control characters');
}

const quoted = (text: string) => JSON.stringify(text);

/** Null: nobody here knows how the versions of this type are ordered. */
export function lineOf(type: string): VersionLine | null {
  const order = ORDERS.get(type);
  return order === undefined ? null : new VersionLine(type, order);
}

/** @throws VersError */
export function knownLine(type: string): VersionLine {
  const line = lineOf(type);
  if (line === null) throw new VersError(`the versions of the type ${type} cannot be ordered`);
  return line;
}
