import type { EnvironmentReader } from './environment-reader';
import { type Scope, SCOPES } from './scopes';
import { parseUrl } from './url';

/** An issuer of OpenID Connect, and how its tokens are read. */
export interface OidcConfig {
  /** To the letter as it is in its tokens: with or without a slash at the end. */
  issuer: string;
  /** A token names one of these. */
  audience: string[];
  /** Names the user, for good. */
  userClaim: string;
  /** How a user is called when first seen. */
  nameClaim: string;
  /** null = `scope`, or `scp` where there is none. */
  scopeClaim: string | null;
  /** What stands before a scope of ours in the claim, such as `tracker:`. */
  scopePrefix: string;
  /** What words of the claim stand for; `*` is every token. null = none, and our own words count. */
  scopeMap: ReadonlyMap<string, readonly Scope[]> | null;
  /** The issuer's keys may come by plain HTTP from another machine. */
  allowHttp: boolean;
}

/** For every token, whatever it says. */
export const EVERY_TOKEN = '*';

const CLAIM = 'the name of a claim of at most 200 characters, such as groups or realm_access.roles';
const MAP = `words and scopes such as staff=read write;operators=admin (scopes: ${SCOPES.join(', ')}; * = every token)`;

/** null when OIDC_ISSUER is not set. */
export function readOidc(reader: EnvironmentReader): OidcConfig | null {
  const allowHttp = reader.boolean('OIDC_ALLOW_HTTP', false);
  const parse = (text: string) => parseIssuer(text, allowHttp);
  const expected =
    'an https URL without a query (http on loopback, or with OIDC_ALLOW_HTTP=true), of at most 255 characters';
  const issuer = reader.read<string | null>('OIDC_ISSUER', null, parse, expected);
  const audience = reader.read<string[]>(
    'OIDC_AUDIENCE',
    [],
    parseAudience,
    'one or more words with commas between them',
  );
  const given = { issuer: reader.text('OIDC_ISSUER') !== null, audience: reader.text('OIDC_AUDIENCE') !== null };
  if (given.issuer && !given.audience)
    reader.problems.push('OIDC_AUDIENCE is required with OIDC_ISSUER: tokens for others are not taken');
  if (given.audience && !given.issuer) reader.problems.push('OIDC_ISSUER is required with OIDC_AUDIENCE');
  const oidc = {
    audience,
    userClaim: reader.read('OIDC_USER_CLAIM', 'sub', parseClaim, CLAIM),
    nameClaim: reader.read('OIDC_NAME_CLAIM', 'preferred_username', parseClaim, CLAIM),
    scopeClaim: reader.read<string | null>('OIDC_SCOPE_CLAIM', null, parseClaim, CLAIM),
    scopePrefix: reader.text('OIDC_SCOPE_PREFIX') ?? '',
    scopeMap: reader.read<OidcConfig['scopeMap']>('OIDC_SCOPE_MAP', null, parseScopeMap, MAP),
    allowHttp,
  };
  return issuer === null ? null : { issuer, ...oidc };
}

/** Whether keys that decide who is let in may come from there. */
export function isSafeIssuerUrl(url: URL, allowHttp: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname));
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

function parseIssuer(text: string, allowHttp: boolean): string | null {
  const url = parseUrl(text);
  if (!url || text.length > 255 || url.username || url.password || /[?#]/.test(text)) return null;
  return isSafeIssuerUrl(url, allowHttp) ? text : null;
}

function parseAudience(text: string): string[] | null {
  const words = text.split(',').map((word) => word.trim());
  return words.every(Boolean) ? words : null;
}

const parseClaim = (text: string) => (text.length <= 200 ? text : null);

/** A word may hold `=` itself, as names in a directory do: the last one counts. */
function parseScopeMap(text: string): OidcConfig['scopeMap'] {
  const map = new Map<string, Scope[]>();
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const at = entry.lastIndexOf('=');
    const word = entry.slice(0, Math.max(at, 0)).trim();
    const scopes = entry
      .slice(at + 1)
      .split(/[\s,]+/)
      .filter(Boolean);
    if (!word || map.has(word) || scopes.length === 0 || !scopes.every(isScope)) return null;
    map.set(word, scopes);
  }
  return map.size > 0 ? map : null;
}

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
