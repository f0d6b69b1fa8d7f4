import type { Found } from '../base/component';
import { type Elsewhere, elsewhere, elsewhereOf } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { newerThanKnown } from '../base/lock-version';
import { pypiPackage } from '../base/package-name';
import { entriesOf, field, isFields, listOf, textOf } from '../base/values';

/** `poetry.lock` */
export const poetryLock: InventoryReader = {
  format: 'poetry-lock',
  fileName: /(^|\/)poetry\.lock$/,
  recognizes: ({ toml }) => field(field(toml, 'metadata'), 'content-hash') !== undefined && 'package' in toml,
  *read({ toml }) {
    if (!('package' in toml) && !('metadata' in toml))
      throw new InventoryError('It has no packages as a poetry.lock has');
    for (const [at, one] of listOf(toml.package).entries()) yield foundOf(one, `package[${at}]`, null);
  },
  warnings: ({ toml }) => newerThanKnown('lock-version', field(toml.metadata, 'lock-version'), '2'),
};

/** `uv.lock`. One's own packages are left out; what they depend on is direct. */
export const uvLock: InventoryReader = {
  format: 'uv-lock',
  fileName: /(^|\/)uv\.lock$/,
  recognizes: ({ toml }) =>
    typeof toml.version === 'number' &&
    (toml['requires-python'] !== undefined || listOf(toml.package).some((one) => isFields(field(one, 'source')))),
  *read({ toml }) {
    if (typeof toml.version !== 'number') throw new InventoryError('It has no version as an uv.lock has');
    const packages = listOf(toml.package);
    const wanted = new Set(packages.filter(isOwn).flatMap(dependenciesOf));
    for (const [at, one] of packages.entries())
      if (!isOwn(one)) yield foundOf(one, `package[${at}]`, wanted.has(textOf(field(one, 'name')) ?? ''));
  },
  warnings: ({ toml }) => newerThanKnown('version', toml.version, '1'),
};

const isOwn = (one: unknown) => ['virtual', 'editable'].some((kind) => field(field(one, 'source'), kind) !== undefined);

function dependenciesOf(one: unknown): string[] {
  const groups = ['optional-dependencies', 'dev-dependencies'].flatMap((kind) => entriesOf(field(one, kind)));
  return [field(one, 'dependencies'), ...groups.map(([, group]) => group)]
    .flatMap(listOf)
    .map((dependency) => textOf(field(dependency, 'name')) ?? '');
}

/** `Pipfile.lock` */
export const pipfileLock: InventoryReader = {
  format: 'pipfile-lock',
  fileName: /(^|\/)Pipfile\.lock$/,
  recognizes: ({ json }) => isFields(field(json, '_meta')) && isFields(field(json, 'default')),
  *read({ json }) {
    if (!isFields(field(json, '_meta'))) throw new InventoryError('It has no _meta as a Pipfile.lock has');
    for (const group of ['default', 'develop'])
      for (const [name, one] of entriesOf(field(json, group))) {
        const version = textOf(field(one, 'version'))?.replace(/^==+/, '');
        const kind = ['git', 'hg', 'svn', 'bzr', 'file', 'path'].find((key) => field(one, key) !== undefined);
        const place = kind === undefined ? null : pipfilePlace(kind, textOf(field(one, kind)) ?? '');
        const reason = version === undefined && place === null ? 'it has no version' : undefined;
        const where = `${group}.${name}`;
        yield { name, version, where, elsewhere: elsewhere(place), package: pypiPackage(name), reason };
      }
  },
  warnings: ({ json }) => newerThanKnown('pipfile-spec', field(field(json, '_meta'), 'pipfile-spec'), '6'),
};

const pipfilePlace = (kind: string, value: string): Elsewhere =>
  kind === 'path' ? 'path' : kind === 'file' ? (elsewhereOf(value) ?? 'path') : 'git';

/** Poetry has the kind in `type`, uv as the name of a field. */
function placeOf(source: unknown): Elsewhere | null {
  const type = textOf(field(source, 'type'));
  if (type === 'legacy' || field(source, 'registry') !== undefined) return null;
  const kind = ['git', 'url', 'directory', 'file', 'path', 'editable', 'virtual'].find(
    (one) => type === one || (type === null && field(source, one) !== undefined),
  );
  if (kind === undefined) return null;
  return kind === 'git' ? 'git' : kind === 'url' ? 'address' : 'path';
}

function foundOf(one: unknown, where: string, direct: boolean | null): Found {
  const name = textOf(field(one, 'name'));
  const place = placeOf(field(one, 'source'));
  return {
    ...{ name, version: field(one, 'version'), direct, where },
    elsewhere: elsewhere(place),
    package: name !== null && place === null ? pypiPackage(name) : undefined,
  };
}
