import { firstCharacters } from 'small-parts';
import type { Inventory } from './base/component';
import { InventoryError } from './base/inventory-error';
import { type Beside, InventoryFile } from './base/inventory-file';
import type { InventoryReader } from './base/inventory-reader';
import { isFields } from './base/values';
import { Collector } from './collector';
import { apk } from './formats/apk';
import { cargoLock } from './formats/cargo-lock';
import { composerLock } from './formats/composer-lock';
import { cyclonedx } from './formats/cyclonedx';
import { dockerCompose } from './formats/docker-compose';
import { dockerPs } from './formats/docker-ps';
import { dockerfile } from './formats/dockerfile';
import { dpkg } from './formats/dpkg';
import { gemfileLock } from './formats/gemfile-lock';
import { goMod } from './formats/go-mod';
import { helm } from './formats/helm';
import { homebrew } from './formats/homebrew';
import { kubernetes } from './formats/kubernetes';
import { lines } from './formats/lines';
import { newreleases } from './formats/newreleases';
import { packageLock } from './formats/package-lock';
import { argus, diun, nvchecker } from './formats/peers';
import { pnpmLock } from './formats/pnpm-lock';
import { pom } from './formats/pom';
import { pipfileLock, poetryLock, uvLock } from './formats/python-locks';
import { quadlet } from './formats/quadlet';
import { requirements } from './formats/requirements';
import { rpm } from './formats/rpm';
import { spdx } from './formats/spdx';
import { toolVersions } from './formats/tool-versions';
import { versionFiles } from './formats/version-files';
import { winget } from './formats/winget';
import { yarnLock } from './formats/yarn-lock';

/** All formats. The first one that recognizes a file reads it, so the least specific formats come last. */
const READERS: readonly InventoryReader[] = [
  cyclonedx,
  spdx,
  packageLock,
  pipfileLock,
  composerLock,
  winget,
  homebrew,
  newreleases,
  helm,
  kubernetes,
  versionFiles,
  rpm,
  apk,
  dockerPs,
  quadlet,
  pom,
  yarnLock,
  gemfileLock,
  goMod,
  dpkg,
  dockerCompose,
  pnpmLock,
  argus,
  diun,
  dockerfile,
  cargoLock,
  poetryLock,
  uvLock,
  nvchecker,
  toolVersions,
  lines,
  requirements,
];

export const FORMATS: readonly string[] = READERS.map(({ format }) => format).sort();

interface ReadOptions {
  /** Its path with `/`, as far as it is known. */
  path?: string;
  /** One of FORMATS; default: recognized by content and name. */
  format?: string;
  beside?: Beside;
}

/** Reads the components in a file. Pure: neither a database nor a network. @throws InventoryError, and nothing else */
export function readInventory(
  bytes: Uint8Array,
  { path = '', format, beside = () => null }: ReadOptions = {},
): Inventory {
  const reader = format === undefined ? null : READERS.find((one) => one.format === format);
  if (reader === undefined) throw new InventoryError(`There is no format ${format}`);
  const file = new InventoryFile(bytes, path, beside);
  return collect(reader ?? readerOf(file), file);
}

function collect(reader: InventoryReader, file: InventoryFile): Inventory {
  const collector = new Collector();
  for (const found of reader.read(file)) collector.add(found);
  const { components, rejected } = collector;
  const [first] = rejected;
  if (reader.isNeverEmpty && components.length === 0)
    throw new InventoryError(
      first === undefined
        ? `It has no entries of the format ${reader.format}`
        : `None of its entries can be read as ${reader.format}: ${first.where}: ${first.reason}`,
    );
  return {
    format: reader.format,
    components,
    rejected,
    warnings: [...(reader.warnings?.(file) ?? []), ...collector.warnings],
  };
}

/** The content counts before the name: `sbom.json` may be anything. */
function readerOf(file: InventoryFile): InventoryReader {
  const byName = READERS.filter(({ fileName }) => fileName?.test(file.path));
  const reader =
    byName.find((one) => (one.isKnownByName && isPlain(file)) || recognizes(one, file)) ??
    READERS.find((one) => recognizes(one, file)) ??
    byName[0];
  if (reader === undefined) throw new InventoryError(file.fault ?? unknownFormat(file));
  return reader;
}

const isPlain = ({ looksLikeJson, looksLikeXml }: InventoryFile) => !looksLikeJson && !looksLikeXml;

function recognizes(reader: InventoryReader, file: InventoryFile): boolean {
  try {
    return reader.recognizes(file);
  } catch (error) {
    if (error instanceof InventoryError) return false;
    throw error;
  }
}

const KEYS_AT_MOST = 4;
const KNOWN =
  'Supported are bills of materials, lock files, and lists of images and packages; a plain list has a name and a version on each line';

/** The message for a file that no reader recognizes: its kind, and the supported formats; one line. */
function unknownFormat(file: InventoryFile): string {
  return `It is ${kindOf(file)}, of an unknown format. ${KNOWN}`;
}

function kindOf(file: InventoryFile): string {
  if (file.isJson) return Array.isArray(file.json) ? listKind(file.json) : `JSON${keysOf(file.json)}`;
  if (file.looksLikeXml) return `XML with the root <${shown(file.xml.name)}>`;
  if (file.looksLikeToml) return `TOML${keysOf(file.toml)}`;
  return `text that begins with "${shown(file.text.trimStart().split(/\r?\n/, 1)[0]!)}"`;
}

const listKind = (list: unknown[]) => (list.length === 0 ? 'an empty JSON list' : `a JSON list${keysOf(list[0])}`);

function keysOf(value: unknown): string {
  const keys = isFields(value) ? Object.keys(value).slice(0, KEYS_AT_MOST) : [];
  return keys.length === 0 ? '' : ` with the keys ${keys.map((key) => `"${shown(key)}"`).join(', ')}`;
}

/** Untrusted text as one line. */
const shown = (text: string) => firstCharacters(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim(), 30);
