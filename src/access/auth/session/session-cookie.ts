import type { Request, Response } from 'express';
import { parseUrl } from 'small-parts';
import { Problem } from '../../../api/problem/problem';
import { isLoopback } from '../../../config/url';

/** Prefix of the value, by which scanners of logs and repositories know it. */
export const SESSION_PREFIX = 'sus_';

/** Whether people reach this service over https. Then the cookie is `Secure`, and no other host can set it (`__Host-`, RFC 6265bis). */
export const isSecure = ({ links }: Request) => links.origin.startsWith('https:');

/**
 * A page that was opened over http, where people are to reach this service over https: the browser would forget the cookie at once.
 * @throws Problem forbidden
 */
export function assertKeepsCookie(request: Request): void {
  const page = parseUrl(request.headers.origin ?? '');
  // On this machine browsers keep a `Secure` cookie without encryption, too.
  if (!isSecure(request) || page?.protocol !== 'http:' || isLoopback(page.hostname)) return;
  throw new Problem(
    'forbidden',
    `Sign in at ${request.links.origin}: a browser keeps no session of this address, which is not encrypted.`,
  );
}

const nameOf = (request: Request) => (isSecure(request) ? '__Host-tracker' : 'tracker');

/**
 * The value of the session's cookie, whatever it is; null = there is none. Over https the name without `__Host-` does not count: a page of a
 * neighbouring host can set it.
 */
export const readSessionCookie = (request: Request): string | null => readCookie(request, nameOf(request));

/** The session's cookie of a request that says nothing else of its caller: `Authorization` wins, valid or not. */
export const credentialCookie = (request: Request): string | null =>
  request.headers.authorization === undefined ? readSessionCookie(request) : null;

export function readCookie(request: Request, name: string): string | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const start = `${name}=`;
  const found = cookie.split(';').find((part) => part.trimStart().startsWith(start));
  return found === undefined ? null : found.trim().slice(start.length);
}

/** @param seconds for which the browser keeps it */
export function setSessionCookie(request: Request, response: Response, value: string, seconds: number): void {
  response.append('Set-Cookie', cookieText(request, nameOf(request), value, seconds, 'Strict'));
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.append('Set-Cookie', clearingCookie(request));
}

/** A `Set-Cookie` that makes the browser forget the cookie. */
export const clearingCookie = (request: Request) => cookieText(request, nameOf(request), '', 0, 'Strict');

/** A `Set-Cookie` for all pages of this service, and no scripts. */
export const cookieText = (request: Request, name: string, value: string, seconds: number, site: 'Strict' | 'Lax') =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${isSecure(request) ? '; Secure' : ''}`;
