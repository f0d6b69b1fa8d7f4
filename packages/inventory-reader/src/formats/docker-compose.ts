import { imageFound } from '../base/image';
import { interpolate, readEnvironment } from '../base/interpolate';
import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { entriesOf, field, isFields } from '../base/values';

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
    for (const [name, service] of servicesOf(file)) {
      const where = `services.${name}.image`;
      const written = field(service, 'image');
      if (written === undefined || written === null) continue;
      const image = typeof written === 'string' ? interpolate(written, (key) => environment.get(key)) : null;
      if (image !== null) yield { ...imageFound(image, where), ...(isBuilt(service) ? BUILT : {}) };
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
