import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { field, isFields, listOf, textOf } from '../base/values';

const RECEIPT = /(?:^|\/)Cellar\/([^/]+)\/([^/]+)\/INSTALL_RECEIPT\.json$/;
const CASK =
  /(?:^|\/)Caskroom\/([^/]+)\/([^/\d]*\d[^/]*)\/(?:(?!Caskroom\/)[^/]+\/)*(?:source\.properties|[^/]+\.wrapper\.sh|[^/]+\.app)$/;
const LISTED = /^(\S+)((?: \d\S*| latest)+)$/;

/** Homebrew: `brew list --versions`, `brew info --json=v2 --installed`, and the receipts in the Cellar. */
export const homebrew: InventoryReader = {
  format: 'homebrew',
  fileName: new RegExp(`${RECEIPT.source}|${CASK.source}`),
  isNeverEmpty: true,
  recognizes: (file) => {
    if (file.looksLikeJson) return isInfo(file.json) || isReceipt(file);
    const isListed = file.lines.every((line) => line === '' || LISTED.test(line));
    // With one version each it could be any list, which `lines` reads.
    return isListed && file.lines.some((line) => line.split(' ').length > 2);
  },
  *read(file) {
    const [, name, version] = CASK.exec(file.path) ?? [];
    if (name !== undefined) yield foundOf(name, version, true, 'the path');
    else if (!file.looksLikeJson) yield* listed(file);
    else if (isInfo(file.json)) yield* ofInfo(file.json);
    else yield ofReceipt(file);
  },
};

function foundOf(name: string | null, version: unknown, direct: boolean | null, where: string): Found {
  return { name, version, direct, where, package: name === null ? undefined : { type: 'brew', name } };
}

/** Of several versions the last one is in use. */
function* listed({ lines }: InventoryFile): Generator<Found> {
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [, name, versions] = line.length < 1_000 ? (LISTED.exec(line.trimEnd()) ?? []) : [];
    if (name === undefined) yield { name: null, where: `line ${at + 1}`, reason: 'it is not a name with versions' };
    else yield foundOf(name, versions!.trim().split(' ').at(-1), null, `line ${at + 1}`);
  }
}

const isInfo = (root: unknown) => Array.isArray(field(root, 'formulae')) && Array.isArray(field(root, 'casks'));

function* ofInfo(root: unknown): Generator<Found> {
  for (const formula of listOf(field(root, 'formulae'))) {
    const installed = listOf(field(formula, 'installed')).at(-1);
    const direct = field(installed, 'installed_on_request') === true;
    if (installed) yield foundOf(textOf(field(formula, 'full_name')), field(installed, 'version'), direct, 'formulae');
  }
  for (const cask of listOf(field(root, 'casks'))) {
    const version = field(cask, 'installed');
    if (typeof version === 'string') yield foundOf(textOf(field(cask, 'token')), version, true, 'casks');
  }
}

const isReceipt = ({ json }: InventoryFile) =>
  isFields(field(json, 'source')) && field(json, 'homebrew_version') !== undefined;

/** A receipt does not say of what it is: its folder does. */
function ofReceipt(file: InventoryFile): Found {
  if (!isReceipt(file)) throw new InventoryError('It is not a receipt of Homebrew');
  const [, name, version] = RECEIPT.exec(file.path) ?? [];
  if (name === undefined) throw new InventoryError('It is a receipt of Homebrew outside of Cellar/<name>/<version>');
  return foundOf(name, version, field(file.json, 'installed_on_request') === true, 'the path');
}
