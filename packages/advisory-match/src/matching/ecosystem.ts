import {
  buildPurl,
  comparedPurl,
  formatPurl,
  gemVersion,
  GO_ITSELF,
  packageOf,
  parsePurl,
  PurlError,
} from 'inventory-reader';
import type { SchemeName } from 'version-order';

/** A database of packages as OSV names it, and how it orders versions. */
interface Ecosystem {
  purl: string;
  /** As their own tools order versions (`test/ecosystem.spec.ts`). */
  scheme: SchemeName;
  /** Of the package URL, if not a part of the name. */
  namespace?: string;
  /** Between namespace and name in OSV's name of a package. */
  separator?: string;
}

/** https://ossf.github.io/osv-schema/#affectedpackage-field */
const ECOSYSTEMS = new Map<string, Ecosystem>([
  ['Alpine', { purl: 'apk', scheme: 'apk', namespace: 'alpine' }],
  ['Bitnami', { purl: 'bitnami', scheme: 'semver' }],
  ['Chainguard', { purl: 'apk', scheme: 'apk', namespace: 'chainguard' }],
  ['CRAN', { purl: 'cran', scheme: 'cran' }],
  ['crates.io', { purl: 'cargo', scheme: 'semver' }],
  ['Debian', { purl: 'deb', scheme: 'debian', namespace: 'debian' }],
  ['GitHub Actions', { purl: 'githubactions', scheme: 'semver' }],
  ['Go', { purl: 'golang', scheme: 'semver' }],
  ['Hackage', { purl: 'hackage', scheme: 'pvp' }],
  ['Hex', { purl: 'hex', scheme: 'semver' }],
  ['Maven', { purl: 'maven', scheme: 'maven', separator: ':' }],
  ['npm', { purl: 'npm', scheme: 'semver' }],
  ['NuGet', { purl: 'nuget', scheme: 'nuget' }],
  ['Packagist', { purl: 'composer', scheme: 'composer' }],
  ['Pub', { purl: 'pub', scheme: 'pub' }],
  ['PyPI', { purl: 'pypi', scheme: 'pep440' }],
  ['RubyGems', { purl: 'gem', scheme: 'gem' }],
  ['SwiftURL', { purl: 'swift', scheme: 'semver' }],
  ['Ubuntu', { purl: 'deb', scheme: 'debian', namespace: 'ubuntu' }],
  ['VSCode', { purl: 'vscode-extension', scheme: 'semver' }],
  ['Wolfi', { purl: 'apk', scheme: 'apk', namespace: 'wolfi' }],
]);

/** Those whose suffix is the address of a registry. Of all others it is a release of a distribution. */
const HAS_REGISTRY = new Set(['Maven', 'Packagist']);

/** A package that an advisory names. */
export interface NamedPackage {
  ecosystem: string;
  /** Canonical package URL without version, as it is compared. */
  key: string;
  /** Null: of an unknown ecosystem, so only listed versions count. */
  scheme: SchemeName | null;
}

/**
 * The package of OSV's `affected[].package`. Its ecosystem and name count, whatever package URL is given with them.
 * @returns null if it cannot be named exactly, as a package of one release of a distribution (`Debian:12`): identifiers of products name none
 */
export function packageNamed(ecosystem: string, name: string, purl: unknown): NamedPackage | null {
  const at = ecosystem.indexOf(':');
  const [base, suffix] = at < 0 ? [ecosystem, ''] : [ecosystem.slice(0, at), ecosystem.slice(at + 1)];
  const known = ECOSYSTEMS.get(base);
  if (suffix !== '' && !HAS_REGISTRY.has(base)) return null;
  const key = known ? keyOf(known, name, suffix) : typeof purl === 'string' ? canonical(purl) : null;
  return key === null ? null : { ecosystem: base, key, scheme: known?.scheme ?? null };
}

function keyOf({ purl: type, namespace, separator = '/' }: Ecosystem, name: string, registry: string): string | null {
  const goItself = `pkg:golang/${name}`;
  if (type === 'golang' && GO_ITSELF.test(goItself)) return goItself;
  const cut = namespace === undefined ? name.lastIndexOf(separator) : -1;
  const own = cut < 0 ? namespace : name.slice(0, cut);
  const qualifiers = registry === '' ? undefined : { repository_url: registry };
  try {
    return comparedPurl(buildPurl({ type, namespace: own, name: name.slice(cut + 1), qualifiers }));
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

function canonical(purl: string): string | null {
  try {
    return comparedPurl(formatPurl(packageOf(parsePurl(purl))));
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

/**
 * Package and version of a package URL that somebody uses. The version is null if it has none.
 * @throws PurlError
 */
export function readUsedPackage(text: string): { key: string; version: string | null } {
  const [before = '', version] = text.split(/[?#]/, 1)[0]!.split('@', 2);
  if (GO_ITSELF.test(before)) return { key: before, version: version ? decodeURIComponent(version) : null };
  const purl = parsePurl(text);
  const { type, version: given } = purl;
  const key = comparedPurl(formatPurl(packageOf(purl)));
  return { key, version: type === 'gem' && given !== null ? gemVersion(given) : given };
}

/** The same of a line that must have a version; `error` says what is wrong with it. */
export function readUsedVersion(line: string): { key: string; version: string } | { error: string } {
  try {
    const { key, version } = readUsedPackage(line.trim());
    return version === null ? { error: 'the package URL has no version' } : { key, version };
  } catch (error) {
    if (error instanceof PurlError || error instanceof URIError)
      return { error: `is no package URL: ${error.message}` };
    throw error;
  }
}

/** How the versions of a package are ordered; null = not as their own tools do. */
export function schemeOfPurl(key: string): SchemeName | null {
  const type = key.slice(4, key.indexOf('/'));
  return [...ECOSYSTEMS.values()].find(({ purl }) => purl === type)?.scheme ?? null;
}

const HOSTS = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** The canonical package URL of a repository (`pkg:github/owner/name`); null = it is at another host. */
export function repositoryKey(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 2_048 || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  const type = HOSTS.get(hostname.replace(/^www\./, ''));
  const path = pathname.split('/').filter(Boolean);
  const name = path.pop()?.replace(/\.git$/, '');
  if (type === undefined || path.length === 0) return null;
  try {
    return buildPurl({ type, namespace: path.join('/'), name });
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

/** Whether a package URL is that of a repository, by which `repo` ranges find its product. */
export const isRepository = (purl: string): boolean => /^pkg:(?:github|gitlab|bitbucket)\/[^?]*$/.test(purl);
