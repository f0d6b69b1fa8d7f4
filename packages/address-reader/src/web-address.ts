import {
  AddressError,
  type AddressReading,
  decoded,
  forgejo,
  github,
  gitlab,
  gitTags,
  image,
  type PageCandidate,
  reading,
  source,
} from './candidate';
import { IMAGE, type Registries, registryPage } from './registries';

type Read = (path: string[], url: URL) => AddressReading | null;

/** First parts of paths at GitHub that are no owners. */
const OF_GITHUB = new Set(
  'about apps collections customer-stories enterprise explore features login marketplace notifications orgs pricing search settings sponsors topics trending users'.split(
    ' ',
  ),
);

/** Hosts whose kind the name does not tell. */
const HOSTS: Record<string, Read> = {
  'github.com': (path) => githubAddress(path),
  'raw.githubusercontent.com': ([owner = '', name = '']) => githubAddress([owner, name]),
  'api.github.com': ([what, owner = '', name = '']) => (what === 'repos' ? githubAddress([owner, name]) : null),
  'gitlab.com': (path) => gitlabAddress(path),
  'salsa.debian.org': gitlabAddress,
  'invent.kde.org': gitlabAddress,
  'codeberg.org': forgejoAddress,
  'gitea.com': forgejoAddress,
  'bitbucket.org': ([owner, name], url) => gitAddress(owner, name, url),
  'git.sr.ht': ([owner, name], url) => gitAddress(owner, name, url),
  'endoflife.date': ([product]) =>
    product === undefined || !/^[a-z0-9._-]{1,100}$/i.test(product)
      ? null
      : reading([source('endoflife', { product }, { name: product, publisher: null, url: null })]),
  'release-monitoring.org': ([what, project = '']) =>
    what === 'project' && /^\d{1,12}$/.test(project)
      ? reading([source('release-monitoring', { project }, { name: project, publisher: null, url: null })])
      : null,
};

/** Kinds of hosts that people name so. */
const NAMED: [RegExp, Read][] = [
  [/^gitlab\./, gitlabAddress],
  [/^(?:forgejo|gitea)\./, forgejoAddress],
  [/^(?:github|ghe)\.(?!io$)/, (path, url) => githubAddress(path, url)],
  [/(?:^|\.)docker\.io$/, (path) => imagePath(path.join('/'))],
];

/** What a web address may be. */
export function webAddress(url: URL, registries: Registries): AddressReading {
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const path = segmentsOf(url.pathname);
  const own = HOSTS[host] ?? NAMED.find(([name]) => name.test(host))?.[1];
  const known = own?.(path, url) ?? registryPage(url, registries);
  if (known) return known;
  if (host === 'github.com')
    throw new AddressError('is a page of GitHub, and no repository: give https://github.com/<owner>/<repository>');
  return reading([pageOf(url, path)]);
}

const REPOSITORY_PART = /^[\w.-]{1,100}$/;

const withoutGit = (name: string) => name.replace(/\.git$/i, '');

/** A tag may have slashes, which end the address of a release but not the path of a file. */
function tagOf(path: string[], ...before: string[]): string | null {
  const at = before.length;
  return before.every((word, index) => path[index] === word) && path.length > at ? path.slice(at).join('/') : null;
}

/** `releases/tag/v1.2`, `releases/download/v1.2/file`, `archive/refs/tags/v1.2.tar.gz` */
function versionIn(path: string[]): string | null {
  const file = tagOf(path, 'releases', 'download')?.split('/')[0];
  const archive = tagOf(path, 'archive', 'refs', 'tags')?.replace(/\.(?:tar\.gz|zip)$/, '');
  return tagOf(path, 'releases', 'tag') ?? file ?? archive ?? null;
}

function githubAddress([owner = '', given = '', ...rest]: string[], server?: URL): AddressReading | null {
  const name = withoutGit(given);
  if (!/^[A-Za-z0-9-]{1,39}$/.test(owner) || OF_GITHUB.has(owner.toLowerCase()) || !REPOSITORY_PART.test(name))
    return null;
  return reading([github(`${owner}/${name}`, server)], versionIn(rest));
}

function gitlabAddress(path: string[], server?: URL): AddressReading | null {
  const end = path.indexOf('-');
  const project = path.slice(0, end < 0 ? undefined : end);
  if (project.length < 2 || project[0] === 'groups' || project[0] === 'explore') return null;
  project.push(withoutGit(project.pop()!));
  if (!project.every((part) => REPOSITORY_PART.test(part))) return null;
  const rest = end < 0 ? [] : path.slice(end + 1);
  return reading([gitlab(project.join('/'), server)], tagOf(rest, 'releases') ?? tagOf(rest, 'tags'));
}

function forgejoAddress([owner = '', given = '', ...rest]: string[], server: URL): AddressReading | null {
  const name = withoutGit(given);
  if (!REPOSITORY_PART.test(owner) || !REPOSITORY_PART.test(name)) return null;
  return reading([forgejo(`${owner}/${name}`, server)], versionIn(rest) ?? tagOf(rest, 'src', 'tag'));
}

function gitAddress(owner: string | undefined, name: string | undefined, url: URL): AddressReading | null {
  if (!owner || !name || !/^~?[\w.-]{1,100}$/.test(owner)) return null;
  return reading([gitTags(new URL(`${url.origin}/${owner}/${name}`))]);
}

const imagePath = (path: string) => (IMAGE.test(path) ? reading([image(path, null)]) : null);

/** Words in paths of forges behind the repository. */
const BEHIND = new Set(
  '- releases tags tag tree src blob raw branch commit commits issues pulls wiki archive actions packages activity'.split(
    ' ',
  ),
);

function pageOf(url: URL, path: string[]): PageCandidate {
  const at = path.findIndex((part, index) => index > 1 && BEHIND.has(part));
  const project = (at < 0 ? path : path.slice(0, at)).map((part, index, all) =>
    index === all.length - 1 ? withoutGit(part) : part,
  );
  const isRepository = project.length > 1 && project.length < 12 && project.every((part) => REPOSITORY_PART.test(part));
  const place = new URL(url.href);
  place.hash = '';
  const name = path.join('/').replace(/^v2\//, '');
  return {
    kind: 'page',
    url: place.href,
    part: url.hash.length > 1 ? url.hash.slice(1) : null,
    repository: isRepository ? project.join('/') : null,
    image: IMAGE.test(name) && name.length <= 255 ? name : null,
  };
}

/** The parts of a path, decoded; one that cannot be decoded stays as it is. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter(Boolean)
    .map((part) => decoded(part) ?? part);
