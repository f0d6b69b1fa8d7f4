import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls, { type ConnectionOptions } from 'node:tls';
import { Logger } from '@nestjs/common';
import tlsOptions from 'smtp-server/lib/tls-options';
import type { Resolve } from '../../src/common/outgoing-http/guarded-connector';
import { OutgoingError, OutgoingHttp, type OutgoingLimits } from '../../src/common/outgoing-http/outgoing-http';
import { Proxies } from '../../src/common/outgoing-http/proxies';
import { Config } from '../../src/config/config';
import { outgoingProxy, type OutgoingProxy } from '../setup/proxy';

const closers: (() => unknown)[] = [];
const UNREACHED = 'The address is unknown or not allowed, or nothing answers there';
const CREDENTIALS = 'us%40er:canary-p%3Ass';

/** Certificates are another file's matter: those of these receivers have no authority. */
beforeAll(() => {
  const { connect } = tls;
  const trusting = (options: ConnectionOptions) => connect({ ...options, rejectUnauthorized: false });
  jest.spyOn(tls, 'connect').mockImplementation(trusting as typeof connect);
});

const logged: unknown[] = [];
beforeAll(() => {
  jest.spyOn(Logger.prototype, 'debug').mockImplementation((line: unknown) => void logged.push(line));
});
afterAll(() => jest.restoreAllMocks());

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A network whose DNS knows nothing public, as behind most proxies. */
const noNames: Resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

interface Behind {
  proxy?: string;
  noProxy?: string[];
  allow?: string[];
  appriseUrl?: string;
  resolve?: Resolve;
  limits?: Partial<OutgoingLimits>;
}

function behind({ proxy, noProxy = [], allow = [], appriseUrl, resolve = noNames, limits }: Behind): OutgoingHttp {
  const url = proxy === undefined ? null : new URL(proxy);
  const config = Object.assign(new Config(), { outboundAllow: allow, publicUrl: null, appriseUrl: appriseUrl ?? null });
  const http = new OutgoingHttp(Object.assign(config, { httpProxy: url, httpsProxy: url, noProxy }), resolve, limits);
  closers.push(() => http.onModuleDestroy());
  return http;
}

