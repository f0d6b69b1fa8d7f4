import { isIP } from 'node:net';
import { type AddressReading, decoded, packaged, reading, type SourceCandidate } from './candidate';

/** Base addresses that the operator has configured, by the type of the source; null = none. */
export type Registries = Record<string, string | null>;

/** How the packages of a registry are named, and where people read about them. */
interface Registry {
  /** Words before a colon, beside the one that it is listed under: `npm:express`. */
  prefixes?: string[];
  /** A whole name. */
  name: RegExp;
  /** Paths of its pages; the groups are `name` and perhaps `version`. */
  pages: RegExp[];
  /** Whether the path alone tells: no other site has such addresses. */
  anywhere?: boolean;
}

const PACKAGE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,213}$/;
export const IMAGE = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const PACKAGES_PAGE = /^\/packages\/(?<name>[^/]+)(?:\/(?<version>\d[^/]*))?\/?$/;

/** By the type of their package URLs, and `cask` of Homebrew. */
const REGISTRIES: Record<string, Registry> = {
  npm: {
    name: /^(?:@[\w.~-]{1,100}\/)?[\w.~-]{1,213}$/,
    pages: [/^\/package\/(?<name>(?:@[^/]+\/)?[^/]+)(?:\/v\/(?<version>[^/]+))?\/?$/],
  },
  pypi: {
    prefixes: ['pip'],
    name: PACKAGE,
    pages: [/^\/(?:project|simple|pypi)\/(?<name>[^/]+)(?:\/(?<version>[^/]+))?\/?$/],
  },
  cargo: {
    prefixes: ['crates', 'crate'],
    name: PACKAGE,
    pages: [/^\/crates\/(?<name>[^/]+)(?:\/(?<version>\d[^/]*))?(?:\/|$)/],
  },
  gem: {
    prefixes: ['rubygems'],
    name: PACKAGE,
    pages: [/^\/gems\/(?<name>[^/]+)(?:\/versions\/(?<version>[^/]+))?(?:\/|$)/],
  },
  composer: {
    prefixes: ['packagist'],
    name: /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,150}$/,
    pages: [/^\/packages\/(?<name>[^/]+\/[^/#]+)\/?$/],
  },
  maven: {
    prefixes: ['mvn'],
    name: /^[\w.-]{1,200}[:/][\w.-]{1,200}$/,
    pages: [/^\/artifact\/(?<name>[^/]+\/[^/]+)(?:\/(?<version>[^/]+))?(?:\/|$)/],
    anywhere: true,
  },
  golang: {
    prefixes: ['go'],
    name: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w.~!-]+)*$/i,
    // A path that begins with a host, which no other site has.
    pages: [
      /^\/(?<name>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/[\w.~!/-]*[\w.~!-])(?:@(?<version>[\w.+-]+))?(?:\/|$)/i,
    ],
    anywhere: true,
  },
  nuget: { name: PACKAGE, pages: [PACKAGES_PAGE] },
  hex: { name: PACKAGE, pages: [PACKAGES_PAGE] },
  docker: {
    prefixes: ['docker-image', 'image'],
    name: IMAGE,
    pages: [
      /^\/_\/(?<name>[^/]+)(?:\/|$)/,
      /^\/r\/(?<name>[^/]+\/[^/]+)(?:\/|$)/,
      /^\/layers\/(?<name>[^/]+\/[^/]+)\/(?<version>[^/]+)(?:\/|$)/,
    ],
  },
  brew: { prefixes: ['homebrew'], name: PACKAGE, pages: [/^\/formula\/(?<name>[^/]+)\/?$/] },
  cask: { name: PACKAGE, pages: [/^\/cask\/(?<name>[^/]+)\/?$/] },
};

/** Words that may stand before a colon; the rest is the name of a package, and its version behind `@`, `==` or a further colon. */
const BY_PREFIX = new Map(
  Object.entries(REGISTRIES).flatMap(([type, { prefixes = [] }]) => [type, ...prefixes].map((one) => [one, type])),
);

/** @param name of a package in the registry */
function candidateOf(type: string, name: string): SourceCandidate {
  const path = type === 'maven' ? name.replace(':', '/') : type === 'cask' ? `homebrew/cask/${name}` : name;
  const at = path.lastIndexOf('/');
  const purl = { namespace: at < 0 ? null : path.slice(0, at), name: path.slice(at + 1) };
  const others = { type: type === 'cask' ? 'brew' : type, version: null, qualifiers: null, subpath: null };
  return packaged({ ...purl, ...others }, { purl: null, name, version: null })!;
}

/** `npm:express@5.1.0`; null = it has no such form. */
export function prefixedPackage(text: string): AddressReading | null {
  const [, prefix = '', rest = ''] = /^([a-z-]+):(?!\/\/)\s*(\S.*)$/i.exec(text) ?? [];
  const type = BY_PREFIX.get(prefix.toLowerCase());
  // `docker:27.3` is the image of that name.
  return type === undefined || /^v?\d[\w.-]*$/.test(rest) ? null : packageIn(type, rest);
}

/**
 * A package that is named without its registry, as a command that installs it does: `name`, with its version behind `@`, `==` or, of an image,
 * a colon; null = it cannot be one.
 */
export function packageIn(type: string, text: string): AddressReading | null {
  const [, name = '', version = null] =
    /^(.[^@=]*?(?::[^@=:\d][^@=:]*)?)(?:(?:@|===?|:)v?(?=[\w])([\w.+!~-]+))?$/.exec(text) ?? [];
  return REGISTRIES[type]!.name.test(name) ? reading([candidateOf(type, name)], version) : null;
}

/**
 * The packages that a page of a registry may be about. Of a registry only the base address is known, which the operator has configured; its
 * pages are on the same site, under another host: `registry.example.org` and `www.example.com` are both of `example`.
 */
export function registryPage(url: URL, registries: Registries): AddressReading | null {
  const path = decoded(url.pathname);
  if (path === null) return null;
  const found: SourceCandidate[] = [];
  let version: string | null = null;
  for (const [type, registry] of Object.entries(REGISTRIES)) {
    const groups = registry.pages.map((page) => page.exec(path)?.groups);
    const { name, version: named } = groups.find((one) => one && registry.name.test(one.name!)) ?? {};
    if (name === undefined) continue;
    const candidate = candidateOf(type, name);
    const base = registries[candidate.type];
    if (!base || !(registry.anywhere || isSameSite(url, new URL(base)))) continue;
    found.push(candidate);
    version ??= named ?? null;
  }
  return found.length === 0 ? null : reading(found, version);
}

/** Second levels under which names are given away: `example.co.uk`. */
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org']);

function isSameSite(one: URL, other: URL): boolean {
  if (one.host === other.host) return true;
  const [site, base] = [siteOf(one.hostname), siteOf(other.hostname)];
  return site !== null && site === base;
}

/** `example` of `www.example.com`; null for an address or a bare name. */
function siteOf(hostname: string): string | null {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const labels = hostname.split('.');
  if (labels.length < 2) return null;
  return SHARED.has(labels.at(-2)!) && labels.length > 2 ? labels.at(-3)! : labels.at(-2)!;
}
