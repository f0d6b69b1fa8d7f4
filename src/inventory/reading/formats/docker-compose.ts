import { imageFound } from '../base/image';
import { interpolate, readEnvironment } from '../base/interpolate';
import { InventoryError } from '../base/inventory-error';
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
    (file.looksLikeJson || file.hasKey('services')) &&
    isFields(field(file.tree, 'services')) &&
    entriesOf(field(file.tree, 'services')).some(
      ([, service]) => 'image' in Object(service) || 'build' in Object(service),
    ),
  *read(file) {
    const services = field(file.tree, 'services');
    if (!isFields(services)) throw new InventoryError('It has no services as a compose file has');
    const environment = readEnvironment(file.beside('.env') ?? '');
    for (const [name, service] of entriesOf(services)) {
      const where = `services.${name}.image`;
      const written = field(service, 'image');
      if (written === undefined || written === null) continue;
      const image = typeof written === 'string' ? interpolate(written, (key) => environment.get(key)) : null;
      if (image !== null) yield imageFound(image, where);
      else yield { name: null, where, reason: 'its image has a variable without a value' };
    }
  },
};