/** A target that answers with what it was asked for, by https or http. */
async function target(scheme: 'http' | 'https') {
  const requests: { path?: string; headers: IncomingHttpHeaders }[] = [];
  const server = scheme === 'https' ? createTlsServer(tlsOptions()) : createServer();
  server.on('request', (request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, port: (server.address() as AddressInfo).port };
}

async function proxied(scheme: 'http' | 'https', isTls = false) {
  const peer = await target(scheme);
  const proxy = await outgoingProxy(isTls ? tlsOptions() : undefined);
  proxy.leadsTo = peer.port;
  closers.push(() => proxy.close());
  return { peer, proxy, url: `${isTls ? 'https' : 'http'}://${CREDENTIALS}@127.0.0.1:${proxy.port}` };
}

const get = (http: OutgoingHttp, url: string, more: object = {}) => http.request({ method: 'GET', url, ...more });

/** Lets undici put a connection back: it checks for a turn that nothing more comes. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function failure(request: Promise<unknown>): Promise<OutgoingError> {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

describe('a request by an outgoing proxy', () => {
  it.each([false, true])('to https goes through a tunnel, which is kept; TLS to the proxy: %s', async (isTls) => {
    const { peer, proxy, url } = await proxied('https', isTls);
    const http = behind({ proxy: url });
    for (const path of ['/a?b=c', '/d']) {
      expect(await get(http, `https://hooks.example:8443${path}`)).toMatchObject({ status: 200, body: 'hello' });
      await rest();
    }
    const tunnel = { method: 'CONNECT', target: 'hooks.example:8443', host: 'hooks.example:8443' };
    expect(proxy.passed).toEqual([{ ...tunnel, credentials: 'us@er:canary-p:ss' }]);
    expect(peer.requests.map(({ path, headers }) => [path, headers.host])).toEqual([
      ['/a?b=c', 'hooks.example:8443'],
      ['/d', 'hooks.example:8443'],
    ]);
    expect(JSON.stringify(peer.requests)).not.toContain('proxy-');
  });

  it('to http is sent whole, with the name of its host', async () => {
    const { peer, proxy, url } = await proxied('http');
    const http = behind({ proxy: url, appriseUrl: 'http://apprise.lan:8000' });
    const answer = await get(http, 'http://apprise.lan:8000/notify?x=1', { trusted: true });
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    const target = 'http://apprise.lan:8000/notify?x=1';
    expect(proxy.passed).toEqual([
      { method: 'GET', target, host: 'apprise.lan:8000', credentials: 'us@er:canary-p:ss' },
    ]);
    expect(peer.requests.map(({ path, headers }) => [path, headers.host])).toEqual([
      ['/notify?x=1', 'apprise.lan:8000'],
    ]);
  });

  it('goes directly where NO_PROXY says so', async () => {
    const { peer, proxy, url } = await proxied('http');
    const http = behind({ proxy: url, noProxy: ['127.0.0.0/8'], allow: ['127.0.0.1/32'] });
    expect(await get(http, `http://127.0.0.1:${peer.port}/`)).toMatchObject({ status: 200 });
    expect([proxy.passed, peer.requests.length]).toEqual([[], 1]);
  });

  it('to IPv6 and to what the operator opened names the address as URLs do', async () => {
    const { proxy, url } = await proxied('https');
    const http = behind({ proxy: url, allow: ['10.1.0.0/16'] });
    for (const address of ['[2606:4700::1111]', '10.1.2.3', '1.1.1.1']) await get(http, `https://${address}/`);
    expect(proxy.passed.map(({ target: at }) => at)).toEqual(['[2606:4700::1111]:443', '10.1.2.3:443', '1.1.1.1:443']);
  });
});

describe('a proxy that', () => {
  const asked = async (scheme: 'http' | 'https', refuses: OutgoingProxy['refuses']) => {
    const { proxy, url } = await proxied(scheme);
    proxy.refuses = refuses;
    const http = behind({ proxy: url, appriseUrl: 'http://apprise.lan', limits: { connectMs: 200, totalMs: 400 } });
    const to =
      scheme === 'https' ? get(http, 'https://hooks.example/x') : get(http, 'http://apprise.lan/x', { trusted: true });
    return failure(to);
  };

  it.each(['http', 'https'] as const)(
    'does not take our credentials (407) is named as the cause: %s',
    async (scheme) => {
      const error = await asked(scheme, 407);
      expect(error).toMatchObject({ kind: 'proxy', hidden: false, isOfNetwork: false });
      expect(error.message).toBe('The outgoing proxy of this service cannot be used (407)');
    },
  );

  it.each([403, 502, 503, 'silent'] as const)(
    'gives no way (%s) says no more than a name that does not exist',
    async (how) => {
      const error = await asked('https', how);
      expect([error.message, error.hidden]).toEqual([UNREACHED, true]);
      expect(error.detail).toContain(`proxy: ${how === 'silent' ? 'timeout' : how}`);
    },
  );

  it('is down is named as the cause, and counts as a network that is away', async () => {
    const { proxy, url } = await proxied('https');
    const http = behind({ proxy: url });
    expect(await http.resolves('hooks.example')).toBe(true);
    await proxy.close();
    const error = await failure(get(http, 'https://hooks.example/x'));
    expect(error).toMatchObject({ kind: 'proxy', isOfNetwork: true });
    expect(error.message).toBe('The outgoing proxy of this service cannot be used (ECONNREFUSED)');
    expect(await http.resolves('hooks.example')).toBe(false);
  });

  it('is asked with credentials keeps them: no error and no log line has them', async () => {
    logged.length = 0;
    const errors = [await asked('https', 407), await asked('http', 407), await asked('https', 502)];
    const down = behind({ proxy: `http://${CREDENTIALS}@127.0.0.1:1` });
    errors.push(await failure(get(down, 'https://hooks.example/x')));
    const encoded = Buffer.from('us@er:canary-p:ss').toString('base64');
    const said = JSON.stringify([
      logged,
      errors.map((error) => [{ ...error }, error.message, error.stack, error.detail]),
    ]);
    expect(logged).not.toEqual([]);
    for (const secret of ['canary', encoded, '@127.0.0.1']) expect(said).not.toContain(secret);
  });
});

describe('the guard behind a proxy', () => {
  const INSIDE = [
    ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]', '2130706433', '0x7f.1', '[fd00::1]'],
    ...['localhost', 'LOCALHOST.', 'a.localhost', 'intranet', 'wiki', 'nas.local', 'db.internal', 'jira.corp'],
    ...['git.lan', 'box.home.arpa', 'fritz.home', 'x.localdomain', 'metadata.google.internal', 'metadata'],
  ];

  it('asks for nothing inside, and says so when it is saved', async () => {
    const { proxy, url } = await proxied('https');
    const http = behind({ proxy: url });
    for (const host of INSIDE) {
      const said = http.checkUrl(`https://${host}/`);
      expect([host, said]).toEqual([host, 'must be an address that this service may call']);
      expect([host, (await failure(get(http, `https://${host}/`))).message]).toEqual([host, UNREACHED]);
    }
    expect(proxy.passed).toEqual([]);
  });

  it.each([
    ['an address inside', to('10.0.0.1')],
    ['one address inside and one outside, of which the proxy might take either', to('93.184.216.34', '10.0.0.1')],
    ['the metadata of a cloud', to('169.254.169.254')],
    ['loopback', to('::1', '127.0.0.1')],
  ])('asks for no name that has %s', async (_what, resolve) => {
    const { proxy, url } = await proxied('https');
    for (const allow of [[], ['192.168.0.0/16']])
      expect((await failure(get(behind({ proxy: url, allow, resolve }), 'https://app.example/'))).message).toBe(
        UNREACHED,
      );
    expect(proxy.passed).toEqual([]);
  });

  it.each(['http://hooks.example/', 'https://hooks.example:22/', 'http://1.1.1.1/', 'https://1.1.1.1:6443/'])(
    'asks for no other ports and no plain HTTP for users: %s',
    async (address) => {
      const { proxy, url } = await proxied('https');
      for (const allow of [[], ['10.0.0.0/8']])
        expect((await failure(get(behind({ proxy: url, allow }), address))).message).toBe(UNREACHED);
      expect(proxy.passed).toEqual([]);
    },
  );

  it('asks for a name that has public addresses here or none, within a second of a silent DNS', async () => {
    const { proxy, url } = await proxied('https');
    const silent: Resolve = () => new Promise(() => undefined);
    for (const resolve of [to('93.184.216.34'), noNames, silent])
      expect(
        (await get(behind({ proxy: url, resolve, limits: { lookupMs: 1_500 } }), 'https://hooks.example/')).excerpt,
      ).toBe('hello');
    expect(proxy.passed).toHaveLength(3);
  });

  it('asks for what the operator opened, and shows nothing of its answer', async () => {
    const { proxy, url } = await proxied('http');
    const http = behind({ proxy: url, allow: ['10.1.0.0/16'], resolve: to('10.1.2.3') });
    expect(await get(http, 'http://git.corp:3000/hook')).toMatchObject({ status: 200, excerpt: '' });
    // Without an address nobody knows whether it is one of those.
    const unnamed = behind({ proxy: url, allow: ['10.1.0.0/16'] });
    expect((await failure(get(unnamed, 'http://git.corp:3000/hook'))).message).toBe(UNREACHED);
    expect(proxy.passed).toHaveLength(1);
  });

  it('lets nobody but the operator go where the operator goes', async () => {
    const { proxy, url } = await proxied('http');
    const http = behind({ proxy: url, appriseUrl: 'http://apprise.lan' });
    await failure(get(http, 'http://apprise.lan/'));
    await failure(get(http, 'http://other.lan/', { trusted: true }));
    expect(proxy.passed).toEqual([]);
  });
});

describe('NO_PROXY', () => {
  const isDirect = (noProxy: string, url: string): boolean => {
    const proxy = new URL('http://proxy.example:3128');
    const proxies = new Proxies({ httpProxy: proxy, httpsProxy: proxy, noProxy: noProxy.split(/[\s,]+/) });
    return proxies.for(new URL(url)) === null;
  };

  it.each([
    [
      'example.org',
      ['https://example.org', 'https://a.b.example.org', 'https://EXAMPLE.org.:8443'],
      ['https://notexample.org', 'https://example.org.evil.net'],
    ],
    ['.example.org', ['https://example.org', 'https://a.example.org'], ['https://anexample.org']],
    ['*.example.org', ['https://a.example.org'], ['https://example.net']],
    ['*', ['https://example.org', 'http://[::1]/', 'http://10.0.0.1'], []],
    ['a.test,*', ['https://example.org'], []],
    ['example.org:8443', ['https://example.org:8443', 'https://a.example.org:8443'], ['https://example.org']],
    ['example.org:443 other.test', ['https://example.org', 'http://other.test'], ['http://example.org']],
    ['10.0.0.0/8', ['http://10.1.2.3:8080', 'http://[::ffff:10.1.2.3]'], ['http://11.0.0.1', 'http://10.example.org']],
    ['192.168.1.7', ['http://192.168.1.7'], ['http://192.168.1.70', 'http://1.192.168.1.7.example']],
    ['192.168.1.7:80', ['http://192.168.1.7'], ['http://192.168.1.7:81']],
    ['fd00::/8', ['http://[fd00::1]:3000'], ['http://[fe80::1]', 'http://10.0.0.1']],
    ['::1', ['http://[::1]'], ['http://[::2]']],
    ['[::1]:3000', ['http://[::1]:3000'], ['http://[::1]']],
    ['10.0.0.0/99,..,:80,[,%', [], ['http://10.0.0.1', 'https://example.org']],
  ])('%s', (noProxy, direct, proxied) => {
    expect(direct.filter((url) => !isDirect(noProxy, url))).toEqual([]);
    expect(proxied.filter((url) => isDirect(noProxy, url))).toEqual([]);
  });

  it('is of one scheme each: HTTP_PROXY says nothing about https', () => {
    const proxies = new Proxies({ httpProxy: new URL('http://one.example'), httpsProxy: null, noProxy: [] });
    expect(proxies.for(new URL('https://a.example'))).toBeNull();
    expect(proxies.for(new URL('http://a.example'))?.hostname).toBe('one.example');
  });
});
