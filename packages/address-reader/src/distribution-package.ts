import type { Purl } from 'inventory-reader';
import { METAPACKAGES, type Project, PROJECTS } from './distribution-projects';

/** Types of package URLs of the packages of distributions. */
const TYPES = new Set(['deb', 'rpm', 'apk']);

/** By the beginning of a package's name the beginning of its project's at Repology. https://github.com/repology/repology-rules */
const LANGUAGES: Record<string, [RegExp, string][]> = {
  deb: [
    [/^python3?-(?=.)/, 'python:'],
    [/^ruby-(?=.)/, 'ruby:'],
    [/^php-(?=.)/, 'php:'],
  ],
  rpm: [
    [/^python3?(?:\.\d+)?-(?=.)/, 'python:'],
    [/^rubygem-(?=.)/, 'ruby:'],
    [/^php-(?=.)/, 'php:'],
  ],
  apk: [
    [/^py3-(?=.)/, 'python:'],
    [/^ruby-(?=.)/, 'ruby:'],
  ],
};

/** What a package of a distribution is built from. */
export interface Upstream {
  /** The source package, if the file names one that has another name. */
  source: string | null;
  /** Names that the project may have at Repology. */
  repology: string[];
  /** Identities and package URLs of the project, for products that Repology does not know. */
  known: string[];
}

/**
 * `upstream` of its package URL is the source, as Syft writes it: `openssl`, `openssl@3.0.11`, `openssl-3.0.7-18.el9.src.rpm`.
 * @returns null: it is no package of a distribution
 */
export function upstreamOf(purl: Pick<Purl, 'type' | 'name' | 'version' | 'qualifiers'>): Upstream | null {
  const { type, name } = purl;
  if (!TYPES.has(type)) return null;
  const source = sourceOf(purl);
  const project = BY_NAME.get(name) ?? numbered(name) ?? (source === null ? undefined : ofSource(source));
  if (project?.isOnlyPackages && !isPackageOf(project, name)) return { source: null, repology: [], known: [] };
  if (project !== undefined)
    return { source, repology: [project.name, ...(project.others ?? [])], known: project.known ?? [] };
  const stated = source ?? name;
  const [pattern, prefix] = LANGUAGES[type]!.find(([one]) => one.test(stated)) ?? [];
  return { source, repology: [pattern === undefined ? stated : stated.replace(pattern, prefix!)], known: [] };
}

/** Whether its version is not that of the program of its name. */
export const isMetapackage = ({ type, name }: Pick<Purl, 'type' | 'name'>): boolean =>
  type === 'deb' && METAPACKAGES.has(name);

/** null = the file names none, or one of another version: then the package is something else. */
function sourceOf({ version, qualifiers }: Pick<Purl, 'version' | 'qualifiers'>): string | null {
  const text = qualifiers?.upstream ?? '';
  const [, name = '', of] =
    /^(.+)-([^-]+-[^-]+)\.(?:src|nosrc)\.rpm$/.exec(text) ?? /^([^@]+)(?:@(.+))?$/.exec(text) ?? [];
  if (name === '') return null;
  return of === undefined || version === null || bare(of) === bare(version) ? name : null;
}

/** Without epoch, and without the number of a rebuild. */
const bare = (version: string) => version.replace(/^\d+:/, '').replace(/\+b\d+$/, '');

const BY_NAME = new Map(PROJECTS.flatMap((one) => (one.packages ?? []).map((name): [string, Project] => [name, one])));
const BY_SOURCE = new Map(
  PROJECTS.flatMap((one) => [one.name, ...(one.sources ?? [])].map((name): [string, Project] => [name, one])),
);
const NUMBERED = PROJECTS.filter(({ numbered }) => numbered !== undefined);

const isPackageOf = (project: Project, name: string) =>
  (project.packages ?? []).includes(name) || (project.numbered?.test(name) ?? false);

const numbered = (name: string): Project | undefined => NUMBERED.find((one) => isPackageOf(one, name));

/** A source package has the name of the project, of one of its packages, or another one. */
const ofSource = (name: string): Project | undefined => BY_SOURCE.get(name) ?? BY_NAME.get(name) ?? numbered(name);
