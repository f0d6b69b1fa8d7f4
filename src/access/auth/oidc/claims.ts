import type { JWTPayload } from 'jose';
import { isEmail } from 'class-validator';
import { firstCharacters, isLonger } from 'small-parts';
import { EVERY_TOKEN, type OidcConfig } from '../../../config/oidc';
import type { Person } from '../../user/user.repository';
import { type Scope, SCOPES } from '../../../config/scopes';

/** @returns null when the claim that identifies the user is missing or cannot be stored unchanged */
export function personOf(payload: JWTPayload, { issuer, userClaim, nameClaim }: OidcConfig): Person | null {
  const subject = claimOf(payload, userClaim);
  if (typeof subject !== 'string' || !isSubject(subject)) return null;
  const name = claimOf(payload, nameClaim);
  return { issuer, subject, name: nameOf(name) || nameOf(subject), email: emailOf(payload) };
}

/** Refuses what a database could confuse with another subject: MySQL ignores trailing blanks in comparisons. */
const isSubject = (text: string) =>
  text !== '' && text === text.trim() && !isLonger(text, 255) && text.isWellFormed() && !/\p{Cc}/u.test(text);

const nameOf = (value: unknown) =>
  typeof value === 'string' ? firstCharacters(value.replace(/\p{C}/gu, '').trim(), 100).trim() : '';

function emailOf({ email, email_verified: verified }: JWTPayload): string | null {
  if (typeof email !== 'string' || !email.isWellFormed() || verified === false) return null;
  return isEmail(email) && email.length <= 254 ? email : null;
}

/** The scopes that a token grants; other words of the claim are ignored. */
export function scopesOf(payload: JWTPayload, oidc: OidcConfig): ReadonlySet<Scope> {
  const words = wordsOf(oidc.scopeClaim === null ? (payload.scope ?? payload.scp) : claimOf(payload, oidc.scopeClaim));
  const { scopeMap: map, scopePrefix: prefix } = oidc;
  const mapped = map
    ? [EVERY_TOKEN, ...words.filter((word) => word !== EVERY_TOKEN)].flatMap((word) => map.get(word) ?? [])
    : [];
  // With a map the words are groups or roles; one of them may be called admin by chance.
  const named = map && prefix === '' ? [] : SCOPES.filter((scope) => words.includes(prefix + scope));
  return new Set([...mapped, ...named]);
}

/** `scope` is text separated by blanks (RFC 8693, section 4.2); groups and roles are lists, whose words may contain blanks. */
function wordsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter(Boolean);
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}

/** A claim by its name, or by the path to it, such as `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), payload);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
