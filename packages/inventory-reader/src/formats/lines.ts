import type { Found } from '../base/component';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { nameOfPurl, tryParsePurl } from '../base/package-name';

/** `name: 1` is something else. */
const NAMED = /^(\S*[^\s:])\s+(v?\d\S*)$/;

/** One a line: a package URL, or a name and a version. Empty lines and those that begin with `#` are left out. */
export const lines: InventoryReader = {
  format: 'lines',
  isNeverEmpty: true,
  recognizes: (file) => {
    let count = 0;
    for (const { text } of written(file)) {
      if (!text.startsWith('pkg:') && !NAMED.test(text)) return false;
      count++;
    }
    return count > 0;
  },
  *read(file) {
    for (const line of written(file)) yield foundIn(line);
  },
};

function* written(file: InventoryFile) {
  for (const line of file.written()) if (!line.text.startsWith('#')) yield line;
}

function foundIn({ text, where }: { text: string; where: string }): Found {
  if (text.startsWith('pkg:')) return packageFound(text, where);
  const [, name, version] = text.length <= 1_000 ? (NAMED.exec(text) ?? []) : [];
  if (name === undefined) return { name: null, where, reason: 'it is neither a package URL nor a name and a version' };
  return { name, version, direct: true, where };
}

/** Paths of Go modules have capitals, which their package URLs lose. */
function pathOfModule(text: string): string | null {
  const path = /^pkg:\/*golang\/([^@?#]+)/i.exec(text)?.[1];
  try {
    return path === undefined ? null : decodeURIComponent(path);
  } catch {
    return null; // a lone percent sign: then the package URL has it, too
  }
}

function packageFound(text: string, where: string): Found {
  const purl = tryParsePurl(text);
  if (purl === null) return { name: null, where, reason: 'it is not a package URL' };
  return { name: pathOfModule(text) ?? nameOfPurl(purl), version: purl.version, direct: true, purl: text, where };
}
