import { withoutSlashes } from 'small-parts';
import { PURL_TYPES, type PurlPart, type PurlTypeRules } from './purl-types';

/** A package URL (https://packageurl.org, ECMA-427) in its parts, in canonical form. */
export interface Purl {
  type: string;
  /** Segments with `/` between them. */
  namespace: string | null;
  name: string;
  version: string | null;
  /** By their keys, in order. */
  qualifiers: Record<string, string> | null;
  /** Segments with `/` between them. */
  subpath: string | null;
}

export class PurlError extends Error {}

/** Decoded, before the rules of its type. */
interface Parts {
  namespace: string[];
  name: string;
  version: string;
  qualifiers: Map<string, string>;
  subpath: string[];
}

const bad = (message: string): never => {
  throw new PurlError(message);
};

/** @throws PurlError */
export function parsePurl(text: string): Purl {
  const [beforeSubpath, subpath] = splitLast(text, '#');
  const [beforeQualifiers, qualifiers] = splitLast(beforeSubpath, '?');
  const scheme = /^pkg:\/*/i.exec(beforeQualifiers)?.[0] ?? bad('must begin with pkg:');
  const [type, path] = splitFirst(beforeQualifiers.slice(scheme.length), '/');
  const [before, version] = splitVersion(path);
  if (version !== '' && before.endsWith('/')) bad('name is required');
  const segments = segmentsOf(before, 'name');
  return purlOf(type.toLowerCase(), {
    ...named(type, segments),
    version: decode(version, 'version'),
    qualifiers: qualifiersOf(qualifiers.split('&').map((pair) => splitFirst(pair, '='))),
    subpath: segmentsOf(subpath, 'subpath'),
  });
}

/** Makes the canonical package URL of parts, as somebody else's JSON gives them. @throws PurlError */
export function buildPurl(given: unknown): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return bad('must be an object');
  const fields = given as Record<string, unknown>;
  const purl = purlOf(textOf(fields, 'type').toLowerCase(), {
    namespace: textOf(fields, 'namespace').split('/').filter(Boolean),
    name: withoutSlashes(textOf(fields, 'name').replace(/^\/+/, '')),
    version: textOf(fields, 'version'),
    qualifiers: givenQualifiers(fields.qualifiers),
    subpath: textOf(fields, 'subpath').split('/').filter(Boolean),
  });
  return formatPurl(purl);
}

/** The canonical text. */
export function formatPurl({ type, namespace, name, version, qualifiers, subpath }: Purl): string {
  const path = [...(namespace?.split('/') ?? []), ...(rulesOf(type).nameIsPath ? name.split('/') : [name])];
  const pairs = Object.entries(qualifiers ?? {}).map(([key, value]) => `${key}=${encode(value)}`);
  return [
    `pkg:${type}/${path.map(encode).join('/')}`,
    version === null ? '' : `@${encode(version)}`,
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
    subpath === null ? '' : `#${subpath.split('/').map(encode).join('/')}`,
  ].join('');
}

/**
 * Go itself, which databases of vulnerabilities name like a module: https://go.dev/security/vuln/database. It has no namespace, which the rules of
 * its type require.
 */
export const GO_ITSELF = /^pkg:golang\/(?:stdlib|toolchain)$/;

/** Types whose names have no case, and are written as their authors do. */
const CASELESS = /^pkg:(?:nuget|githubactions|psgallery|openvsx)\/[^?]*/;

/** The text by which a canonical package URL is compared with others. */
export const comparedPurl = (purl: string): string => purl.replace(CASELESS, (path) => path.toLowerCase());

/** The version of a gem; its platform (`-x86_64-linux`, `-java`) begins at the first hyphen, which versions of RubyGems do not have. */
export const gemVersion = (text: string): string => text.split('-', 1)[0]!;

/** Qualifiers that identify the product, whatever the type. */
const IDENTIFYING = ['repository_url'];

/**
 * The package of a package URL: without version, subpath and qualifiers, except those without which it
 * would name another package or none.
 */
export function packageOf(purl: Purl): Purl {
  const kept = [...IDENTIFYING, ...(rulesOf(purl.type).qualifiers ?? [])];
  const entries = Object.entries(purl.qualifiers ?? {}).filter(([key]) => kept.includes(key));
  const qualifiers = entries.length > 0 ? Object.fromEntries(entries) : null;
  // Docker's own images are written with this namespace and without it.
  const isOfficial = purl.type === 'docker' && purl.namespace === 'library' && qualifiers === null;
  return { ...purl, namespace: isOfficial ? null : purl.namespace, version: null, subpath: null, qualifiers };
}

const rulesOf = (type: string): PurlTypeRules => PURL_TYPES.get(type) ?? {};

function splitLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function splitFirst(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** At the last `@`, but not at that of an npm scope, which people do not encode: `@babel/core`. */
function splitVersion(path: string): [string, string] {
  const at = path.lastIndexOf('@');
  const beginsSegment = at === 0 || path[at - 1] === '/';
  return beginsSegment && path.includes('/', at) ? [path, ''] : splitLast(path, '@');
}

function segmentsOf(path: string, part: PurlPart): string[] {
  const segments = path.split('/').map((segment) => decode(segment, part));
  return segments.filter(Boolean);
}

function named(type: string, segments: string[]): Pick<Parts, 'namespace' | 'name'> {
  if (rulesOf(type.toLowerCase()).nameIsPath)
    return { namespace: segments.slice(0, 1), name: segments.slice(1).join('/') };
  return { namespace: segments.slice(0, -1), name: segments.at(-1) ?? '' };
}

function decode(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return bad(`${part} has an invalid percent-encoding`);
  }
}

/** All but letters, digits, `.`, `-`, `_`, `~` and `:`. */
const encode = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':');

function qualifiersOf(pairs: [string, string][]): Map<string, string> {
  const qualifiers = new Map<string, string>();
  for (const [key, encoded] of pairs) {
    if (key !== '' || encoded !== '') addQualifier(qualifiers, key, decode(encoded, 'qualifiers'));
  }
  return qualifiers;
}

function addQualifier(qualifiers: Map<string, string>, given: string, value: string): void {
  const key = given.toLowerCase();
  if (!/^[a-z][a-z0-9._-]*$/.test(key)) bad('qualifiers has an invalid key');
  if (qualifiers.has(key)) bad(`qualifiers has ${key} twice`);
  if (value !== '') qualifiers.set(key, value);
}

function textOf(fields: Record<string, unknown>, part: string): string {
  const value = fields[part] ?? '';
  if (typeof value !== 'string') return bad(`${part} must be text`);
  return value.isWellFormed() ? value : bad(`${part} has half of a surrogate pair`);
}

function givenQualifiers(given: unknown): Map<string, string> {
  const qualifiers = new Map<string, string>();
  if (given === undefined || given === null) return qualifiers;
  if (typeof given !== 'object' || Array.isArray(given)) return bad('qualifiers must be an object');
  const fields = given as Record<string, unknown>;
  for (const key of Object.keys(fields)) addQualifier(qualifiers, key, textOf(fields, key));
  return qualifiers;
}

/** Applies the rules of its type. */
function purlOf(type: string, parts: Parts): Purl {
  if (!/^[a-z][a-z0-9.-]*$/.test(type)) bad('type must be letters, digits, dots and -, and begin with a letter');
  const rules = rulesOf(type);
  const namespace = parts.namespace.some((segment) => segment.includes('/'))
    ? bad('namespace has a segment with a /')
    : folded(rules, 'namespace', parts.namespace.join('/'));
  const name = nameOf(type, rules, parts);
  const subpath = parts.subpath.filter((segment) => segment !== '.' && segment !== '..');
  if (subpath.some((segment) => segment.includes('/'))) bad('subpath has a segment with a /');
  const purl: Purl = {
    type,
    namespace: namespace || null,
    name,
    version: folded(rules, 'version', parts.version) || null,
    qualifiers: sorted(withLowerGuid(type, parts.qualifiers)),
    subpath: folded(rules, 'subpath', subpath.join('/')) || null,
  };
  assertRules(rules, purl);
  return purl;
}

function folded({ lower, upper }: PurlTypeRules, part: PurlPart, text: string): string {
  if (lower?.includes(part)) return text.toLowerCase();
  return upper?.includes(part) ? text.toUpperCase() : text;
}

function nameOf(type: string, rules: PurlTypeRules, { name: given, qualifiers }: Parts): string {
  const name = folded(rules, 'name', given);
  // Databricks' registry has no upper case, others of this type have.
  if (type === 'mlflow' && /databricks/i.test(qualifiers.get('repository_url') ?? '')) return name.toLowerCase();
  return rules.replaced ? name.replace(rules.replaced.characters, rules.replaced.by) : name;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function withLowerGuid(type: string, qualifiers: Map<string, string>): Map<string, string> {
  const id = type === 'swid' ? qualifiers.get('tag_id') : undefined;
  return id !== undefined && GUID.test(id) ? new Map(qualifiers).set('tag_id', id.toLowerCase()) : qualifiers;
}

function sorted(qualifiers: Map<string, string>): Record<string, string> | null {
  if (qualifiers.size === 0) return null;
  return Object.fromEntries([...qualifiers].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function assertRules(rules: PurlTypeRules, purl: Purl): void {
  const { type, namespace, name, qualifiers } = purl;
  if (name === '') bad('name is required');
  if (rules.namespace === 'required' && namespace === null) bad(`namespace is required for ${type}`);
  if (rules.namespace === 'prohibited' && namespace !== null) bad(`namespace is not allowed for ${type}`);
  if (rules.namespaceSegments && namespace !== null && namespace.split('/').length > rules.namespaceSegments)
    bad(`namespace has more than ${rules.namespaceSegments} segments`);
  for (const key of rules.qualifiers ?? []) if (!qualifiers?.[key]) bad(`qualifiers needs ${key} for ${type}`);
  for (const [part, pattern] of Object.entries(rules.pattern ?? {}) as [PurlPart, RegExp][]) {
    const text = purl[part];
    if (text !== null && !pattern.test(text)) bad(`${part} is not valid for ${type}`);
  }
}
