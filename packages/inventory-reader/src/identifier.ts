import { foldName, isLonger } from 'small-parts';
import { comparedPurl, formatPurl, GO_ITSELF, packageOf, parsePurl, PurlError } from './purl/purl';

/** A package URL, a CPE name, a project of Repology, or any other name that people use. */
export const IDENTIFIER_TYPES = ['purl', 'cpe', 'repology', 'alias'] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

/**
 * The origin of an identifier: the API, a catalogue record, or the product's source, from whose settings it follows. Each
 * replaces its own only. In the order in which one of them is named for a value that several give.
 */
export const IDENTIFIER_ORIGINS = ['api', 'record', 'source'] as const;
export type IdentifierOrigin = (typeof IDENTIFIER_ORIGINS)[number];

export interface Identifier {
  type: IdentifierType;
  /** Canonical, in the case in which it was written. */
  value: string;
}

export const MAX_IDENTIFIERS = 100;
const MAX_IDENTIFIER_LENGTH = 255;
/** Most characters of the input, which may have a version and other parts that are dropped. */
export const MAX_GIVEN_LENGTH = 2_048;

/** The prefixes that `parseIdentifier` accepts, for the API description; each kind has rules of its own for the rest. */
export const IDENTIFIER_PATTERN =
  '^([Pp][Kk][Gg]|[Cc][Pp][Ee]|[Rr][Ee][Pp][Oo][Ll][Oo][Gg][Yy]|[Aa][Ll][Ii][Aa][Ss]):[\\s\\S]*\\S';

/** The message follows the name of the field. */
export class IdentifierError extends Error {
  constructor(
    readonly field: 'type' | 'value',
    message: string,
  ) {
    super(message);
  }
}

/**
 * The identifier by which a product is found, in one text as a query has it: `pkg:npm/express`, `cpe:a:nginx:nginx`, `repology:nginx`, `alias:nginx`.
 * @throws IdentifierError
 */
export function parseIdentifier(text: string): Identifier {
  const [, prefix, rest] = /^(pkg|cpe|repology|alias):(.*)$/is.exec(text) ?? [];
  if (prefix === undefined) throw new IdentifierError('type', 'must begin with pkg:, cpe:, repology: or alias:');
  const type = prefix.toLowerCase();
  if (type === 'pkg') return compared(readIdentifier('purl', text));
  return readIdentifier(type, type === 'cpe' ? text : rest!);
}

const isType = (type: string): type is IdentifierType => (IDENTIFIER_TYPES as readonly string[]).includes(type);

/**
 * The canonical identifier: a package URL of the package, whatever its version; a CPE name as `part:vendor:product`; a project of
 * Repology as it is; an alias folded like a name.
 * @throws IdentifierError
 */
export function readIdentifier(type: string, text: string): Identifier {
  if (!isType(type)) throw new IdentifierError('type', `must be one of ${IDENTIFIER_TYPES.join(', ')}`);
  assertLength(text, MAX_GIVEN_LENGTH);
  const value = READERS[type](text.toWellFormed().trim());
  if (value === '') bad('must not be empty');
  assertLength(value, MAX_IDENTIFIER_LENGTH);
  return { type, value };
}

function assertLength(text: string, max: number): void {
  if (isLonger(text, max)) bad(`must not be longer than ${max} characters`);
}

const READERS: Record<IdentifierType, (text: string) => string> = {
  purl: readPurl,
  cpe: (text) => readCpe(text) ?? bad('must be a CPE name such as a:nginx:nginx, with part, vendor and product'),
  repology: (text) =>
    /^[^\s\p{C}/]*$/u.test(text) ? text : bad('must be the name of a project of Repology, without spaces or slashes'),
  // A long one stays long, and is refused.
  alias: (text) => (isLonger(text, MAX_IDENTIFIER_LENGTH) ? text : foldName(text.replaceAll('\u0000', '\uFFFD'))),
};

const bad = (message: string): never => {
  throw new IdentifierError('value', message);
};

function readPurl(text: string): string {
  if (GO_ITSELF.test(text)) return text;
  try {
    return formatPurl(packageOf(parsePurl(text)));
  } catch (error) {
    if (!(error instanceof PurlError)) throw error;
    return bad(`must be a package URL: ${error.message}`);
  }
}

/** Each once, by type and value. */
export function uniqueIdentifiers(identifiers: Identifier[]): Identifier[] {
  const unique = new Map(identifiers.map((one) => [keyOf(one), one]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** As it is compared: the same for all ways to write it. */
export const compared = <T extends Identifier>(one: T): T =>
  one.type === 'purl' ? { ...one, value: comparedPurl(one.value) } : one;

/** As they are stored: as they are written, and as they are compared, since statements compare values. */
export const stored = (identifiers: Identifier[]): Identifier[] =>
  uniqueIdentifiers(identifiers.flatMap((one) => [one, compared(one)]));

/** As they are shown: without those that another one is compared by. */
export function shown<T extends { type: string; value: string }>(identifiers: T[]): T[] {
  const hidden = new Set(
    identifiers.flatMap(({ type, value }) =>
      type === 'purl' && comparedPurl(value) !== value ? [comparedPurl(value)] : [],
    ),
  );
  return identifiers.filter(({ type, value }) => type !== 'purl' || !hidden.has(value));
}

export const keyOf = ({ type, value }: Identifier) => `${type} ${value}`;

/** A text of CPE 2.3 (NISTIR 7695) whose special characters have a backslash: without one, `*` and `?` would stand for any text. */
const TEXT = '(?:[^\\s\\p{C}*?:\\\\]|\\\\[^\\s\\p{C}])+';
const PRODUCT = new RegExp(`^([aho]:${TEXT}:${TEXT})(?::.*)?$`, 'u');

/**
 * The product of a CPE name, as `part:vendor:product`. Reads that itself, `cpe:a:nginx:nginx`, and whole names with their versions
 * (`cpe:2.3:a:nginx:nginx:1.30:…`, `cpe:/a:nginx:nginx:1.30`).
 * @returns null if it is none, or stands for any product
 */
function readCpe(text: string): string | null {
  const name = text.toLowerCase();
  const bound = name.startsWith('cpe:/') ? boundOf(name.slice(5)) : name.replace(/^cpe:(2\.3:)?/, '');
  const product = bound === null ? undefined : PRODUCT.exec(bound)?.[1];
  // A `-` alone says that there is none.
  return product === undefined || /:-(:|$)/.test(product) ? null : product;
}

/** The percent-encoding of CPE 2.2 becomes the backslash of CPE 2.3. */
function boundOf(uri: string): string | null {
  try {
    return uri.replace(/(?:%[0-9a-f]{2})+/g, (encoded) => decodeURIComponent(encoded).replace(/[^\w.-]/g, '\\$&'));
  } catch {
    return null;
  }
}
