import type { Found } from './component';
import { type ImageFacts, isNamed, saidVersion } from './image-version';
import { saidByLabels } from './tracker-labels';

/** `[host/]path[:tag][@digest]` */
const REFERENCE =
  /^(?<name>(?:[a-zA-Z0-9][a-zA-Z0-9.-]*(?::\d+)?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>[A-Za-z0-9+._-]+:[0-9a-fA-F]{32,128}))?$/;

/** Alone, or as in `ghcr.io/owner/name@sha256:…`. */
const DIGEST = /(?:^|@)(sha256:[0-9a-f]{64})$/i;

/** What `docker ps` shows of a container whose image's tag another image has now. */
const ID = /^(?:sha256:[0-9a-f]+|(?=[a-f]*\d)[0-9a-f]{12,64})$/;

const NO_NAME =
  'it is the ID of an image that has lost its tag; docker inspect says the name by which the container was started';

const isHost = (segment: string) => /[.:]/.test(segment) || segment === 'localhost';

/** Whether it can only be an image: a word alone may be anything. */
export const isCertainImage = (text: string): boolean =>
  text.length <= 512 && /[:/]/.test(text) && !text.includes('://') && REFERENCE.test(text);

/**
 * A container image that somebody runs. Without a tag and a digest it is `latest`.
 * @param facts of the running image, which may say its version where the tag does not
 * @param labels of the container
 */
export function imageFound(reference: unknown, where: string, facts?: ImageFacts, labels = facts?.labels): Found {
  const text = typeof reference === 'string' ? reference.trim() : '';
  const groups = text.length <= 512 ? REFERENCE.exec(text)?.groups : undefined;
  if (ID.test(text.slice(0, 80))) return { name: null, where, reason: NO_NAME };
  if (groups?.name === undefined) return { name: null, where, reason: 'it is not an image reference' };
  const { name, tag } = groups;
  const digest = groups.digest ?? DIGEST.exec(facts?.digest ?? '')?.[1];
  // Of other algorithms, which no registry has, it is only a version.
  const known = DIGEST.test(digest ?? '') ? { digest: digest!.toLowerCase() } : {};
  const named = tag ?? (groups.digest === undefined ? 'latest' : null);
  const byLabels = labels ? saidByLabels(labels, named) : {};
  const found = { name, direct: true, where, package: packageOfImage(name), ...known, ...byLabels };
  const path = pathOf(name).path;
  const source = facts?.labels.get('org.opencontainers.image.source');
  const repository = source !== undefined && isNamed(path, source, '') ? { repository: source } : {};
  const said = facts ? saidVersion(path, named, facts) : null;
  if (said === null) return { ...found, version: named ?? digest, ...repository };
  return { ...found, version: said.version, moving: { tag: named, from: said.from }, ...repository };
}

function pathOf(name: string): { host: string | null; path: string } {
  const segments = name.split('/');
  const host = segments.length > 1 && isHost(segments[0]!) ? segments.shift()! : null;
  return { host, path: segments.join('/') };
}

function packageOfImage(name: string): Found['package'] {
  const { host, path } = pathOf(name);
  const segments = path.split('/');
  const isDocker = host === null || /^(?:index\.|registry-1\.)?docker\.io$/.test(host);
  if (isDocker && segments.length === 2 && segments[0] === 'library') segments.shift();
  return {
    type: 'docker',
    namespace: segments.slice(0, -1).join('/'),
    name: segments.at(-1)!,
    ...(isDocker ? {} : { qualifiers: { repository_url: host } }),
  };
}
