import type { Found } from '../base/component';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

const LONGEST_LINE = 1_000;

/** `name-version-r1`: a version begins with a digit, and ends with the revision of the package. */
const PACKAGE = /^([a-z0-9][\w.+-]*?)-(\d[\w.]*-r\d+)$/i;
/** The same, then the architecture, the package that it was built from, its licences and its state. */
const LISTED = /^(\S+) [\w-]+ \{([\w.+-]+)\} \(.*\) \[installed\]$/;
/** What apk says before, such as `WARNING: opening from cache`. */
const isRemark = (line: string) => /^(WARNING|INFO|ERROR): /.test(line);

/** Packages of Alpine Linux: `apk list --installed`, `apk info -v`, `/lib/apk/db/installed`. */
export const apk: InventoryReader = {
  format: 'apk',
  fileName: /(^|\/)lib\/apk\/db\/installed$/,
  isNeverEmpty: true,
  recognizes: (file) => isDatabase(file) || isList(file),
  *read(file) {
    if (isDatabase(file)) return yield* ofDatabase(file);
    for (const { text, where } of file.written()) {
      if (isRemark(text)) continue;
      const { name, version, origin } = packageIn(text);
      if (name === undefined) yield { name: null, where, reason: 'it is not name-version-revision' };
      else yield foundOf(name, version!, origin, where);
    }
  },
};

/** https://wiki.alpinelinux.org/wiki/Apk_spec#Installed_Database_V2 */
const isDatabase = ({ text }: InventoryFile) => /^P:\S/m.test(text) && /^V:\d\S*$/m.test(text) && /^A:\S/m.test(text);

function isList(file: InventoryFile): boolean {
  let count = 0;
  for (const { text } of file.written()) {
    if (isRemark(text)) continue;
    if (packageIn(text).name === undefined) return false;
    count++;
  }
  return count > 0;
}

function packageIn(line: string): { name?: string; version?: string; origin?: string } {
  if (line.length >= LONGEST_LINE) return {};
  const [, listed, origin] = LISTED.exec(line) ?? [];
  const [, name, version] = PACKAGE.exec(listed ?? line) ?? [];
  return { name, version, origin };
}

/** An empty line ends a package. Of its fields only the first of each counts: those of its files come after. */
function* ofDatabase({ lines }: InventoryFile): Generator<Found> {
  let fields = new Map<string, string>();
  let start = 1;
  for (const [at, line] of [...lines, ''].entries()) {
    const [, key, value] = /^([PVo]):(.*)$/.exec(line.slice(0, LONGEST_LINE)) ?? [];
    if (key !== undefined && fields.size === 0) start = at + 1;
    if (key !== undefined && !fields.has(key)) fields.set(key, value!.trim());
    if (line.trim() !== '') continue;
    const [name, version] = [fields.get('P'), fields.get('V')];
    if (name && version) yield foundOf(name, version, fields.get('o'), `line ${start}`);
    fields = new Map();
  }
}

function foundOf(name: string, version: string, origin: string | undefined, where: string): Found {
  const qualifiers = origin === undefined || origin === name ? undefined : { upstream: origin };
  return { name, version, where, package: { type: 'apk', namespace: 'alpine', name, qualifiers } };
}
