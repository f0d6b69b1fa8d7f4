import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWK, SignJWT } from 'jose';
import { expectProblem } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { AUDIENCE } from '../setup/issuer';

/** What the issuer publishes now, and how often it was asked for it. */
let published: JWK[] = [];
let asked = 0;
let server: Server;
let issuer: string;
let test: TestApp;
/** Milliseconds by which time has gone on, beside its own pace. */
let ahead = 0;

/** An issuer of this file: the one of `startIssuer` names all of its keys. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    if (isKeys) asked++;
    response.end(JSON.stringify(isKeys ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await startApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE });
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
});

/** Longer than keys are used. */
beforeEach(() => {
  ahead += 4_000_000;
  asked = 0;
});

afterAll(async () => {
  jest.restoreAllMocks();
  await test.close();
  await once(server.close(), 'close');
});

function newKey(kid?: string): JWK {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return { ...key, alg: 'ES256', ...(kid ? { kid } : {}) } as JWK;
}

const publish = (...keys: JWK[]) => (published = keys.map(({ d: _private, ...key }) => key as JWK));

async function sign(key: JWK, jti = ''): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  return new SignJWT({ iss: issuer, aud: AUDIENCE, sub: 'ada', scope: 'read', exp, jti })
    .setProtectedHeader({ alg: 'ES256', ...(key.kid ? { kid: key.kid } : {}) })
    .sign(await importJWK(key, 'ES256'));
}

const profile = (token: string) => test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`);
const taken = async (token: string) => void (await profile(token).expect(200));
const refused = async (token: string) => void expectProblem(await profile(token), 401, 'unauthorized');

describe('a new key of the issuer', () => {
  it('that takes the place of one without a name counts at once', async () => {
    const [old, next] = [newKey(), newKey()];
    publish(old);
    await taken(await sign(old));
    publish(next);
    ahead += 5_000;
    await taken(await sign(next));
    await refused(await sign(old, 'again'));
    expect(asked).toBe(2);
  });

  it('that takes the place of one without a name is asked for every five seconds at most, however many tokens are forged', async () => {
    const key = newKey();
    publish(key);
    await taken(await sign(key));
    ahead += 5_000;
    const forged = await Promise.all(Array.from({ length: 20 }, (_, index) => sign(newKey(), String(index))));
    await Promise.all(forged.map(refused));
    await taken(await sign(key, 'another'));
    expect(asked).toBe(2);
  });

  it('that comes just after a question counts from the next one on', async () => {
    const [old, next] = [newKey('one'), newKey('two')];
    publish(old);
    await taken(await sign(old));
    publish(old, next);
    const token = await sign(next);
    ahead += 4_000;
    await refused(token);
    await refused(token);
    expect(asked).toBe(1);
    ahead += 1_000;
    await taken(token);
  });

  it('is not asked for because of a token that a known one did not sign', async () => {
    const key = newKey('one');
    publish(key);
    await taken(await sign(key));
    ahead += 5_000;
    await refused(await sign(newKey('one')));
    expect(asked).toBe(1);
  });
});
