import type { InventoryReader } from '../base/inventory-reader';

/** `name-version-release.arch`; a number before a colon is the epoch. */
const PACKAGE =
  /^([\w.+~^-]+)-(?:(\d+):)?([\w.+~^]+)-([\w.+~^]+)\.(noarch|x86_64|aarch64|i[3-6]86|ppc64le|ppc64|s390x|armv[567]h?n?l|riscv64|loongarch64)$/;

/** Keys that packages are signed with are listed as packages. */
const isKey = (line: string) => /^gpg-pubkey-/.test(line);

const VENDORS: [RegExp, string][] = [
  [/\.fc\d+/, 'fedora'],
  [/\.amzn\d+/, 'amzn'],
  [/\.el\d+/, 'redhat'],
  [/^(lp)?15\d*\./, 'opensuse'],
  [/\.mga\d+/, 'mageia'],
];

/** Output of `rpm -qa`. */
export const rpm: InventoryReader = {
  format: 'rpm',
  isNeverEmpty: true,
  recognizes: (file) => {
    let count = 0;
    for (const { text } of file.written()) {
      if (isKey(text)) continue;
      if (text.length >= 512 || !PACKAGE.test(text)) return false;
      count++;
    }
    return count > 0;
  },
  *read(file) {
    for (const { text, where } of file.written()) {
      const [, name, epoch, version, release] = text.length < 512 ? (PACKAGE.exec(text) ?? []) : [];
      if (name === undefined) {
        if (!isKey(text)) yield { name: null, where, reason: 'it is not name-version-release.architecture' };
        continue;
      }
      const vendor = VENDORS.find(([pattern]) => pattern.test(release!))?.[1];
      const full = `${epoch === undefined ? '' : `${epoch}:`}${version}-${release}`;
      const qualifiers = epoch === undefined ? undefined : { epoch };
      const parts = { type: 'rpm', namespace: vendor ?? '', name, version: `${version}-${release}`, qualifiers };
      yield { name, version: full, where, package: vendor === undefined ? undefined : parts };
    }
  },
};
