import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { npmPackage, splitSpecifier } from '../base/npm-package';
import { entriesOf, field, textOf, versionOf } from '../base/values';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** pnpm's `pnpm-lock.yaml`, versions 5 to 9. */
export const pnpmLock: InventoryReader = {
  format: 'pnpm-lock',
  fileName: /(^|\/)pnpm-lock\.yaml$/,
  recognizes: (file) => {
    return file.hasKey('lockfileVersion') && field(file.yamls[0], 'lockfileVersion') !== undefined;
  },
  *read(file) {
    const root = file.yamls[0];
    if (field(root, 'lockfileVersion') === undefined)
      throw new InventoryError('It has no lockfileVersion as a pnpm-lock.yaml has');
    const direct = directOnes(root);
    for (const [key, one] of entriesOf(field(root, 'packages'))) {
      const [inKey, ofKey] = nameAndVersion(key);
      const name = textOf(field(one, 'name')) ?? inKey;
      const version = versionOf(field(one, 'version')) ?? ofKey;
      if (name && version)
        yield { name, version, direct: direct.has(`${name}@${version}`), where: key, package: npmPackage(name) };
      else yield { name: null, where: key, reason: 'it has no name and version' };
    }
  },
};

/** `/@scope/name/1.0.0_peer` (5), `/name@1.0.0(peer)` (6), `name@1.0.0` (9); others are addresses and paths. */
function nameAndVersion(key: string): [string | null, string | null] {
  const path = withoutPeers(key.replace(/^\//, ''));
  const [, name, version] = /^((?:@[^/@]+\/)?[^/@]+)[@/](\d[^/]*)$/.exec(path.slice(0, 1_000)) ?? [];
  if (name !== undefined) return [name, version!.replace(/_.*$/, '')];
  return path.includes('@') && !/^(file|link):/.test(path) ? [splitSpecifier(path)[0], null] : [null, null];
}

const withoutPeers = (text: string) => text.replace(/\(.*$/s, '');

function directOnes(root: unknown): Set<string> {
  const projects = [root, ...entriesOf(field(root, 'importers')).map(([, project]) => project)];
  const wanted = projects.flatMap((project) => KINDS.flatMap((kind) => entriesOf(field(project, kind))));
  return new Set(wanted.map(([name, value]) => specifierOf(name, versionOf(field(value, 'version') ?? value) ?? '')));
}

/** An alias has the package's own name in the place of the version. */
function specifierOf(name: string, written: string): string {
  const version = withoutPeers(written);
  if (/^\d/.test(version)) return `${name}@${version.replace(/_.*$/, '')}`;
  const [alias, ofAlias] = nameAndVersion(version);
  return `${alias ?? name}@${ofAlias ?? version}`;
}
