import { parseUrl } from 'small-parts';
import { type Scope, SCOPES } from './scopes';
import { isLoopback } from './url';

export type ScopeMap = ReadonlyMap<string, readonly Scope[]>;

/** An OpenID Connect issuer and how to read its tokens. */
export interface OidcConfig {
  /** Exactly as in the `iss` claim, including any trailing slash. */
  issuer: string;
  /** A token must name one of these in `aud`. */
  audience: string[];
  /** The claim with the permanent id of the user. */
  userClaim: string;
  /** The claim with the name given to a new user. */
  nameClaim: string;
  /** null = `scope`, or `scp` if that is missing. */
  scopeClaim: string | null;
  /** Prefix of our scopes in the claim, such as `tracker:`. */
  scopePrefix: string;
  /** The scopes that each word of the claim grants; `*` is every token. null = the words are our scopes. */
  scopeMap: ScopeMap | null;
  /** Allow keys over plain HTTP from another machine. */
  allowHttp: boolean;
  /** null = browsers cannot sign in at the issuer. */
  signIn: OidcSignInConfig | null;
}

/** This service as a client of the issuer. */
export interface OidcSignInConfig {
  clientId: string;
  /** null = a public client: only PKCE shows that it is the same one. */
  clientSecret: string | null;
  /** The requested scopes. */
  scope: string;
  /** Label of the button. */
  title: string;
}

/** The key of `scopeMap` that grants scopes to every token. */
export const EVERY_TOKEN = '*';

/** Whether keys may be fetched from this URL: anybody who can change them on the way can forge tokens. */
export function isSafeIssuerUrl(url: URL, allowHttp: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname));
}

/** `isSafeIssuerUrl` decides later whether plain HTTP is allowed. */
export function parseIssuer(text: string): string | null {
  const url = parseUrl(text);
  if (!url || text.length > 255 || url.username || url.password || /[?#]/.test(text)) return null;
  return isSafeIssuerUrl(url, true) ? text : null;
}

export function parseAudience(text: string): string[] | null {
  const words = text.split(',').map((word) => word.trim());
  return words.every(Boolean) ? words : null;
}

export const parseClaim = (text: string) => (text.length <= 200 ? text : null);

/** The last `=` separates: words may contain `=`, as distinguished names do. */
export function parseScopeMap(text: string): ScopeMap | null {
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
