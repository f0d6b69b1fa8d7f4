import type { Found } from '../base/component';
import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { newerThanKnown } from '../base/lock-version';
import { field, isFields, listOf, textOf, versionOf } from '../base/values';

/** `Chart.lock`, the dependencies of a `Chart.yaml`, and what `helm list` prints, as a table, JSON or YAML: charts. */
export const helm: InventoryReader = {
  format: 'helm',
  fileName: /(^|\/)(Chart\.(lock|ya?ml)|requirements\.lock)$/,
  recognizes: (file) =>
    isTable(file) ||
    ((['dependencies', 'apiVersion'].some((key) => file.mayHaveKey(key)) || file.mayHaveItems('chart')) &&
      file.trees.some(isOfHelm)),
  *read(file) {
    if (isTable(file)) return yield* ofTable(file);
    const trees = file.trees.filter((tree) => Array.isArray(tree) || isDependencies(tree));
    if (trees.length === 0) throw new InventoryError('It is neither a list of releases nor a Chart.lock');
    for (const tree of trees)
      if (Array.isArray(tree)) yield* tree.map(releaseFound);
      else yield* listOf(field(tree, 'dependencies')).map(dependencyFound);
  },
  warnings: (file) =>
    isTable(file) ? [] : file.trees.flatMap((tree) => newerThanKnown('apiVersion', apiVersionOf(tree), '2')),
};

const apiVersionOf = (tree: unknown) => textOf(field(tree, 'apiVersion'))?.replace(/^v/, '');

const HEADER = /^NAME\s+NAMESPACE\s+REVISION\s+UPDATED\s+STATUS\s+CHART\b/m;
/** Only what is after the date has no spaces in it. */
const ROW = /^(\S+)\s+(\S+)\s+\d+\s+\d{4}-\d\d-\d\d \S+ \S+(?: \S+)?\s+[a-z-]+\s+(\S+)/;

const isTable = ({ text }: InventoryFile) => HEADER.test(text.slice(0, 1_000));

function* ofTable({ lines }: InventoryFile): Generator<Found> {
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || HEADER.test(line)) continue;
    const [, name, namespace, chart] = line.length < 2_000 ? (ROW.exec(line) ?? []) : [];
    if (chart === undefined)
      yield { name: null, where: `line ${at + 1}`, reason: 'it is not a release as helm list prints it' };
    else yield releaseFound({ name, namespace, chart });
  }
}

const isOfHelm = (tree: unknown) =>
  releasesOf(tree).length > 0 || (isDependencies(tree) && field(tree, 'kind') === undefined);

const releasesOf = (tree: unknown) =>
  listOf(tree).filter(
    (release) => typeof field(release, 'chart') === 'string' && field(release, 'app_version') !== undefined,
  );

/** A `Chart.yaml` without dependencies has none. */
const isDependencies = (tree: unknown) =>
  isFields(tree) &&
  (field(tree, 'generated') !== undefined || field(tree, 'apiVersion') !== undefined) &&
  (Array.isArray(field(tree, 'dependencies')) || field(tree, 'version') !== undefined);

function releaseFound(release: unknown): Found {
  const where = `${textOf(field(release, 'namespace')) ?? ''}/${textOf(field(release, 'name')) ?? ''}`;
  const chart = textOf(field(release, 'chart')) ?? '';
  // The version begins at the last dash that a number follows; its own pre-release may have further dashes.
  const [, name = chart, version] = /^(.+?)-(v?\d+\.\d.*)$/s.exec(chart.slice(0, 512)) ?? [];
  return { name: name || null, version, direct: true, where, package: { type: 'helm', name } };
}

function dependencyFound(dependency: unknown, at: number): Found {
  const name = textOf(field(dependency, 'name')) ?? '';
  const repository = textOf(field(dependency, 'repository')) ?? '';
  const host = /^(?:https?|oci):\/\/(.+?)\/?$/.exec(repository)?.[1];
  // Without a repository it is in the folder `charts`.
  const isLocal = repository === '' || repository.startsWith('file:');
  return {
    name,
    version: versionOf(field(dependency, 'version')),
    direct: true,
    where: `dependencies[${at}]`,
    elsewhere: elsewhere(isLocal ? 'path' : null),
    package: { type: 'helm', name, ...(host ? { qualifiers: { repository_url: host } } : {}) },
  };
}
