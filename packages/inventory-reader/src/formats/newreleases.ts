import type { Found, PackageParts } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { imageFound } from '../base/image';
import { npmPackage, pypiPackage } from '../base/package-name';
import { field, listOf } from '../base/values';

interface Project {
  provider: unknown;
  name: unknown;
  where: string;
}

const owned =
  (type: string, separator: RegExp = /\/(?=[^/]*$)/) =>
  (path: string): PackageParts => {
    const [namespace = '', name = ''] = path.split(separator, 2);
    return { type, namespace, name };
  };

const named = (type: string) => (name: string) => ({ type, name });

/** By provider: the package that a project's name is of. */
const PACKAGES: Record<string, (name: string) => PackageParts> = {
  github: owned('github'),
  gitlab: owned('gitlab'),
  bitbucket: owned('bitbucket'),
  npm: npmPackage,
  yarn: npmPackage,
  pypi: pypiPackage,
  gems: named('gem'),
  cargo: named('cargo'),
  nuget: named('nuget'),
  hex: named('hex'),
  packagist: owned('composer'),
  maven: owned('maven', /[:/](?=[^:/]*$)/),
};

/**
 * The projects on newreleases.io: the list as the API writes it, or as CSV with the columns `provider` and `name`; without versions.
 * https://newreleases.io/api/v1
 */
export const newreleases: InventoryReader = {
  format: 'newreleases',
  isNeverEmpty: true,
  recognizes: (file) => (file.looksLikeJson ? isList(file.json) : columnsOf(file) !== null),
  *read(file) {
    for (const project of file.looksLikeJson ? ofJson(file.json) : ofCsv(file)) yield projectFound(project);
  },
};

const isList = (root: unknown) => {
  const projects = listOf(field(root, 'projects'));
  return projects.length > 0 && projects.every((one) => typeof field(one, 'provider') === 'string');
};

function projectFound({ provider, name, where }: Project): Found {
  if (typeof provider !== 'string' || typeof name !== 'string' || name.length > 512)
    return { name: null, where, reason: 'it has no provider and name' };
  if (provider === 'dockerhub') return { ...imageFound(name, where), version: null };
  const made = Object.hasOwn(PACKAGES, provider) ? PACKAGES[provider]!(name) : undefined;
  return { name, direct: true, where, package: made };
}

function* ofJson(root: unknown): Generator<Project> {
  if (!Array.isArray(field(root, 'projects')))
    throw new InventoryError('It has no projects as newreleases.io lists them');
  for (const [at, one] of listOf(field(root, 'projects')).entries())
    yield { provider: field(one, 'provider'), name: field(one, 'name'), where: `projects[${at}]` };
}

function* ofCsv(file: InventoryFile): Generator<Project> {
  const columns = columnsOf(file);
  if (columns === null) throw new InventoryError('Its first line does not have the columns provider and name');
  for (const [at, line] of file.lines.entries()) {
    if (at === 0 || line.trim() === '') continue;
    const cells = cellsOf(line);
    yield { provider: cells[columns.provider], name: cells[columns.name], where: `line ${at + 1}` };
  }
}

function columnsOf({ lines }: InventoryFile): { provider: number; name: number } | null {
  const header = cellsOf((lines[0] ?? '').replace(/^\u{feff}/u, '')).map((cell) => cell.toLowerCase());
  const [provider, name] = [header.indexOf('provider'), header.indexOf('name')];
  return provider < 0 || name < 0 ? null : { provider, name };
}

/** A row of RFC 4180 without line breaks in its cells. */
function cellsOf(line: string): string[] {
  if (line.length > 10_000) return [];
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/gy) ?? [];
  return cells.map((cell) =>
    cell
      .replace(/,$/, '')
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );
}
