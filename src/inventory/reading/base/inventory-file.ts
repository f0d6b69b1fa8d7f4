import { parse as parseToml, TomlError } from 'smol-toml';
import { tooDeepField } from '../../../http-server/json-depth';
import { InventoryError } from './inventory-error';
import { MAX_BYTES, MAX_DEPTH, MAX_LINES } from './limits';
import { type Fields, isFields } from './values';
import { parseYaml } from './yaml-documents';
import { readXml, type XmlElement } from './xml-tree';

/** @returns the text of a file whose path is relative to this one; null = there is none */
export type Beside = (path: string) => string | null;

const PACKED = [
  { start: [0x1f, 0x8b], what: 'packed with gzip' },
  { start: [0x50, 0x4b, 3, 4], what: 'a zip archive' },
  { start: [0x28, 0xb5, 0x2f, 0xfd], what: 'packed with zstd' },
  { start: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'packed with xz' },
  { start: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'a PDF' },
];

/** A file, and its content as the formats have it: each is parsed once, when a reader asks for it. */
export class InventoryFile {
  readonly text: string;
  private readonly parsed = new Map<string, { value: unknown } | { error: InventoryError }>();

  /** @param path with `/`, as far as it is known: some formats have the name of a package there */
  constructor(
    bytes: Uint8Array,
    readonly path: string,
    readonly beside: Beside,
  ) {
    if (bytes.length > MAX_BYTES) throw new InventoryError(`It is larger than ${MAX_BYTES / 1e6} MB`);
    const packed = PACKED.find(({ start }) => start.every((byte, at) => bytes[at] === byte));
    if (packed) throw new InventoryError(`It is ${packed.what}: give what is in it`);
    this.text = textFrom(bytes);
    if (this.text.trim() === '') throw new InventoryError('It is empty');
    if (this.text.includes('\0')) throw new InventoryError('It is no text');
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  /** Without line ends. @throws InventoryError when there are too many */
  get lines(): string[] {
    return this.once('lines', () => linesOf(this.text));
  }

  /** @throws InventoryError when it is no JSON, or nested too deep */
  get json(): unknown {
    return this.once('json', () => parseJson(this.text, this.looksLikeJson));
  }

  /** The documents of a YAML stream. @throws InventoryError */
  get yamls(): unknown[] {
    return this.once('yaml', () => parseYaml(this.text));
  }

  /** @throws InventoryError */
  get toml(): Fields {
    return this.once('toml', () => parseTomlText(this.text));
  }

  /** @throws InventoryError */
  get xml(): XmlElement {
    return this.once('xml', () => readXml(this.text));
  }

  /** JSON when it looks like it, else the first YAML document. @throws InventoryError */
  get tree(): unknown {
    return this.looksLikeJson ? this.json : this.yamls[0];
  }

  get looksLikeJson(): boolean {
    return /^\s*[[{]/.test(this.text);
  }

  get looksLikeXml(): boolean {
    return /^\s*</.test(this.text);
  }

  /** Whether it may be YAML with this key at its top: tells before it is parsed. */
  hasKey(key: string): boolean {
    return !this.looksLikeJson && !this.looksLikeXml && new RegExp(`^["']?${key}["']?[ \\t]*:`, 'm').test(this.text);
  }

  /** Why it cannot be what it looks like; null = nothing is wrong with its syntax. */
  get fault(): string | null {
    const outcome = outcomeOf(() => (this.looksLikeJson ? this.json : this.looksLikeXml ? this.xml : null));
    return 'error' in outcome ? outcome.error.message : null;
  }

  private once<T>(kind: string, parse: () => T): T {
    let outcome = this.parsed.get(kind);
    if (outcome === undefined) {
      outcome = outcomeOf(parse);
      this.parsed.set(kind, outcome);
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.value as T;
  }
}

function outcomeOf(parse: () => unknown): { value: unknown } | { error: InventoryError } {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof InventoryError) return { error };
    // The parsers call themselves for each level.
    if (error instanceof RangeError) return { error: new InventoryError('It is nested too deep') };
    throw error;
  }
}

/** PowerShell writes UTF-16. */
function textFrom(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new InventoryError(`It has more than ${MAX_LINES / 1e6} million lines`);
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function parseJson(text: string, looksLikeJson: boolean): unknown {
  if (!looksLikeJson) throw new InventoryError('It is no JSON');
  if (tooDeepField(Buffer.from(text), MAX_DEPTH) !== null) throw new InventoryError('It is nested too deep');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InventoryError('It is no JSON');
  }
}

function parseTomlText(text: string): Fields {
  try {
    const root: unknown = parseToml(text, { maxDepth: MAX_DEPTH });
    return isFields(root) ? root : {};
  } catch (error) {
    if (error instanceof TomlError) throw new InventoryError(`It is no TOML: line ${error.line}`);
    throw error;
  }
}
