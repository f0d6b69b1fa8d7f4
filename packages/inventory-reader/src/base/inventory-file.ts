import { parse as parseToml, TomlError } from 'smol-toml';
import { hasMoreParts } from '../parsing/parts';
import type { XmlElement } from '../parsing/xml';
import { parseYaml, YamlError } from '../parsing/yaml';
import { countValues, tooDeepField } from '../parsing/json-depth';
import { InventoryError, tooManyParts, TooMuchError } from './inventory-error';
import { MAX_ALIASES, MAX_BYTES, MAX_DEPTH, MAX_LINE, MAX_LINES, MAX_PARTS } from './limits';
import { type Fields, isFields } from './values';
import { readXml } from './xml-tree';

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
    if (packed) throw new InventoryError(`It is ${packed.what}: give its content`);
    this.text = textFrom(bytes);
    if (this.text.trim() === '') throw new InventoryError('It is empty');
    if (this.text.includes('\0')) throw new InventoryError('It is not text');
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  /** Without line ends. @throws InventoryError when there are too many, or one is too long */
  get lines(): string[] {
    return this.once('lines', () => linesOf(this.text));
  }

  /** Those that are not empty, trimmed, one after another: a file may have a million. @throws InventoryError */
  *written(): Generator<{ text: string; where: string }> {
    for (const [at, line] of this.lines.entries()) {
      const text = line.trim();
      if (text !== '') yield { text, where: `line ${at + 1}` };
    }
  }

  /** @throws InventoryError when it is no JSON, or nested too deep */
  get json(): unknown {
    return this.once('json', () => parseJson(this.text, this.looksLikeJson));
  }

  /** The documents of a YAML stream. @throws InventoryError */
  get yamls(): unknown[] {
    return this.once('yaml', () => yamlDocuments(this.text));
  }

  /** @throws InventoryError */
  get toml(): Fields {
    return this.once('toml', () => parseTomlText(this.text));
  }

  /** @throws InventoryError */
  get xml(): XmlElement {
    return this.once('xml', () => readXml(this.text));
  }

  /** The documents of JSON or YAML, which may begin as JSON does. @throws InventoryError */
  get trees(): unknown[] {
    return this.isJson ? [this.json] : this.yamls;
  }

  get isJson(): boolean {
    return this.looksLikeJson && !('error' in outcomeOf(() => this.json));
  }

  /** So do YAML and TOML sometimes. */
  get looksLikeJson(): boolean {
    return /^\s*[[{]/.test(this.text);
  }

  get looksLikeXml(): boolean {
    return /^\s*</.test(this.text);
  }

  /** A table begins it. */
  get looksLikeToml(): boolean {
    const begin = this.text.slice(0, 10_000).split('\n');
    const first = begin.find((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) ?? '';
    return /^\s*\[{1,2}[\w."' -]+\]{1,2}\s*(?:#.*)?$/.test(first);
  }

  /** Whether it may be JSON or YAML with this key at the top of a document, without parsing it. */
  mayHaveKey(key: string): boolean {
    if (this.looksLikeXml) return false;
    return new RegExp(`(?:^|[{,]\\s*)["']?${key}["']?[ \\t]*:`, 'm').test(this.text);
  }

  /** The same of a list, whose entries have this key. */
  mayHaveItems(key: string): boolean {
    return this.looksLikeJson || new RegExp(`^(?:-|[ \\t]) *["']?${key}["']?[ \\t]*:`, 'm').test(this.text);
  }

  /** Its mistake in syntax, or the limit that it exceeds; null = none. */
  get fault(): string | null {
    const outcome = outcomeOf(() => this.parsedAsItLooks());
    const errors = [outcome, ...this.parsed.values()].map((one) => ('error' in one ? one.error : null));
    return (errors.find((error) => error instanceof TooMuchError) ?? errors[0])?.message ?? null;
  }

  private parsedAsItLooks(): unknown {
    if (this.looksLikeToml) return this.isJson || this.toml;
    if (this.looksLikeJson) return this.json;
    return this.looksLikeXml ? this.xml : null;
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
  const mark = (bytes[0]! << 8) | bytes[1]!;
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8').decode(bytes);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new TooMuchError(`It has more than ${MAX_LINES / 1e6} million lines`);
  if (lines.some(({ length }) => length > MAX_LINE))
    throw new InventoryError(`A line of it has more than ${MAX_LINE / 1e6} million characters`);
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function parseJson(text: string, looksLikeJson: boolean): unknown {
  if (!looksLikeJson) throw new InventoryError('It is not JSON');
  const bytes = Buffer.from(text);
  if (tooDeepField(bytes, MAX_DEPTH) !== null) throw new InventoryError('It is nested too deep');
  if (countValues(bytes) > MAX_PARTS) throw tooManyParts('JSON');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InventoryError('It is not JSON');
  }
}

function parseTomlText(text: string): Fields {
  if (hasMoreParts(text, '\n,=[{', MAX_PARTS)) throw tooManyParts('TOML');
  try {
    const root: unknown = parseToml(text, { maxDepth: MAX_DEPTH });
    return isFields(root) ? root : {};
  } catch (error) {
    if (error instanceof TomlError) throw new InventoryError(`It is not TOML: line ${error.line}`);
    throw error;
  }
}

/** The documents of a YAML stream. @throws InventoryError */
function yamlDocuments(text: string): unknown[] {
  try {
    return parseYaml(text, 'core', { maxParts: MAX_PARTS, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES });
  } catch (error) {
    throw error instanceof YamlError ? inventoryError(error) : error;
  }
}

function inventoryError({ fault, line }: YamlError): InventoryError {
  if (fault === 'parts') return tooManyParts('YAML');
  if (fault === 'depth') return new InventoryError('It is nested too deep');
  if (fault === 'aliases') return new InventoryError('Its YAML aliases expand to too much');
  return new InventoryError(line === null ? 'It is not YAML' : `It is not YAML: line ${line}`);
}
