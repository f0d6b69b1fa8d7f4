import type { Component, Purl } from 'inventory-reader';
import { sourceOf } from './purl-source';

/** A source that may have the releases of what an address names. */
export interface SourceCandidate {
  kind: 'source';
  /** Of the source. */
  type: string;
  settings: Record<string, string>;
  /** Of the product. */
  name: string;
  /** null = the address does not say. */
  publisher: string | null;
  /** Where people read about it; null = the address does not say. */
  url: string | null;
}

/** An address of which only the answer tells what it is: a feed, a page, a server of one's own. */
export interface PageCandidate {
  kind: 'page';
  url: string;
  /** What the fragment of the address says: the chart of a Helm repository. */
  part: string | null;
  /** The repository that it is if the server is a forge: its path, without what forges write behind it; null = it cannot be one. */
  repository: string | null;
  /** The image that it is if the server is a registry of container images; null = it cannot be one. */
  image: string | null;
}

export type Candidate = SourceCandidate | PageCandidate;

/** What an address may mean, the likeliest first. */
export interface AddressReading {
  candidates: Candidate[];
  /** The version that the address names: a tag, or what follows an `@`. */
  version: string | null;
  /** The package URL that was given, where the address is one. */
  purl: string | null;
}

/** The text is no address; the message follows the name of the field. */
export class AddressError extends Error {}

export const reading = (candidates: Candidate[], version: string | null = null): AddressReading => ({
  candidates,
  version: version === '' ? null : version,
  purl: null,
});

const LAST = -1;

/** @param repository `owner/name` */
export function github(repository: string, server?: URL): SourceCandidate {
  const [owner, name] = repository.split('/');
  const site = server === undefined ? 'https://github.com' : server.origin;
  const settings = { repository, ...(server && { server: `${server.origin}/api/v3` }) };
  return source('github-releases', settings, { name: name!, publisher: owner!, url: `${site}/${repository}` });
}

/** @param project with all its groups */
export function gitlab(project: string, server?: URL): SourceCandidate {
  const path = project.split('/');
  const site = server === undefined ? 'https://gitlab.com' : server.origin;
  const settings = { project, ...(server && { server: `${server.origin}/` }) };
  return source('gitlab-releases', settings, {
    name: path.at(LAST)!,
    publisher: path.slice(0, LAST).join('/'),
    url: `${site}/${project}`,
  });
}

/** @param repository `owner/name` */
export function forgejo(repository: string, server: URL): SourceCandidate {
  const [owner, name] = repository.split('/');
  return source(
    'forgejo-releases',
    { server: `${server.origin}/`, repository },
    { name: name!, publisher: owner!, url: `${server.origin}/${repository}` },
  );
}

/** Any other repository that is cloned over http(s). */
export function gitTags(url: URL): SourceCandidate {
  const path = url.pathname.split('/').filter(Boolean);
  const name = path.at(LAST)?.replace(/\.git$/, '') ?? url.hostname;
  const publisher = path.length > 1 ? path.at(LAST - 1)! : url.hostname;
  return source('git-tags', { url: url.href }, { name, publisher, url: null });
}

/** @param host of the registry; null = the one that the operator has configured. `http://` in front only for one inside */
export function image(path: string, host: string | null): SourceCandidate {
  const parts = (host === null && !path.includes('/') ? `library/${path}` : path).split('/');
  const owner = parts.slice(0, LAST).join('/');
  const server = host === null || host.includes('://') ? host : `https://${host}`;
  return source(
    'docker-tags',
    { image: parts.join('/'), ...(server !== null && { server }) },
    { name: parts.at(LAST)!, publisher: owner === '' || owner === 'library' ? null : owner, url: null },
  );
}

export const source = (
  type: string,
  settings: Record<string, string>,
  named: Pick<SourceCandidate, 'name' | 'publisher' | 'url'>,
): SourceCandidate => ({ kind: 'source', type, settings, ...named });

/** The package of a package URL; null = no source lists such packages. */
export function packaged(purl: Purl, component: Pick<Component, 'purl' | 'name' | 'version'>): SourceCandidate | null {
  const made = sourceOf(purl, component);
  if (made?.type === 'docker-tags') return image(made.settings.image!, made.settings.server ?? null);
  if (made) return source(made.type, made.settings, { name: made.name, publisher: made.publisher, url: null });
  if (purl.type !== 'brew') return null;
  const kind = `${purl.namespace}/`.includes('cask/') ? 'cask' : 'formula';
  return source('homebrew', { [kind]: purl.name }, { name: purl.name, publisher: null, url: null });
}

/** A part of an address; null = it cannot be decoded. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
