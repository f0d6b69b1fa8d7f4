import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { field, isFields, listOf, textOf, versionOf } from '../base/values';

/** `Chart.lock`, the dependencies of a `Chart.yaml`, and what `helm list -o json` prints: charts. */
export const helm: InventoryReader = {
  format: 'helm',
  fileName: /(^|\/)(Chart\.(lock|ya?ml)|requirements\.lock)$/,
  recognizes: (file) =>
    (file.looksLikeJson || file.hasKey('dependencies') || file.hasKey('apiVersion')) && isOfHelm(file.tree),
  *read({ tree }) {
    if (Array.isArray(tree)) yield* tree.map(releaseFound);
    else if (isDependencies(tree)) yield* listOf(field(tree, 'dependencies')).map(dependencyFound);
    else throw new InventoryError('It is neither a list of releases nor a Chart.lock');
  },
};

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
  const [, name = chart, version] = /^(.+?)-(v?\d+\.\d.*)$/.exec(chart.slice(0, 512)) ?? [];
  return { name: name || null, version, direct: true, where, package: { type: 'helm', name } };
}

function dependencyFound(dependency: unknown, at: number): Found {
  const name = textOf(field(dependency, 'name')) ?? '';
  const repository = textOf(field(dependency, 'repository')) ?? '';
  const host = /^(?:https?|oci):\/\/(.+?)\/?$/.exec(repository)?.[1];
  return {
    name,
    version: versionOf(field(dependency, 'version')),
    direct: true,
    where: `dependencies[${at}]`,
    package: { type: 'helm', name, ...(host ? { qualifiers: { repository_url: host } } : {}) },
  };
}
