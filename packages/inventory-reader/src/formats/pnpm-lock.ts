import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { newerThanKnown } from '../base/lock-version';
import { npmPackage, splitSpecifier } from '../base/package-name';
import { entriesOf, field, textOf, versionOf } from '../base/values';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** pnpm's `pnpm-lock.yaml`, versions 5 to 9. */
export const pnpmLock: InventoryReader = {
  format: 'pnpm-lock',
  fileName: /(^|\/)pnpm-lock\.yaml$/,
  recognizes: (file) => file.mayHaveKey('lockfileVersion') && !file.isJson && rootOf(file) !== undefined,
  *read(file) {
    const root = rootOf(file);
    if (root === undefined) throw new InventoryError('It has no lockfileVersion as a pnpm-lock.yaml has');
    const direct = directOnes(root);
    for (const [key, one] of entriesOf(field(root, 'packages'))) {
      const { name: inKey, version: ofKey } = partsOf(key);
      const name = textOf(field(one, 'name')) ?? inKey;
      const version = versionOf(field(one, 'version')) ?? ofKey;
      if (!name || (!version && ofKey !== null)) yield { name: null, where: key, reason: 'it has no name and version' };
      else
        yield {
          ...{ name, version, where: key, origin: ofKey === null ? key : undefined },
          direct: direct.has(withoutPeers(key)) || direct.has(`${name}@${ofKey}`),
          elsewhere: ofKey === null ? placeOf(key, one) : undefined,
          package: npmPackage(name),
        };
    }
  },
  warnings: (file) => newerThanKnown('lockfileVersion', versionOf(field(rootOf(file), 'lockfileVersion')), '9'),
};

/** Since version 11 there is a document before it, of pnpm itself and its configuration. */
const rootOf = ({ trees }: InventoryFile): unknown =>
  trees.findLast((tree) => field(tree, 'lockfileVersion') !== undefined);

/** `localhost+4873/`, `npm.example.org/`: of another registry than the usual one. */
const REGISTRY = /^(?:[\w-]+(?:\.[\w-]+)+(?:\+\d+)?|[\w-]+\+\d+)\//;
const PACKAGE = /^((?:@[^/@]+\/)?[^/@]+)[@/](\d[^/]*)$/;

/**
 * `/@scope/name/1.0.0_peer` (5), `/name@1.0.0(peer)` (6), `name@1.0.0` (9), before version 9 with the host of a registry that is not the usual
 * one; others are addresses and paths, and have no version here.
 */
function partsOf(key: string): { name: string | null; version: string | null } {
  const path = withoutPeers(key.replace(/^\//, '')).slice(0, 1_000);
  const found = PACKAGE.exec(path) ?? PACKAGE.exec(path.replace(REGISTRY, ''));
  const version = found?.[2]!.split('_', 1)[0];
  // What an address of Git ends with may begin with a digit, too.
  if (version !== undefined && /^\d+\.\d+\.\d/.test(version)) return { name: found![1]!, version };
  return { name: /^.[^/:]*@/.test(path) && !path.startsWith('file:') ? splitSpecifier(path)[0] : null, version: null };
}

const withoutPeers = (text: string) => text.split('(', 1)[0]!;

function placeOf(key: string, one: unknown): string | undefined {
  const resolution = field(one, 'resolution');
  if (/(?:^|@)(?:file|link):/.test(key) || field(resolution, 'type') === 'directory') return elsewhere('path');
  const isGit = field(resolution, 'type') === 'git' || /codeload\.|git|bitbucket/.test(key);
  return elsewhere(isGit ? 'git' : 'address');
}

function directOnes(root: unknown): Set<string> {
  const projects = [root, ...entriesOf(field(root, 'importers')).map(([, project]) => project)];
  const wanted = projects.flatMap((project) => KINDS.flatMap((kind) => entriesOf(field(project, kind))));
  return new Set(wanted.flatMap(([name, value]) => keysOf(name, versionOf(field(value, 'version') ?? value) ?? '')));
}

/** As the packages have it. An alias has the package's own name in the place of the version, an address has no name before version 9. */
function keysOf(name: string, written: string): string[] {
  const version = withoutPeers(written);
  const { name: alias, version: ofAlias } = partsOf(version);
  if (alias !== null && ofAlias !== null) return [`${alias}@${ofAlias}`];
  return [`${name}@${version.replace(/^(\d[^_]*)_.*$/, '$1')}`, version];
}
