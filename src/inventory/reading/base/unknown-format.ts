import { firstCharacters } from '../../../common/text';
import type { InventoryFile } from './inventory-file';
import { isFields } from './values';

const KEYS_AT_MOST = 4;
const KNOWN =
  'Supported are bills of materials, lock files, and lists of images and packages; a plain list has a name and a version on each line';

/** The message for a file that no reader recognizes: its kind, and the supported formats; one line. */
export function unknownFormat(file: InventoryFile): string {
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
