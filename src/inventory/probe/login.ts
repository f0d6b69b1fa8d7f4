import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb, WebRequest } from '../../common/fetch/source-web';
import { textAtPath } from './answer';
import type { Login } from './question';

/** Of every request to a program. All its headers are credentials. */
export const LIMITS = { hasOwnHeaders: true, maxBytes: 1024 * 1024, timeoutMs: 10_000 } as const;

/** A session that is gone already, or that the program does not end, ends by itself. */
const ENDED = [202, 204, 400, 401, 404, 405];

/**
 * Asks with the headers that have the token of a program: it signs in before, and out after it. Without a login there are none.
 * @throws SourceError
 */
export async function withToken<T>(
  web: SourceWeb,
  login: Login | null,
  ask: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (login === null) return ask({});
  const token = await signIn(web, login);
  const headers = { [login.header]: login.prefix + token };
  try {
    return await ask(headers);
  } finally {
    if (login.logout !== null) await signOut(web, login.logout, headers);
  }
}

async function signIn(web: SourceWeb, { url, body, jsonPath }: Login): Promise<string> {
  const response = await web.get(url, { ...LIMITS, ...posted(body), accept: 'application/json', hasSecretBody: true });
  try {
    return await textAtPath(response, jsonPath);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new SourceError('The sign-in has given no token: perhaps it needs none', null, 'nothing');
  }
}

function posted(body: object | URLSearchParams): WebRequest {
  const isForm = body instanceof URLSearchParams;
  return {
    method: 'POST',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? body.toString() : JSON.stringify(body),
  };
}

/** The answer counts, whether the session ends or not. */
async function signOut(web: SourceWeb, url: string, headers: Record<string, string>): Promise<void> {
  try {
    await web.get(url, { ...LIMITS, method: 'DELETE', headers, expect: ENDED });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
}
