import { isIP } from 'node:net';
import { type AddressReading, image, reading, type SourceCandidate, source } from './candidate';

/** Base addresses that the operator has configured, by the type of the source; null = none. */
export type Registries = Record<string, string | null>;

/** How the packages of a registry are named, and where people read about them. */
interface Registry {
  /** Of the source. */
  type: string;
  /** Words before a colon: `npm:express`. */
  prefixes: string[];
  /** A whole name. */
  name: RegExp;
  /** Paths of its pages; the groups are `name` and perhaps `version`. */
  pages: RegExp[];
  /** Whether the path alone tells: no other site has such addresses. */
  anywhere?: boolean;
  candidate: (name: string) => SourceCandidate;
}

const PACKAGE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,213}$/;
const SCOPED = /^(?:@[\w.~-]{1,100}\/)?[\w.~-]{1,213}$/;
const TWO = /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,150}$/;
const MAVEN = /^[\w.-]{1,200}[:/][\w.-]{1,200}$/;
const MODULE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w.~!-]+)*$/i;
const IMAGE = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

const simple = (type: string, setting: string) => (name: string) =>
  source(type, { [setting]: name }, { name, publisher: null, url: null });

/** The namespace of a name such as `@scope/name` or `vendor/name`. */
const ownerOf = (name: string) => /^@?([^/]+)\//.exec(name)?.[1] ?? null;

const spaced = (type: string) => (name: string) =>
  source(type, { package: name }, { name, publisher: ownerOf(name), url: null });

function maven(name: string): SourceCandidate {
  const [group = '', artifact = ''] = name.split(/[:/]/);
  return source('maven-metadata', { group, artifact }, { name: `${group}:${artifact}`, publisher: group, url: null });
}

function goModule(name: string): SourceCandidate {
  const [host = '', owner] = name.split('/');
  const publisher = host.toLowerCase() === 'github.com' && owner !== undefined ? owner : host;
  return source('go', { module: name }, { name, publisher, url: null });
}

const homebrew = (kind: 'formula' | 'cask') => (name: string) =>
  source('homebrew', { [kind]: name }, { name, publisher: null, url: null });

const REGISTRIES: Registry[] = [
  {
    type: 'npm',
    prefixes: ['npm'],
    name: SCOPED,
    pages: [/^\/package\/(?<name>(?:@[^/]+\/)?[^/]+)(?:\/v\/(?<version>[^/]+))?\/?$/],
    candidate: spaced('npm'),
  },
  {
    type: 'pypi',
    prefixes: ['pypi', 'pip'],
    name: PACKAGE,
    pages: [/^\/(?:project|simple|pypi)\/(?<name>[^/]+)(?:\/(?<version>[^/]+))?\/?$/],
    candidate: simple('pypi', 'package'),
  },
  {
    type: 'crates',
    prefixes: ['crates', 'crate', 'cargo'],
    name: PACKAGE,
    pages: [/^\/crates\/(?<name>[^/]+)(?:\/(?<version>\d[^/]*))?(?:\/|$)/],
    candidate: simple('crates', 'crate'),
  },
  {
    type: 'rubygems',
    prefixes: ['rubygems', 'gem'],
    name: PACKAGE,
    pages: [/^\/gems\/(?<name>[^/]+)(?:\/versions\/(?<version>[^/]+))?(?:\/|$)/],
    candidate: simple('rubygems', 'gem'),
  },
  {
    type: 'packagist',
    prefixes: ['packagist', 'composer'],
    name: TWO,
    pages: [/^\/packages\/(?<name>[^/]+\/[^/#]+)\/?$/],
    candidate: spaced('packagist'),
  },
  {
    type: 'maven-metadata',
    prefixes: ['maven', 'mvn'],
    name: MAVEN,
    pages: [/^\/artifact\/(?<name>[^/]+\/[^/]+)(?:\/(?<version>[^/]+))?(?:\/|$)/],
    anywhere: true,
    candidate: maven,
  },
  {
    type: 'go',
    prefixes: ['go', 'golang'],
    name: MODULE,
    // A path that begins with a host, which no other site has.
    pages: [
      /^\/(?<name>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/[\w.~!/-]*[\w.~!-])(?:@(?<version>[\w.+-]+))?(?:\/|$)/i,
    ],
    anywhere: true,
    candidate: goModule,
  },
  {
    type: 'nuget',
    prefixes: ['nuget'],
    name: PACKAGE,
    pages: [/^\/packages\/(?<name>[^/]+)(?:\/(?<version>\d[^/]*))?\/?$/],
    candidate: simple('nuget', 'package'),
  },
  {
    type: 'hex',
    prefixes: ['hex'],
    name: PACKAGE,
    pages: [/^\/packages\/(?<name>[^/]+)(?:\/(?<version>\d[^/]*))?\/?$/],
    candidate: simple('hex', 'package'),
  },
  {
    type: 'docker-tags',
    prefixes: ['docker', 'docker-image', 'image'],
    name: IMAGE,
    pages: [
      /^\/_\/(?<name>[^/]+)(?:\/|$)/,
      /^\/r\/(?<name>[^/]+\/[^/]+)(?:\/|$)/,
      /^\/layers\/(?<name>[^/]+\/[^/]+)\/(?<version>[^/]+)(?:\/|$)/,
    ],
    candidate: (name) => image(name, null),
  },
  {
    type: 'homebrew',
    prefixes: ['brew', 'homebrew'],
    name: PACKAGE,
    pages: [/^\/formula\/(?<name>[^/]+)\/?$/],
    candidate: homebrew('formula'),
  },
  {
    type: 'homebrew',
    prefixes: ['cask'],
    name: PACKAGE,
    pages: [/^\/cask\/(?<name>[^/]+)\/?$/],
    candidate: homebrew('cask'),
  },
];

/** Words that may stand before a colon; the rest is the name of a package, and its version behind `@`, `==` or a further colon. */
const BY_PREFIX = new Map(REGISTRIES.flatMap((one) => one.prefixes.map((prefix) => [prefix, one] as const)));

/** `npm:express@5.1.0`; null = it has no such form. */
export function prefixedPackage(text: string): AddressReading | null {
  const [, prefix = '', rest = ''] = /^([a-z-]+):(?!\/\/)\s*(\S.*)$/i.exec(text) ?? [];
  const registry = BY_PREFIX.get(prefix.toLowerCase());
  // `docker:27.3` is the image of that name.
  if (registry === undefined || /^v?\d[\w.-]*$/.test(rest)) return null;
  return packageOf(registry, rest);
}

/** `name`, with its version behind `@`, `==` or, of an image, a colon; null = it cannot be one. */
function packageOf(registry: Registry, text: string): AddressReading | null {
  const [, name = '', version = null] =
    /^(.[^@=]*?(?::[^@=:\d][^@=:]*)?)(?:(?:@|===?|:)v?(?=[\w])([\w.+!~-]+))?$/.exec(text) ?? [];
  return registry.name.test(name) ? reading([registry.candidate(name)], version) : null;
}

/** A package that is named without its registry, as a command that installs it does. */
export function packageIn(prefix: string, text: string): AddressReading | null {
  return packageOf(BY_PREFIX.get(prefix)!, text);
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
  for (const registry of REGISTRIES) {
    const base = registries[registry.type];
    if (!base || !(registry.anywhere || isSameSite(url, new URL(base)))) continue;
    for (const page of registry.pages) {
      const { name, version: named } = page.exec(path)?.groups ?? {};
      if (name === undefined || !registry.name.test(name)) continue;
      found.push(registry.candidate(name));
      version ??= named ?? null;
      break;
    }
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

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
