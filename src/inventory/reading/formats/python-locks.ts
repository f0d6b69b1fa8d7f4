import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { pypiPackage } from '../base/pypi-package';
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
        const reason = version === undefined ? 'it has no version' : undefined;
        yield { name, version, where: `${group}.${name}`, package: pypiPackage(name), reason };
      }
  },
};

/** Of Git and of a folder it has the name only: the package index may have another one of that name. */
function foundOf(one: unknown, where: string, direct: boolean | null): Found {
  const name = textOf(field(one, 'name'));
  const source = field(one, 'source');
  const isElsewhere = ['git', 'directory', 'file', 'url', 'path'].some(
    (kind) => field(source, kind) !== undefined || (kind !== 'url' && field(source, 'type') === kind),
  );
  const isOfIndex = name !== null && (!isElsewhere || field(source, 'type') === 'legacy');
  return { name, version: field(one, 'version'), direct, where, package: isOfIndex ? pypiPackage(name) : undefined };
}
