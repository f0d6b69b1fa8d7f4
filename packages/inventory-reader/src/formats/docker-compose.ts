import { imageFound } from '../base/image';
import { pairOf } from '../base/image-version';
import { interpolate, readEnvironment, type Variables } from '../base/interpolate';
import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { isTrackerLabel, LABELS_AT_MOST } from '../base/tracker-labels';
import { entriesOf, field, isFields, scalarOf } from '../base/values';

/**
 * Compose files: the images of all services, whatever their profile. Variables are those of the `.env` beside it and their defaults; the
 * environment of this process has nothing to do with it. https://docs.docker.com/reference/compose-file/
 */
export const dockerCompose: InventoryReader = {
  format: 'docker-compose',
  fileName: /(^|\/)(docker-)?compose[^/]*\.ya?ml$/i,
  recognizes: (file) =>
    file.mayHaveKey('services') &&
    servicesOf(file).some(([, service]) => 'image' in Object(service) || 'build' in Object(service)),
  *read(file) {
    if (!file.trees.some((tree) => isFields(field(tree, 'services'))))
      throw new InventoryError('It has no services as a compose file has');
    const environment = readEnvironment(file.beside('.env') ?? '');
    const variables: Variables = (key) => environment.get(key);
    const known = new Map<unknown, Label[]>();
    for (const [name, service] of servicesOf(file)) {
      const where = `services.${name}.image`;
      const written = field(service, 'image');
      if (written === undefined || written === null) continue;
      const image = typeof written === 'string' ? interpolate(written, variables) : null;
      // Those of a service of Swarm are beside its containers'.
      const labels = [field(field(service, 'deploy'), 'labels'), field(service, 'labels')].flatMap((one) =>
        labelsIn(one, variables, known),
      );
      if (image !== null)
        yield { ...imageFound(image, where, undefined, new Map(labels)), ...(isBuilt(service) ? BUILT : {}) };
      else yield { name: null, where, reason: 'its image has a variable without a value' };
    }
  },
};

/** Of all documents: a later one changes what an earlier one has. */
function servicesOf({ trees }: InventoryFile): [string, unknown][] {
  const services = new Map<string, object>();
  for (const [name, service] of trees.flatMap((tree) => entriesOf(field(tree, 'services'))))
    services.set(name, services.has(name) ? { ...services.get(name), ...Object(service) } : Object(service));
  return [...services];
}

/** Its image is the name of what is built. */
const isBuilt = (service: unknown) => (field(service, 'build') ?? null) !== null;
const BUILT = { elsewhere: elsewhere('built') };

type Label = [name: string, value: string];

/** Labels that say something to trackers. Those that several services share, by an alias, are read once. */
function labelsIn(given: unknown, variables: Variables, known: Map<unknown, Label[]>): Label[] {
  const labels =
    known.get(given) ??
    (Array.isArray(given) ? given.map((one) => pairOf(scalarOf(one))) : entriesOf(given))
      .filter(([name]) => isTrackerLabel(name))
      .slice(0, LABELS_AT_MOST)
      .map(([name, value]): Label => [name, interpolate(scalarOf(value), variables) ?? scalarOf(value)]);
  known.set(given, labels);
  return labels;
}
