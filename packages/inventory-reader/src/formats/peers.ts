import { argusAsked, countAsked } from '../base/asked';
import type { Found } from '../base/component';
import { imageFound } from '../base/image';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { npmPackage, pypiPackage } from '../base/package-name';
import { entriesOf, field, isFields, listOf, scalarOf, textOf } from '../base/values';

const github = (path: string): Found['package'] => ({
  type: 'github',
  namespace: path.slice(0, Math.max(path.indexOf('/'), 0)),
  name: path.slice(path.indexOf('/') + 1),
});

/** The configuration of Argus: its services, without versions, and how to ask for them. https://release-argus.io/docs/config/service/ */
export const argus: InventoryReader = {
  format: 'argus',
  recognizes: (file) =>
    file.mayHaveKey('service') &&
    file.trees
      .flatMap((tree) => entriesOf(field(tree, 'service')))
      .some(([, one]) => isFields(field(one, 'latest_version'))),
  *read({ trees }) {
    const all = trees.map((tree) => field(tree, 'service')).filter(isFields);
    if (all.length === 0) throw new InventoryError('It has no service as the configuration of Argus has');
    for (const [name, service] of all.flatMap(entriesOf)) {
      const lookup = field(service, 'latest_version');
      const path = /^(?:https?:\/\/github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
        (textOf(field(lookup, 'url')) ?? '').slice(0, 512),
      )?.[1];
      const isGithub = field(lookup, 'type') === 'github' && path !== undefined;
      const asked = argusAsked(service) ?? undefined;
      yield { name, direct: true, where: `service.${name}`, package: isGithub ? github(path) : undefined, asked };
    }
  },
  warnings({ trees }) {
    const count = trees.reduce<number>((sum, tree) => sum + countAsked(field(tree, 'service')), 0);
    if (count === 0) return [];
    const services = count === 1 ? '1 service says' : `${count} services say`;
    return [
      `${services} how to ask for the deployed version: POST /api/v1/probe-import, or "Ask these programs" in the web application, has it asked from now on.`,
    ];
  },
};

const NVCHECKER: Record<string, (text: string) => Found['package']> = {
  github,
  pypi: pypiPackage,
  npm: npmPackage,
  gems: (name) => ({ type: 'gem', name }),
  cratesio: (name) => ({ type: 'cargo', name }),
};

/** The configuration of nvchecker: its entries, without versions. https://nvchecker.readthedocs.io/en/latest/usage.html */
export const nvchecker: InventoryReader = {
  format: 'nvchecker',
  recognizes: (file) =>
    /^source *=/m.test(file.text) &&
    entriesOf(file.toml).some(([name, one]) => name !== '__config__' && typeof field(one, 'source') === 'string'),
  *read({ toml }) {
    const entries = entriesOf(toml).filter(([, one]) => typeof field(one, 'source') === 'string');
    if (entries.length === 0)
      throw new InventoryError('It has no entry with a source as the configuration of nvchecker has');
    for (const [name, one] of entries) {
      const source = field(one, 'source') as string;
      // Most sources name the project in a field of their own name; otherwise the name of the entry counts.
      const wanted = textOf(field(one, source)) ?? name;
      const made = Object.hasOwn(NVCHECKER, source) ? NVCHECKER[source]!(wanted) : undefined;
      yield { name, direct: true, where: name, package: made };
    }
  },
};

/** The file of Diun's file provider: a list of images. https://crazymax.dev/diun/providers/file/ */
export const diun: InventoryReader = {
  format: 'diun',
  recognizes: (file) => {
    const images = !file.isJson && file.mayHaveItems('name') ? file.yamls.flatMap(listOf) : [];
    return images.length > 0 && images.every((one) => typeof field(one, 'name') === 'string');
  },
  *read({ trees }) {
    if (!trees.some(Array.isArray)) throw new InventoryError('It is not a list of images');
    for (const [at, one] of trees.flatMap(listOf).entries())
      yield imageFound(field(one, 'name'), `[${at}]`, undefined, labelsOf(one));
  },
};

/** Its settings are called as the labels are. */
const SETTINGS = 'include_tags exclude_tags notify_on regopt platform hub_link metadata'.split(' ');
const labelsOf = (image: unknown): Map<string, string> =>
  new Map(
    SETTINGS.filter((name) => field(image, name) !== undefined).map((name) => {
      const value = field(image, name);
      return [`diun.${name}`, (Array.isArray(value) ? value.slice(0, 100) : [value]).map(scalarOf).join(';')];
    }),
  );
