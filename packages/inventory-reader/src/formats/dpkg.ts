import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

interface Installed {
  name: string;
  version: string;
  line: number;
  /** Its source package, where the file says it. */
  source?: string;
  /** OpenWrt's packages are in the same form. */
  isOpkg?: boolean;
}

/** Debian's packages: `dpkg -l`, `dpkg-query -W`, `/var/lib/dpkg/status` and the files of `status.d`; OpenWrt's `opkg` status. */
export const dpkg: InventoryReader = {
  format: 'dpkg',
  fileName: /(^|\/)dpkg\/status(\.d\/[^/]*)?$/,
  isNeverEmpty: true,
  recognizes: (file) => isStatus(file) || isTable(file) || isQuery(file),
  *read(file) {
    const installed = isStatus(file) ? ofStatus(file) : isTable(file) ? ofTable(file) : ofQuery(file);
    const vendor = vendorOf(installed);
    const widths = cutAt(file);
    for (const { name, version, line, source, isOpkg } of installed) {
      const isCut = widths !== null && (name.length >= widths.name || version.length >= widths.version);
      if (isCut) yield { name: null, where: `line ${line}`, reason: CUT };
      else yield foundOf({ name, version, source }, `line ${line}`, isOpkg ? null : vendor);
    }
  },
};

const isStatus = ({ text }: InventoryFile) => /^Package: *\S/m.test(text) && /^Version: *\S/m.test(text);
const isTable = ({ text }: InventoryFile) => /^\|\/ Err\?=|^ii {1,3}[a-z0-9]/m.test(text);
const isQuery = ({ lines }: InventoryFile) => lines.every((line) => line === '' || QUERY.test(line));

/** With the name of the source behind it, as `${source:Package}` gives it. */
const QUERY = /^([a-z0-9][a-z0-9+.-]*)(?::[a-z0-9-]+)?\t(\S*)(?:\t([a-z0-9][a-z0-9+.-]*))?$/;

function foundOf(
  { name, version, source }: Pick<Installed, 'name' | 'version' | 'source'>,
  where: string,
  vendor: string | null,
): Found {
  if (vendor === null) return { name, version, where, package: { type: 'opkg', name } };
  const qualifiers = source === undefined || source === name ? undefined : { upstream: source };
  return { name, version, where, package: { type: 'deb', namespace: vendor, name, qualifiers } };
}

/** Of the whole system: only some versions say it. */
function vendorOf(installed: Installed[]): string {
  if (installed.some(({ version }) => version.includes('ubuntu'))) return 'ubuntu';
  return installed.some(({ version }) => version.includes('+rpi')) ? 'raspbian' : 'debian';
}

const CUT = 'dpkg -l may have cut its name or version: give the output of dpkg-query -W';

/**
 * The widths of columns in which a terminal cuts longer texts; null = nothing is cut. Output to a file has columns as wide as
 * their longest text. https://git.dpkg.org/cgit/dpkg/dpkg.git/tree/src/query/main.c
 */
function cutAt({ lines }: InventoryFile): { name: number; version: number } | null {
  const ruler = lines.find((line) => line.startsWith('+++-='))?.trimEnd();
  const [, name = '', version = ''] = /^\+\+\+-(=+)-(=+)-=+-=+$/.exec(ruler?.slice(0, 1_000) ?? '') ?? [];
  const more = Math.trunc(((ruler?.length ?? 0) - 80) / 4);
  if (name.length !== 14 + more || version.length !== 12 + more) return null;
  return { name: name.length, version: version.length };
}

/** Removed packages whose configuration is left. */
const isGone = (status: string | undefined) => /\b(config-files|not-installed)\s*$/.test(status ?? '');

function ofStatus({ lines }: InventoryFile): Installed[] {
  const installed: Installed[] = [];
  let fields = new Map<string, string>();
  let start = 1;
  for (const [at, line] of [...lines, ''].entries()) {
    const [, key, value] = /^([A-Za-z][\w-]*):(.*)$/.exec(line) ?? [];
    if (key !== undefined && fields.size === 0) start = at + 1;
    if (key !== undefined) fields.set(key, value!.trim());
    if (line.trim() !== '') continue;
    const [name, version] = [fields.get('Package'), fields.get('Version')];
    const isOpkg = fields.has('Installed-Time') || fields.has('ABIVersion');
    // `Source: lvm2 (2.03.16-2)` where its version is another one.
    const source = fields.get('Source')?.replace(/^(\S+) \((.+)\)$/, '$1@$2');
    if (name && version && !isGone(fields.get('Status')))
      installed.push({ name, version, line: start, isOpkg, ...(source ? { source } : {}) });
    fields = new Map();
  }
  return installed;
}

function ofTable({ lines }: InventoryFile): Installed[] {
  return lines.flatMap((line, at) => {
    // The second letter is the state: installed, unpacked, half-configured, half-installed, with triggers.
    const [, name, version] =
      /^[a-z][iUFHWt][ R] {1,2}([^\s:]+)(?::\S*)?\s+(\S+)(?:\s|$)/.exec(line.slice(0, 1_000)) ?? [];
    return name !== undefined && version !== undefined ? [{ name, version, line: at + 1 }] : [];
  });
}

function ofQuery(file: InventoryFile): Installed[] {
  if (!isQuery(file)) throw new InventoryError('It is not what dpkg prints');
  return file.lines.flatMap((line, at) => {
    const [, name, version, source] = QUERY.exec(line) ?? [];
    return name && version ? [{ name, version, line: at + 1, ...(source ? { source } : {}) }] : [];
  });
}
