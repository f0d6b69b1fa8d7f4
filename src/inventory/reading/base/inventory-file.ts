import { parse as parseToml, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import { tooDeepField } from '../../../http-server/json-depth';
import { InventoryError } from './inventory-error';
import { MAX_BYTES, MAX_DEPTH, MAX_YAML } from './limits';
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

  /** Without line ends. */
  get lines(): string[] {
    return this.once('lines', () => this.text.split(/\r?\n/));
  }

  /** @throws InventoryError when it is no JSON, or nested too deep */
  get json(): unknown {
    return this.once('json', () => parseJson(this.text));
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

function parseJson(text: string): unknown {
  if (tooDeepField(Buffer.from(text), MAX_DEPTH) !== null) throw new InventoryError('It is nested too deep');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InventoryError('It is no JSON');
  }
}

function parseYaml(text: string): unknown[] {
  if (text.length > MAX_YAML) throw new InventoryError(`It is YAML of more than ${MAX_YAML / 1e6} MB`);
  const documents = parseAllDocuments(text, { merge: true, logLevel: 'silent', uniqueKeys: false });
  const errors = [...documents].flatMap((document) => document.errors);
  if (errors.length > 0) throw new InventoryError(`It is no YAML: line ${errors[0]!.linePos?.[0].line ?? '?'}`);
  try {
    return [...documents].map((document) => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown);
  } catch (error) {
    if (error instanceof ReferenceError) throw new InventoryError('It has YAML aliases that lead to too much');
    throw error;
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
