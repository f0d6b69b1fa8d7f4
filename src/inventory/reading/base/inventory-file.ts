import { parse as parseToml, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import { tooDeepField } from '../../../http-server/json-depth';
import { InventoryError } from './inventory-error';
import { MAX_BYTES, MAX_DEPTH, MAX_LINES, MAX_YAML, MAX_YAML_BRACKETS, MAX_YAML_PARTS } from './limits';
import { type Fields, isFields } from './values';
import { readXml, type XmlElement } from './xml-tree';

/** @returns the text of a file whose path is relative to this one; null = there is none */
export type Beside = (path: string) => string | null;

/** How often the aliases of a YAML document may be followed, multiplied where they are nested. */
const MAX_ALIASES = 1_000;

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

function parseYaml(text: string): unknown[] {
  assertAffordable(text);
  const documents = parseAllDocuments(text, {
    merge: true,
    logLevel: 'silent',
    uniqueKeys: false,
    prettyErrors: false,
  });
  const errors = [...documents].flatMap((document) => document.errors);
  if (errors.length > 0) throw new InventoryError(`It is no YAML: line ${lineAt(text, errors[0]!.pos[0])}`);
  try {
    return [...documents].map((document) => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // A merge of what is no map has no class of its own.
    const isAlias = error instanceof ReferenceError;
    throw new InventoryError(isAlias ? 'It has YAML aliases that lead to too much' : 'It is no YAML that makes sense');
  }
}

/** The parser is slow, and needs much memory: what is too much for it is seen before. */
function assertAffordable(text: string): void {
  if (text.length > MAX_YAML) throw new InventoryError(`It is YAML of more than ${MAX_YAML / 1e6} MB`);
  let parts = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if ('\n:,-?[{'.includes(character)) parts++;
    if (character === '[' || character === '{') open++;
    else if ((character === ']' || character === '}') && open > 0) open--;
    if (open > MAX_YAML_BRACKETS) throw new InventoryError('It is nested too deep');
  }
  if (parts > MAX_YAML_PARTS) throw new InventoryError('It is YAML of too many parts');
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

function parseTomlText(text: string): Fields {
  try {
    const root: unknown = parseToml(text, { maxDepth: MAX_DEPTH });
    return isFields(root) ? root : {};
  } catch (error) {
    if (error instanceof TomlError) throw new InventoryError(`It is no TOML: line ${error.line}`);
    throw error;
  }
}
