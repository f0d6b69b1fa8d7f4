import type { Component, Purl } from 'inventory-reader';
import { tagForm } from 'version-order';
import { imageOf } from './image-keys';
import { followedTag, writtenVersion } from './component-version';

/** The data for a new product: its source and its name. */
export interface MadeOf {
  /** Of the source. */
  type: string;
  settings: Record<string, string>;
  name: string;
  /** null = its package URL has no namespace. */
  publisher: string | null;
  /** For labels of which only some are versions. */
  tagPattern: string | null;
  /** How its versions are ordered, where its source does not say it. */
  scheme?: 'date';
}

/** What is read of a component. */
type Packaged = Pick<Component, 'purl' | 'name' | 'version' | 'moving'>;

type Made = Pick<MadeOf, 'type' | 'settings'> & Partial<MadeOf>;

const pathOf = ({ namespace, name }: Purl, separator = '/') =>
  namespace === null ? name : `${namespace}${separator}${name}`;

/** By the type of the package URL: the source that lists its releases. https://github.com/package-url/purl-spec/tree/main/types */
const SOURCES: Record<string, (purl: Purl, component: Packaged) => Made | null> = {
  npm: (purl) => ({
    type: 'npm',
    settings: { package: pathOf(purl) },
    publisher: purl.namespace?.replace(/^@/, '') ?? null,
  }),
  pypi: ({ name }) => ({ type: 'pypi', settings: { package: name } }),
  cargo: ({ name }) => ({ type: 'crates', settings: { crate: name } }),
  gem: ({ name }) => ({ type: 'rubygems', settings: { gem: name } }),
  composer: (purl) => ({ type: 'packagist', settings: { package: pathOf(purl) } }),
  maven: ({ namespace, name }) => ({ type: 'maven-metadata', settings: { group: namespace ?? '', artifact: name } }),
  golang: (purl, component) => ({ type: 'go', settings: { module: modulePath(purl, component) }, ...ofModule(purl) }),
  nuget: ({ name }) => ({ type: 'nuget', settings: { package: name } }),
  hex: (purl) => ({ type: 'hex', settings: { package: purl.name } }),
  docker: imageSource,
  oci: imageSource,
  github: (purl) => ({ type: 'github-releases', settings: { repository: pathOf(purl) }, name: purl.name }),
  gitlab: (purl) => ({ type: 'gitlab-releases', settings: { project: pathOf(purl) }, name: purl.name }),
};

/** null = no source type lists such packages. */
export function sourceOf(purl: Purl, component: Packaged): MadeOf | null {
  const made = Object.hasOwn(SOURCES, purl.type) ? SOURCES[purl.type]!(purl, component) : null;
  if (made === null) return null;
  const name = pathOf(purl, purl.type === 'maven' ? ':' : '/');
  return { name, publisher: purl.namespace, tagPattern: null, ...made };
}

/** Paths of modules have capitals, which their package URLs have not. */
function modulePath(purl: Purl, { name }: Packaged): string {
  return name.toLowerCase() === pathOf(purl).toLowerCase() ? name : pathOf(purl);
}

function ofModule(purl: Purl): Partial<MadeOf> {
  const [host, owner] = pathOf(purl).split('/');
  return { publisher: owner !== undefined && host!.toLowerCase() === 'github.com' ? owner : host! };
}

function imageSource(purl: Purl, component: Packaged): Made | null {
  const image = imageOf(purl);
  // Of type `oci` without an address: it is anybody's.
  if (image === null) return null;
  const { host, path } = image;
  const name = path.replace(/^library\//, '');
  const official = host === null && !name.includes('/');
  const tag = followedTag(component);
  return {
    type: 'docker-tags',
    settings: {
      ...{ image: official ? `library/${name}` : path },
      ...(host === null ? {} : { server: `https://${host}` }),
      ...(tag === null ? {} : { tag }),
    },
    name: `${host === null ? '' : `${host}/`}${name}${tag === null ? '' : `:${tag}`}`,
    publisher: path.includes('/') && !official ? path.slice(0, path.lastIndexOf('/')) : host,
    ...(tag === null ? { tagPattern: patternOf(component) } : { tagPattern: null, scheme: 'date' as const }),
  };
}

/** Images have tags such as `1.30-alpine` and `20240812` beside `1.30.1`: those in the form of the one in use are versions. */
function patternOf(component: Packaged): string | null {
  const text = writtenVersion(component)?.text;
  return text === undefined ? null : (tagForm(text)?.pattern ?? null);
}
