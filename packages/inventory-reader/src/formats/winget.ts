import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/** `> 129.0`: newer than the last one that winget knows, so at least that. `< 1.0` and `Unknown` say no version. */
function versionOf(written: unknown): unknown {
  const text = textOf(written)?.trim();
  if (text === undefined || text === 'Unknown' || text.startsWith('<')) return null;
  return text.replace(/^>\s*/, '');
}

/** Output of `winget export --include-versions`. */
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
          version: versionOf(field(one, 'Version')),
          direct: true,
          where: `Sources[${at}].Packages[${index}]`,
        };
  },
};
