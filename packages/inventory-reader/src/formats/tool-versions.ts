import type { InventoryReader } from '../base/inventory-reader';

/** `.tool-versions` of asdf and mise: a tool and its versions, of which the first one that is there is used. */
export const toolVersions: InventoryReader = {
  format: 'tool-versions',
  isKnownByName: true,
  fileName: /(^|\/)\.tool-versions$/,
  isNeverEmpty: true,
  recognizes: () => false,
  *read({ lines }) {
    for (const [at, line] of lines.entries()) {
      const where = `line ${at + 1}`;
      const [name, ...versions] = line.slice(0, 2_000).split('#', 1)[0]!.trim().split(/\s+/);
      if (!name) continue;
      if (versions.length === 0) yield { name, where, reason: 'it has no version' };
      for (const version of versions)
        if (!/^(system$|path:|ref:|file:)/.test(version)) yield { name, version, direct: true, where };
    }
  },
};
