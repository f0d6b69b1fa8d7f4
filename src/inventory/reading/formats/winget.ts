import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/** What `winget export --include-versions` writes. */
export const winget: InventoryReader = {
  format: 'winget',
  recognizes: ({ json }) => listOf(field(json, 'Sources')).some((source) => Array.isArray(field(source, 'Packages'))),
  *read({ json }) {
    const sources = field(json, 'Sources');
    if (!Array.isArray(sources)) throw new InventoryError('It has no Sources as an export of winget has');
    for (const [at, source] of sources.entries())
      for (const [index, one] of listOf(field(source, 'Packages')).entries())
        yield {
          name: textOf(field(one, 'PackageIdentifier')),
          version: field(one, 'Version') ?? null,
          direct: true,
          where: `Sources[${at}].Packages[${index}]`,
        };
  },
};
