import { packageOf, parsePurl, type Purl } from 'inventory-reader';
import { withoutSlashes } from 'small-parts';

interface Image {
  /** null = Docker's registry. */
  host: string | null;
  path: string;
}

/** What a package URL has beside its type and its name. */
export const NOTHING = { namespace: null, version: null, qualifiers: null, subpath: null };

/** Hosts that have the images of Docker's registry, and before which part of the path. */
const MIRRORS: Record<string, string> = {
  'mirror.gcr.io': '',
  'registry.hub.docker.com': '',
  'public.ecr.aws': 'docker/',
};

/** An image is of type `docker` with the host of its registry, or of type `oci` with its whole address. */
export function imageOf(purl: Purl): Image | null {
  const address = purl.qualifiers?.repository_url;
  if (purl.type === 'docker') return unmirrored(hostOf(address), pathOf(purl));
  if (purl.type !== 'oci' || address === undefined) return null;
  const [host = '', ...path] = address.replace(/^https?:\/\//, '').split('/');
  return path.length === 0 ? null : unmirrored(hostOf(host), path.join('/'));
}

function unmirrored(host: string | null, path: string): Image {
  const before = host !== null && Object.hasOwn(MIRRORS, host) ? MIRRORS[host]! : undefined;
  return before !== undefined && path.startsWith(before)
    ? { host: null, path: path.slice(before.length) }
    : { host, path };
}

export const pathOf = ({ namespace, name }: Purl) => (namespace === null ? name : `${namespace}/${name}`);

const hostOf = (address: string | undefined): string | null => {
  const host = withoutSlashes((address ?? '').replace(/^https?:\/\//, ''));
  return host === '' || /^(?:[\w-]+\.)?docker\.io$/.test(host) ? null : host;
};

/** The package URLs of an image. */
export function purlsOf({ host, path }: Image): Purl[] {
  const segments = path.split('/');
  const [name, namespace] = [segments.at(-1)!, segments.slice(0, -1).join('/') || null];
  const docker = { ...NOTHING, type: 'docker', namespace, name };
  if (host === null) return [packageOf(docker)];
  const oci = { ...NOTHING, type: 'oci', name, qualifiers: { repository_url: `${host}/${path}` } };
  return [{ ...docker, qualifiers: { repository_url: host } }, oci];
}

/** Who packs the programs of others: what stands before the name of the program, with the host of the registry unless it is Docker's. */
const PACKAGERS: readonly string[] = [
  ...['', 'lscr.io/', 'ghcr.io/'].map((host) => `${host}linuxserver/`),
  ...['', 'ghcr.io/', 'cr.hotio.dev/'].map((host) => `${host}hotio/`),
  ...['', 'ghcr.io/'].flatMap((host) => [`${host}binhex/arch-`, `${host}11notes/`]),
  ...['', 'public.ecr.aws/'].flatMap((host) => [`${host}bitnami/`, `${host}ubuntu/`]),
  ...['library/', 'amd64/', 'arm32v6/', 'arm32v7/', 'arm64v8/', 'i386/', 'ppc64le/', 's390x/'],
  ...['bitnamilegacy/', 'bitnamisecure/', 'cgr.dev/chainguard/', 'dhi.io/', 'ghcr.io/elfhosted/'],
  ...['ghcr.io/home-operations/', 'ghcr.io/onedr0p/', 'oci.trueforge.org/tccr/', 'oci.trueforge.org/containerforge/'],
];

/** The name of the program that an official image has, or one of somebody who packs the programs of others; null = the name says nothing. */
export function programOf(purl: Purl): string | null {
  const image = imageOf(purl);
  if (image === null) return null;
  const whole = image.host === null ? image.path : `${image.host}/${image.path}`;
  const packager = PACKAGERS.find((start) => whole.startsWith(start)) ?? '';
  const name = whole.slice(packager.length);
  return name === '' || name.includes('/') ? null : name;
}

/** What the names of a program's parts end in: they have its repository and its versions. */
const PART = /[-_](?:server|backend|frontend|web|webapp|app|api|worker|ui|client|core|service|docker|aio|all-in-one)$/;

/**
 * Repositories that an image may be built from, the likeliest first: the one that its label names, then what its registry tells, as registries of
 * forges name images after their repositories.
 * @param label address of a repository
 */
export function repositoriesOf(purl: Purl, label: string | undefined): Purl[] {
  const image = imageOf(purl);
  if (image === null) return [];
  const labelled = label === undefined ? null : repositoryAt(label);
  return [...(labelled ? [labelled] : []), ...ofRegistry(image)];
}

/** The repository with the same owner and name as an image of Docker's registry, where anybody may have either. */
export function proposedRepository(purl: Purl): Purl | null {
  const image = imageOf(purl);
  return image?.host === null && /^[^/]+\/[^/]+$/.test(image.path) ? repository('github.com', image.path) : null;
}

function ofRegistry({ host, path }: Image): Purl[] {
  if (host === null) return [];
  const segments = path.toLowerCase().split('/');
  if (host === 'ghcr.io' || host === 'quay.io') {
    const [owner, name] = segments;
    if (name === undefined) return [];
    return [...new Set([name, name.replace(PART, '')])].map((one) => repository('github.com', `${owner}/${one}`));
  }
  // Groups of GitLab have groups, and a project has images below its path.
  const forge = host.replace(/^registry\.(?=gitlab\.)/, '');
  const shortest = Math.min(2, segments.length);
  return Array.from({ length: Math.min(3, segments.length - shortest + 1) }, (_, at) =>
    repository(forge, segments.slice(0, segments.length - at).join('/')),
  );
}

function repositoryAt(address: string): Purl | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname } = new URL(address);
  const bare = pathname.replace(/\/(?:-\/)?(?:tree|blob)\/.*$/, '').replace(/\.git\/?$/, '');
  const path = bare.split('/').filter(Boolean).join('/');
  return protocol === 'https:' && path.includes('/') ? repository(host.replace(/^www\./, ''), path) : null;
}

function repository(host: string, path: string): Purl {
  const lower = path.toLowerCase();
  if (host !== 'github.com') return { ...NOTHING, type: 'git', namespace: host, name: lower };
  const [namespace = '', name = ''] = lower.split('/');
  return { ...NOTHING, type: 'github', namespace, name };
}

/** Registries that show their images to anybody. The images of others may be somebody's own, and their names are no one else's business. */
const PUBLIC = new Set(
  (
    'codeberg.org ghcr.io quay.io lscr.io gcr.io mcr.microsoft.com public.ecr.aws registry.gitlab.com registry.k8s.io ' +
    'cgr.dev cr.hotio.dev dhi.io docker.elastic.co docker.n8n.io docker.gitea.com code.forgejo.org oci.trueforge.org registry.opensuse.org'
  ).split(' '),
);

/**
 * Whether a package URL is that of an image which anybody may pull, as far as its registry tells. A name without an owner is one of Docker's own images, or
 * of what somebody has built on the machine.
 */
export function isPublicImage(text: string): boolean {
  const image = imageOf(parsePurl(text));
  return image !== null && (image.host === null ? image.path.includes('/') : PUBLIC.has(image.host));
}
