import type { Response } from 'supertest';
import supertest from 'supertest';
import { SignInLinks } from '../../src/access/auth/session/sign-in-links';
import { UserService } from '../../src/access/user/user.service';
import type { Scope } from '../../src/config/scopes';
import type { TestApp } from './app';

/** Over plain HTTP. */
export const COOKIE = 'tracker';

/** What a page of the service sends with everything, as a browser that does not know `Sec-Fetch-Site`. */
export const ownPage = (test: TestApp) => ({ Origin: test.url });

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(response: Response, name = COOKIE): string {
  const lines = (response.headers['set-cookie'] ?? []) as unknown as string[];
  const found = lines.find((line) => line.startsWith(`${name}=`));
  if (found === undefined) throw new Error(`no cookie ${name}: ${JSON.stringify(response.headers)} ${response.text}`);
  return found.split(';')[0]!;
}

export const startSession = (test: TestApp, body: object) =>
  test.http.post('/api/v1/session').set(ownPage(test)).send(body);

/** A browser that is signed in: its cookie, and requests that a page of the service makes. */
export interface Browser {
  id: string;
  cookie: string;
  agent: ReturnType<typeof supertest.agent>;
}

export async function browserWith(test: TestApp, body: object): Promise<Browser> {
  const response = await startSession(test, body);
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  const cookie = cookieOf(response);
  const agent = supertest.agent(test.url).set({ ...ownPage(test), Cookie: cookie });
  return { id: (response.body as { data: { id: string } }).data.id, cookie, agent };
}

/** Signs a user in with a new token, making the user if need be. */
export const signedIn = async (test: TestApp, user = 'ada', scopes: Scope[] = ['read', 'write']) =>
  browserWith(test, { token: await test.token(user, scopes) });

/** The code of a sign-in link for a user who exists. */
export async function codeFor(test: TestApp, user: string, scopes: Scope[] = ['read', 'write'], lasts = 3_600) {
  const account = await test.app.get(UserService).find(user);
  return test.app.get(SignInLinks).create(account!.id, { scopes, lasts });
}
