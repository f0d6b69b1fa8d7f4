import type { Moving } from './component';
import { entriesOf, textOf } from './values';

/** What an image and its container say of themselves. */
export interface ImageFacts {
  labels: ReadonlyMap<string, string>;
  /** Of its environment, by their names. */
  variables: ReadonlyMap<string, string>;
  /** As its registry knows it, also behind `repository@`. */
  digest?: string | null;
}

export const NOTHING_SAID: ImageFacts = { labels: new Map(), variables: new Map() };

const LONGEST = 2_000;

/** Of `docker inspect` an object, of `docker ps` a text: `a=1,b=2,c`, where values may have commas. */
export function labelsIn(given: unknown): Map<string, string> {
  const text = textOf(given)?.slice(0, 100_000);
  const pairs = text ? text.split(/,(?=[\w./-]{1,200}=)/).map(pairOf) : entriesOf(given);
  return new Map(
    pairs.flatMap(([name, value]) => (typeof value === 'string' && value.length <= LONGEST ? [[name, value]] : [])),
  );
}

/** `name=value` */
export function pairOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The version of an image, and where it is from; null = nothing says it, or no better than the tag. */
export interface SaidVersion {
  version: string;
  from: Moving['from'];
}

const SCHEMA = 'org.label-schema.';
const OCI = 'org.opencontainers.image.';

/** A version, and not the name of a branch or a commit. */
const VERSION = /^(?!(?:sha|pr|build|git|commit|rev)-)(?:[a-z]{1,10}[-_.]?)?\d[\w.+~:^-]{0,100}$/i;
const COMMIT = /^(?=.*[a-f])[0-9a-f]{7,40}$/;

/** How LinuxServer writes it: `Linuxserver.io version:- 10.10.3ubu2404-ls42 Build-date:- 2024-12-03T01:02:03+00:00`. */
const LINUXSERVER = /^Linuxserver\.io version:-\s*(\S+)/i;

/** What official images call their version where it is not after their own name. */
const VARIABLES = new Map([
  ['postgres', 'PG'],
  ['percona', 'PS'],
]);

/**
 * @param path of the image without its host
 * @param tag null = it is named by its digest
 */
export function saidVersion(path: string, tag: string | null, facts: ImageFacts): SaidVersion | null {
  for (const { version, from } of versionsSaid(path, facts))
    if (VERSION.test(version) && !COMMIT.test(version) && isBetter(version, tag)) return { version, from };
  return null;
}

function* versionsSaid(path: string, facts: ImageFacts): Generator<SaidVersion> {
  const { labels } = facts;
  const label = (name: string) => labels.get(name)?.trim() ?? '';
  if (isOfImage(path, labels)) yield { version: label(`${OCI}version`), from: 'label' };
  if (/^(?:.*\/)?linuxserver\//.test(path))
    yield { version: LINUXSERVER.exec(label('build_version'))?.[1] ?? '', from: 'label' };
  if (isNamed(path, label(`${SCHEMA}vcs-url`), label(`${SCHEMA}name`)))
    yield { version: label(`${SCHEMA}version`), from: 'label' };
  yield { version: label('io.hass.version'), from: 'label' };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = [VARIABLES.get(name) ?? [], name.replace(/[^a-z\d]+/g, '_').toUpperCase()].flat();
  for (const one of named) yield { version: packaged(facts.variables.get(`${one}_VERSION`) ?? ''), from: 'variable' };
}

/** `1:11.4.2+maria~ubu2204`, `16.4-1.pgdg120+1`, `8.4.2-1.el9`: what the package adds is no part of the version. */
const packaged = (version: string) =>
  version
    .trim()
    .replace(/^\d+:/, '')
    .replace(/-\d+\.(?:pgdg|el|fc|ubu|deb)\d.*$/, '')
    .replace(/\+maria~.*$/, '');

/** Whether it says more than the tag: `16.4` does of `16-alpine`, and any version of `latest`. */
function isBetter(version: string, tag: string | null): boolean {
  const digits = /^v?(\d+(?:\.\d+)*)/i.exec(tag ?? '')?.[1];
  if (digits === undefined) return version !== tag;
  return version.replace(/^v/i, '').startsWith(`${digits}.`) && !tag!.startsWith(version);
}

/** An image has the labels of the one that it is built on, unless it sets its own: those of another repository are not believed. */
function isOfImage(path: string, labels: ReadonlyMap<string, string>): boolean {
  const [version, base] = [labels.get(`${OCI}version`), labels.get(`${OCI}base.name`)];
  const isOfBase = base !== undefined && base.endsWith(`:${version}`) && !base.endsWith(`${path}:${version}`);
  const name = labels.get(`${OCI}ref.name`) ?? labels.get(`${OCI}title`) ?? '';
  return !isOfBase && isNamed(path, labels.get(`${OCI}source`) ?? '', name);
}

/**
 * Whether what is said is said of this image. Its repository has the image's owner, or its name is one of the parts of the image's path; where there is
 * no repository, its name has a word in common with the path. What has neither is believed.
 */
export function isNamed(path: string, repository: string, name: string): boolean {
  const parts = path.split('/').map(folded);
  const [owner, ...rest] = URL.canParse(repository) ? new URL(repository).pathname.split('/').filter(Boolean) : [];
  const project = rest[0];
  if (owner === undefined || project === undefined) {
    const words = wordsOf(name);
    return words.length === 0 || wordsOf(path).some((word) => words.includes(word));
  }
  if (/(?:^|[-_])base(?:image)?(?:[-_]|$)/i.test(project)) return false;
  const bare = project.replace(/\.git$/i, '').replace(/^docker[-_]|[-_]docker$/i, '');
  return parts.slice(0, -1).includes(folded(owner)) || parts.includes(folded(bare));
}

const folded = (text: string) => text.toLowerCase().replace(/[^a-z\d]+/g, '');
const wordsOf = (text: string) => text.split(/[^\p{L}\d]+/u).map(folded).filter((word) => word.length > 2); // prettier-ignore
