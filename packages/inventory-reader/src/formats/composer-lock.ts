import { elsewhere } from '../base/elsewhere';
import { newerThanKnown } from '../base/lock-version';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/** `composer.lock` */
export const composerLock: InventoryReader = {
  format: 'composer-lock',
  fileName: /(^|\/)composer\.lock$/,
  recognizes: ({ json }) =>
    Array.isArray(field(json, 'packages')) &&
    (field(json, 'content-hash') !== undefined || field(json, 'packages-dev') !== undefined),
  *read({ json }) {
    if (!Array.isArray(field(json, 'packages'))) throw new InventoryError('It has no packages as a composer.lock has');
    for (const kind of ['packages', 'packages-dev'])
      for (const [at, one] of listOf(field(json, kind)).entries()) {
        const name = textOf(field(one, 'name'));
        const [namespace = '', last = ''] = name?.split('/') ?? [];
        const version = textOf(field(one, 'version'))?.replace(/^v(?=\d)/, '');
        const isPath = field(field(one, 'dist'), 'type') === 'path';
        yield {
          ...{ name, version, where: `${kind}[${at}]` },
          elsewhere: isPath ? elsewhere('path') : undefined,
          package: { type: 'composer', namespace, name: last },
        };
      }
  },
  warnings: ({ json }) => newerThanKnown('plugin-api-version', field(json, 'plugin-api-version'), '2'),
};
