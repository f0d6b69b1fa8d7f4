import { elsewhere, elsewhereOf } from '../base/elsewhere';
import { newerThanKnown } from '../base/lock-version';
import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { npmPackage, splitSpecifier } from '../base/package-name';
import { entriesOf, field, isFields, textOf } from '../base/values';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const FOLDER = 'node_modules/';

/** npm's `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. */
export const packageLock: InventoryReader = {
  format: 'package-lock',
  fileName: /(^|\/)(package-lock|npm-shrinkwrap)\.json$/,
  recognizes: ({ json }) =>
    field(json, 'lockfileVersion') !== undefined &&
    (isFields(field(json, 'packages')) || isFields(field(json, 'dependencies'))),
  *read({ json }) {
    const packages = field(json, 'packages');
    const dependencies = field(json, 'dependencies');
    if (isFields(packages)) yield* ofPackages(packages);
    else if (isFields(dependencies)) yield* ofDependencies(dependencies);
    else throw new InventoryError('It has neither packages nor dependencies as a package-lock.json has');
  },
  warnings: ({ json }) => newerThanKnown('lockfileVersion', field(json, 'lockfileVersion'), '3'),
};

/** Since version 2: by their folders. Those outside of node_modules are one's own. */
function* ofPackages(packages: Record<string, unknown>): Generator<Found> {
  const own = Object.entries(packages).filter(([path]) => !path.includes(FOLDER));
  const wanted = new Set(own.flatMap(([, one]) => KINDS.flatMap((kind) => Object.keys(Object(field(one, kind))))));
  // An address of a registry looks like any other: one that somebody has written in the place of a version is not of a registry.
  const written = Object.values(packages).flatMap((one) => KINDS.flatMap((kind) => entriesOf(field(one, kind))));
  const addresses = new Set(
    written.flatMap(([, text]) => textOf(text) ?? []).filter((text) => elsewhereOf(text) === 'address'),
  );
  for (const [path, one] of Object.entries(packages)) {
    if (!path.includes(FOLDER) || field(one, 'link') === true) continue;
    const folder = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    const name = textOf(field(one, 'name')) ?? folder;
    const isTop = path.split(FOLDER).length === 2;
    const direct = isTop && wanted.has(folder);
    const resolved = textOf(field(one, 'resolved')) ?? '';
    const place = elsewhereOf(resolved);
    const isElsewhere = place !== 'address' || addresses.has(resolved);
    yield {
      ...foundOf(name, field(one, 'version'), direct, path, commitOf(resolved)),
      elsewhere: elsewhere(isElsewhere ? place : null),
    };
  }
}

/** Version 1: one in another. It does not say which of them are wanted by themselves. */
function* ofDependencies(dependencies: Record<string, unknown>): Generator<Found> {
  const rest = [{ dependencies, path: '' }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const [key, one] of Object.entries(next.dependencies)) {
      const path = next.path === '' ? key : `${next.path}/${key}`;
      const [name, version, origin] = nameAndVersion(key, textOf(field(one, 'version')) ?? '');
      const place = origin === undefined ? null : (elsewhereOf(textOf(field(one, 'version')) ?? '') ?? 'address');
      yield { ...foundOf(name, version, null, path, origin), elsewhere: elsewhere(place) };
      const inner = field(one, 'dependencies');
      if (entriesOf(inner).length > 0) rest.push({ dependencies: inner as Record<string, unknown>, path });
    }
  }
}

/** In place of a version there may be another package (`npm:name@1.0.0`), an address or a path. */
function nameAndVersion(key: string, written: string): [string, string | null, string | undefined] {
  if (written.startsWith('npm:')) return [...splitSpecifier(written.slice(4)), undefined];
  return /^\d/.test(written) ? [key, written, undefined] : [key, null, written.replace(/^.*#/, '')];
}

/** Two commits of one version are two packages. */
const commitOf = (resolved: string) => /^git[^#]*#(.+)$/.exec(resolved)?.[1];

const foundOf = (name: string, version: unknown, direct: boolean | null, where: string, origin?: string): Found => ({
  name,
  version,
  direct,
  where,
  origin,
  package: npmPackage(name),
});
