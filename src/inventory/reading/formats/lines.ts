import type { Found } from '../base/component';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { nameOfPurl, tryParsePurl } from '../base/purl-name';

/** `name: 1` is something else. */
const NAMED = /^(\S*[^\s:])\s+(v?\d\S*)$/;

/** One a line: a package URL, or a name and a version. Empty lines and those that begin with `#` are left out. */
export const lines: InventoryReader = {
  format: 'lines',
  isNeverEmpty: true,
  recognizes: (file) => {
    const given = written(file);
    return given.length > 0 && given.every(({ text }) => text.startsWith('pkg:') || NAMED.test(text));
  },
  *read(file) {
    for (const line of written(file)) yield foundIn(line);
  },
};

const written = (file: InventoryFile) =>
  file.lines
    .map((line, at) => ({ text: line.trim(), where: `line ${at + 1}` }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));

function foundIn({ text, where }: { text: string; where: string }): Found {
  if (text.startsWith('pkg:')) return packageFound(text, where);
  const [, name, version] = text.length <= 1_000 ? (NAMED.exec(text) ?? []) : [];
  if (name === undefined) return { name: null, where, reason: 'it is neither a package URL nor a name and a version' };
  return { name, version, direct: true, where };
}

function packageFound(text: string, where: string): Found {
  const purl = tryParsePurl(text);
  if (purl === null) return { name: null, where, reason: 'it is no package URL' };
  return { name: nameOfPurl(purl), version: purl.version, direct: true, purl: text, where };
}
