import { gemVersion } from '../purl/purl';
import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

const SECTION = /^(GEM|GIT|PATH|PLUGIN SOURCE|PLATFORMS|DEPENDENCIES|CHECKSUMS|RUBY VERSION|BUNDLED WITH)\s*$/;

/** Bundler's `Gemfile.lock`. */
export const gemfileLock: InventoryReader = {
  format: 'gemfile-lock',
  fileName: /(^|\/)(Gemfile\.lock|gems\.locked)$/,
  recognizes: ({ text }) =>
    /^(GEM|GIT|PATH)\s*$/m.test(text) && /^(DEPENDENCIES|PLATFORMS|BUNDLED WITH)\s*$|^ {2}specs:/m.test(text),
  *read(file) {
    if (!file.lines.some((line) => SECTION.test(line))) throw new InventoryError('It has no section of a Gemfile.lock');
    const wanted = dependencies(file);
    for (const { section, line, number } of sectioned(file)) {
      const [, name, version] = /^ {4}([^\s()]+) \(([^()]+)\)$/.exec(line) ?? [];
      if (name === undefined || !['GEM', 'GIT', 'PATH'].includes(section)) continue;
      yield {
        name,
        version: gemVersion(version!),
        direct: wanted.has(name),
        where: `line ${number}`,
        elsewhere: section === 'GEM' ? undefined : elsewhere(section === 'GIT' ? 'git' : 'path'),
        package: { type: 'gem', name },
      };
    }
  },
};

/** `name (>= 1.0)!`, where the mark says that it is not of the index. */
function dependencies(file: InventoryFile): Set<string> {
  const names = sectioned(file)
    .filter(({ section }) => section === 'DEPENDENCIES')
    .map(({ line }) => /^ {2}([^\s()!]+)/.exec(line)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

function sectioned({ lines }: InventoryFile): { section: string; line: string; number: number }[] {
  let section = '';
  return lines.map((line, at) => {
    section = SECTION.exec(line)?.[1] ?? section;
    return { section, line: line.trimEnd(), number: at + 1 };
  });
}
