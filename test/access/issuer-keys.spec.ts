import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { loadConfig } from '../../src/config/config';
import { IssuerAwayError, IssuerKeys } from '../../src/access/auth/oidc/issuer-keys';

const DISCOVERY = '/.well-known/openid-configuration';
const SECRET_KEY = 'only-to-have-one-in-this-test-file';

const key = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: 'k' };

/** What an issuer answers, by path. */
type Answers = Record<string, { status?: number; headers?: Record<string, string>; body: unknown }>;

beforeAll(() => Logger.overrideLogger(false));

const servers: Server[] = [];
const outgoing: OutgoingHttp[] = [];

afterEach(async () => {
  await Promise.all(outgoing.splice(0).map((http) => http.onModuleDestroy()));
  await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Where an issuer is that gives these answers, once they are there. */
async function issuerOf(answersOf: (url: string) => Answers): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  let answers: Answers = {};
  const url = await serve((request, response) => {
    paths.push(request.url!);
    const { status = 200, headers = {}, body } = answers[request.url!] ?? { status: 404, body: '' };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  answers = answersOf(url);
  return { url, paths };
}

function keysOf(issuer: string, more: Record<string, string> = {}): IssuerKeys {
  const env = {
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEY,
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'urn:tracker',
    ...more,
  };
  const config = loadConfig(env);
  const http = new OutgoingHttp(config);
  outgoing.push(http);
  return new IssuerKeys(http, config);
}

const find = (keys: IssuerKeys) => keys.find({ alg: 'ES256', kid: 'k' }, { payload: '', signature: '', protected: '' });

describe('the keys of an issuer', () => {
  it.each([
    ['at its root', '', '/.well-known/openid-configuration'],
    ['with a slash at the end', '/', '/.well-known/openid-configuration'],
    ['with a path', '/realms/a', '/realms/a/.well-known/openid-configuration'],
    ['with a path and a slash', '/realms/a/', '/realms/a/.well-known/openid-configuration'],
  ])('%s are found by its discovery document', async (_what, path, document) => {
    const { url, paths } = await issuerOf((own) => ({
      [document]: { body: { issuer: own + path, jwks_uri: `${own}/keys?of=all` } },
      '/keys?of=all': { body: { keys: [key] } },
    }));
    const keys = keysOf(url + path);
    expect(await find(keys)).toMatchObject({ type: 'public' });
    await find(keys);
    expect(paths).toEqual([document, '/keys?of=all']);
  });

  it.each<[string, (own: string) => Answers]>([
    [
      'says that it is another one',
      (own) => ({ [DISCOVERY]: { body: { issuer: `${own}/`, jwks_uri: `${own}/keys` } } }),
    ],
    ['says nothing of keys', (own) => ({ [DISCOVERY]: { body: { issuer: own } } })],
    [
      'has its keys where anybody can change them on the way',
      (own) => ({ [DISCOVERY]: { body: { issuer: own, jwks_uri: 'http://keys.example.org/' } } }),
    ],
    ['has its keys in a file', (own) => ({ [DISCOVERY]: { body: { issuer: own, jwks_uri: 'file:///etc/passwd' } } })],
    ['answers null', () => ({ [DISCOVERY]: { body: 'null' } })],
    ['answers with a page', () => ({ [DISCOVERY]: { body: '<html>' } })],
    ['redirects', (own) => ({ [DISCOVERY]: { status: 302, headers: { location: `${own}/elsewhere` }, body: '' } })],
    ['does not know of discovery', () => ({})],
    [
      'has no keys',
      (own) => ({ [DISCOVERY]: { body: { issuer: own, jwks_uri: `${own}/keys` } }, '/keys': { body: {} } }),
    ],
    [
      'has more than anybody needs',
      (own) => ({
        [DISCOVERY]: { body: { issuer: own, jwks_uri: `${own}/keys` } },
        '/keys': { body: { keys: [key], padding: 'x'.repeat(300_000) } },
      }),
    ],
  ])('are not there when it %s, and it is not asked again at once', async (_what, answersOf) => {
    const { url, paths } = await issuerOf(answersOf);
    const keys = keysOf(url);
    await expect(find(keys)).rejects.toBeInstanceOf(IssuerAwayError);
    const asked = paths.length;
    await expect(find(keys)).rejects.toBeInstanceOf(IssuerAwayError);
    expect(paths).toHaveLength(asked);
    expect(paths).not.toContain('/elsewhere');
  });

  it('at another host are fetched from where anybody may call, unless the operator opens more', async () => {
    const elsewhere = await serve((_request, response) => response.end(JSON.stringify({ keys: [key] })));
    const { url } = await issuerOf((own) => ({
      [DISCOVERY]: { body: { issuer: own, jwks_uri: `${elsewhere}/keys` } },
    }));
    await expect(find(keysOf(url))).rejects.toThrow('not allowed');
    expect(await find(keysOf(url, { OUTBOUND_ALLOW: '127.0.0.0/8' }))).toMatchObject({ type: 'public' });
  });

  it('are asked for once when many need them', async () => {
    const { url, paths } = await issuerOf((own) => ({
      [DISCOVERY]: { body: { issuer: own, jwks_uri: `${own}/keys` } },
      '/keys': { body: { keys: [key] } },
    }));
    const keys = keysOf(url);
    await Promise.all(Array.from({ length: 20 }, () => find(keys)));
    expect(paths).toEqual([DISCOVERY, '/keys']);
  });
});
