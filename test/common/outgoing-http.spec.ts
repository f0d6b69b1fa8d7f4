import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Logger } from '@nestjs/common';
import tlsOptions from 'smtp-server/lib/tls-options';
import { Agent, buildConnector } from 'undici';
import { AddressGuard } from '../../src/common/outgoing-http/address-guard';
import { excerptOf } from '../../src/common/outgoing-http/excerpt';
import { guardedConnector, type Resolve } from '../../src/common/outgoing-http/guarded-connector';
import { OutgoingError, OutgoingHttp, type OutgoingLimits } from '../../src/common/outgoing-http/outgoing-http';
import { parseRetryAfter } from '../../src/common/outgoing-http/retry-after';
import { Config } from '../../src/config/config';

const LOOPBACK = ['127.0.0.1/32'];
const closers: (() => Promise<unknown> | void)[] = [];

// What is not reached is logged for the operator.
beforeAll(() => Logger.overrideLogger(false));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Outside {
  allow?: string[];
  resolve?: Resolve;
  limits?: Partial<OutgoingLimits>;
  publicUrl?: string;
  appriseUrl?: string;
}

function outgoing({ allow = LOOPBACK, resolve, limits, publicUrl, appriseUrl }: Outside = {}): OutgoingHttp {
  const config = Object.assign(new Config(), {
    outboundAllow: allow,
    publicUrl: publicUrl ?? null,
    appriseUrl: appriseUrl ?? null,
  });
  const http = new OutgoingHttp(config, resolve ?? unexpected, limits);
  closers.push(() => http.onModuleDestroy());
  return http;
}

/** No test resolves a name unless it says so. */
const unexpected: Resolve = (name) => Promise.reject(new Error(`unexpected look-up of ${name}`));

const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

async function listening<S extends Server>(server: S, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

/** A raw TCP peer: `script` gets each connection and its number, from 1. */
async function rawPeer(script: (socket: Socket, connection: number) => void, host?: string) {
  const sockets = new Set<Socket>();
  const peer = { port: 0, connections: 0, sockets };
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // Without a reader a closed connection would go unnoticed.
    script(socket.resume(), ++peer.connections);
  });
  peer.port = await listening(server, host);
  closers.push(() => sockets.forEach((socket) => void socket.destroy()));
  return peer;
}

async function httpPeer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const peer = { port: 0, requests: [] as IncomingMessage[] };
  const server: HttpServer = createServer((request, response) => {
    peer.requests.push(request);
    answer(request, response);
  });
  peer.port = await listening(server);
  closers.push(() => server.closeAllConnections());
  return peer;
}

/** Runs `script` for each request that a raw peer sees, with its number on that connection. */
function onRequest(socket: Socket, script: (number: number) => void): void {
  let seen = 0;
  socket.on('data', () => script(++seen));
}

async function failure(request: Promise<unknown>): Promise<OutgoingError> {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

/** Lets undici put a connection back: it checks for a turn that nothing more comes. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    if (Date.now() > end) throw new Error('waited a minute in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const get = (port: number, path = '/', timeoutMs = 5_000) => ({
  method: 'GET' as const,
  url: `http://127.0.0.1:${port}${path}`,
  timeoutMs,
});

describe('which addresses may be called', () => {
  const everything = ['0.0.0.0/0', '::/0', '169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'];

  test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f::1', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(new AddressGuard([]).reachOf(address)).toBe('public');
  });

  test.each(
    '127.0.0.1 127.8.8.8 ::1 10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 198.18.0.1 192.0.2.1 fd12::1 ::ffff:10.0.0.1'.split(
      ' ',
    ),
  )('%s is closed, and opens when it is listed', (address) => {
    expect(new AddressGuard([]).reachOf(address)).toBe('closed');
    expect(new AddressGuard(everything).reachOf(address)).toBe('opened');
  });

  test.each(
    (
      '169.254.169.254 169.254.170.2 fe80::1 fd00:ec2::254 fd00:ec2::23 fd20:ce::254 168.63.129.16 100.100.100.200 192.0.0.192 ' +
      '0.0.0.0 0.1.2.3 :: 224.0.0.1 ff02::1 255.255.255.255 ::ffff:169.254.169.254 ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1 ' +
      '64:ff9b::a9fe:a9fe 2002:7f00:1:: 2001::1 fec0::1 nonsense fe80::1%eth0'
    ).split(' '),
  )('%s stays closed even when it is listed', (address) => {
    expect(new AddressGuard([]).reachOf(address)).toBe('closed');
    expect(new AddressGuard(everything).reachOf(address)).toBe('closed');
  });

  test('a listed range opens itself only', () => {
    const guard = new AddressGuard(['10.1.0.0/16']);
    expect(guard.reachOf('10.1.2.3')).toBe('opened');
    expect(guard.reachOf('10.2.2.3')).toBe('closed');
    expect(guard.reachOf('127.0.0.1')).toBe('closed');
  });
});

describe('which URLs may be saved', () => {
  const check = (url: string, allow: string[] = []) => new AddressGuard(allow).checkUrl(url);

  test.each([
    'https://example.com/hook?a=b',
    'https://example.com:8443/',
    'https://8.8.8.8/x',
    'https://münchen.example/',
  ])('%s may', (url) => expect(check(url)).toBeInstanceOf(URL));

  // Cases 32, 33 and 38. The addresses themselves are asked above.
  test.each([
    'http://169.254.169.254/',
    'https://[fd00:ec2::254]/',
    'https://metadata.google.internal/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost./',
    'https://api.localhost/',
    'https://１２７.０.０.１/',
    'http://example.com/',
    'http://user:pass@example.com/',
    'https://user@example.com/',
    'https://@example.com/',
    'https://evil.example#@example.com/',
    'https://example.com/#part',
    'https://example.com\\@evil.example/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/html,x',
    'https://',
    'not a url',
    '',
    'https://exam\tple.com/',
    'https://example.com/\nx',
    `https://example.com/${'a'.repeat(2048)}`,
    ...[22, 25, 80, 6379].map((port) => `https://example.com:${port}/`),
  ])('%s may not', (url) => {
    const problem = check(url);
    expect(typeof problem).toBe('string');
  });

  test('a listed range opens http and the ports of home servers, for itself only', () => {
    const allow = ['10.0.0.0/8'];
    for (const url of ['http://10.1.1.1:3000/', 'https://10.1.1.1:9443/', 'http://nas.home.example:8080/'])
      expect(check(url, allow)).toBeInstanceOf(URL);
    for (const url of ['http://10.1.1.1:22/', 'http://8.8.8.8/', 'https://192.168.1.1/'])
      expect(typeof check(url, allow)).toBe('string');
    expect(typeof check('http://169.254.169.254/', ['0.0.0.0/0'])).toBe('string');
  });

  test('the service itself may not be the receiver', () => {
    const http = outgoing({ publicUrl: 'https://tracker.example' });
    expect(http.checkUrl('https://tracker.example/api/v1/favorite')).toBe('must not be this service itself');
    expect(http.checkUrl('https://other.example/')).toBeInstanceOf(URL);
  });
});

describe('the guard at the dial', () => {
  const canary = () => rawPeer((socket) => socket.destroy(), '0.0.0.0');

  test('a closed address is refused again at sending, whatever was saved', async () => {
    const peer = await canary();
    const http = outgoing({ allow: [] });
    for (const url of [
      'https://127.0.0.1/',
      `https://127.1:${peer.port}/`,
      'http://user:pass@8.8.8.8/',
      'https://8.8.8.8:22/',
    ]) {
      const error = await failure(http.request({ method: 'POST', url, body: 'x' }));
      expect(error.kind).toBe('blocked');
    }
    expect(peer.connections).toBe(0);
  });

  test('the connector refuses a literal address itself, since none is ever looked up', async () => {
    const connect = guardedConnector({
      guard: new AddressGuard([]),
      reach: 'public',
      resolve: unexpected,
      timeoutMs: 1_000,
      onSocket: () => undefined,
      buildConnector,
    });
    const agent = new Agent({ connect });
    closers.push(() => agent.destroy());
    for (const host of ['127.0.0.1', '127.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '0x7f.1'])
      await expect(agent.request({ origin: `https://${host}`, path: '/', method: 'GET' })).rejects.toMatchObject({
        code: 'EBLOCKED',
      });
  });

  test('a public name that points inside is refused', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '::1', '10.0.0.1', 'fd00:ec2::254']) {
      const error = await failure(
        outgoing({ allow: [], resolve: to(address) }).request({ method: 'GET', url: 'https://rebind.example/' }),
      );
      expect(error.kind).toBe('blocked');
    }
  });

  test('a name with a good and a bad address is dialled at the good one only', async () => {
    const peer = await httpPeer((_, response) => response.end());
    const http = outgoing({ resolve: to('10.0.0.1', '127.0.0.1') });
    const answer = await http.request({ method: 'GET', url: `http://two.example:${peer.port}/` });
    expect(answer.status).toBe(200);
  });

  test("the system's own resolver is asked when no other is given", async () => {
    const peer = await httpPeer((_, response) => response.end());
    const config = Object.assign(new Config(), { outboundAllow: LOOPBACK, publicUrl: null });
    const http = new OutgoingHttp(config);
    closers.push(() => http.onModuleDestroy());
    expect((await http.request({ method: 'GET', url: `http://localhost:${peer.port}/` })).status).toBe(200);
  });

  test('a name that changes between the check and the dial is refused at the dial', async () => {
    const peer = await canary();
    let lookups = 0;
    const resolve: Resolve = () => to(lookups++ === 0 ? '127.0.0.1' : '127.0.0.2')('');
    const error = await failure(
      outgoing({ resolve }).request({ method: 'GET', url: `http://rebind.example:${peer.port}/` }),
    );
    expect(error.kind).toBe('blocked');
    expect([lookups, peer.connections]).toEqual([2, 0]);
  });

  test('a name that was open and becomes public is not called without TLS', async () => {
    let lookups = 0;
    const resolve: Resolve = () => to(lookups++ === 0 ? '127.0.0.1' : '8.8.8.8')('');
    const error = await failure(outgoing({ resolve }).request({ method: 'GET', url: 'http://rebind.example:8080/' }));
    expect(error.kind).toBe('blocked');
  });

  test('a connection that one policy opened does not serve another', async () => {
    const peer = await httpPeer((_, response) => response.end('inside'));
    expect((await outgoing().request(get(peer.port))).status).toBe(200);
    expect((await failure(outgoing({ allow: ['10.0.0.0/8'] }).request(get(peer.port)))).kind).toBe('blocked');
    expect(peer.requests).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])('a %i is an answer and is not followed', async (status) => {
    const target = await canary();
    const peer = await httpPeer((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect((await outgoing().request(get(peer.port))).status).toBe(status);
    expect(target.connections).toBe(0);
  });

  test('in an opened range refused, silent and forbidden read the same, and no answer is shown', async () => {
    const silent = await rawPeer(() => undefined);
    const busy = await httpPeer((_, response) => response.writeHead(500).end('inside knowledge'));
    const http = outgoing();
    const refused = await failure(http.request(get(1031)));
    const late = await failure(http.request(get(silent.port, '/', 100)));
    const forbidden = await failure(http.request({ ...get(busy.port), url: `http://127.0.0.9:${busy.port}/` }));
    expect([refused.kind, late.kind, forbidden.kind]).toEqual(['connect', 'timeout', 'blocked']);
    expect(new Set([refused.message, late.message, forbidden.message]).size).toBe(1);
    expect(await http.request(get(busy.port))).toMatchObject({ status: 500, excerpt: '', body: 'inside knowledge' });
  });
});

describe('slow, large and broken peers', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  test('sends identity encoding and its own name, and reads headers and body', async () => {
    const peer = await httpPeer((_, response) => response.setHeader('retry-after', '7').end('done'));
    const answer = await outgoing().request({
      ...get(peer.port, '/a?b=c'),
      method: 'POST',
      body: 'x',
      headers: { 'x-one': '1' },
    });
    expect(answer).toMatchObject({ status: 200, body: 'done', headers: { 'retry-after': '7' } });
    expect(peer.requests[0]).toMatchObject({ method: 'POST', url: '/a?b=c' });
    expect(peer.requests[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'x-one': '1',
      'user-agent': 'software-update-tracker',
    });
  });

  test('gives the bytes of an answer instead of a text when asked to, and not more of them than of a text', async () => {
    const sent = Buffer.from([0xff, 0x00, 0xe9, ...Buffer.alloc(20_000, 'x')]);
    const peer = await httpPeer((_, response) => response.end(sent));
    const answer = await outgoing().request({ ...get(peer.port), raw: true });
    expect(answer).toMatchObject({ status: 200, body: '', excerpt: '', cut: true });
    expect(answer.bytes).toEqual(sent.subarray(0, 16_384));
  });

  // Case 20.
  test('a peer that says nothing ends at the cap and the connection is closed', async () => {
    const peer = await rawPeer(() => undefined);
    expect((await failure(outgoing().request(get(peer.port, '/', 100)))).kind).toBe('timeout');
    await until(() => peer.sockets.size === 0);
  });

  test('a signal ends all that are under way, also while they wait for a connection, and nothing begins after it', async () => {
    const peer = await rawPeer(() => undefined);
    const done = await httpPeer((_, response) => response.end('done'));
    const http = outgoing();
    const ending = new AbortController();
    const { signal } = ending;
    expect((await http.request({ ...get(done.port), signal })).body).toBe('done');
    // Without the signal they would outlast the test.
    const hanging = Array.from({ length: 12 }, () =>
      failure(http.request({ ...get(peer.port, '/', 600_000), signal })),
    );
    const other = http.request(get(peer.port, '/', 400));
    await until(() => peer.connections === 8);
    ending.abort();
    expect((await Promise.all(hanging)).map(({ kind }) => kind)).toEqual(Array(12).fill('timeout'));
    expect((await failure(http.request({ ...get(done.port), signal }))).kind).toBe('timeout');
    expect(done.requests).toHaveLength(1);
    expect((await failure(other)).kind).toBe('timeout');
  });

  // Case 21.
  test('a status counts although the body trickles until the cap', async () => {
    const peer = await rawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 10).unref();
      socket.on('close', () => clearInterval(drip));
    });
    expect((await outgoing().request(get(peer.port, '/', 200))).status).toBe(200);
    await until(() => peer.sockets.size === 0);
  });

  // Case 22.
  test('a TLS handshake that never comes ends at the connect cap', async () => {
    const peer = await rawPeer(() => undefined);
    const http = outgoing({ limits: { connectMs: 100 } });
    expect((await failure(http.request({ method: 'GET', url: `https://127.0.0.1:${peer.port}/` }))).kind).toBe(
      'timeout',
    );
  });

  // Case 23.
  test('an endless answer is read to 16 KB and closed', async () => {
    const peer = await rawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n');
      const flood = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', flood);
      flood();
    });
    const answer = await outgoing().request(get(peer.port));
    expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(16_384) });
    await until(() => peer.sockets.size === 0);
  });

  test('the next piece of a long answer is read when the one before has been heard', async () => {
    const whole = 'x'.repeat(1_000_000);
    const peer = await httpPeer((_, response) => response.end(whole));
    let hearing = 0;
    let heard = 0;
    const onBytes = async (bytes: number) => {
      expect(++hearing).toBe(1);
      await rest();
      hearing--;
      heard += bytes;
    };
    const answer = await outgoing().request({ ...get(peer.port), maxBytes: 2_000_000, onBytes });
    expect(answer).toMatchObject({ status: 200, cut: false, body: whole });
    expect(heard).toBe(1_000_000);
  });

  test('an answer is cut off when nobody hears of a piece in time, or the hearing fails', async () => {
    const peer = await httpPeer((_, response) => response.end('x'.repeat(1_000_000)));
    const request = { ...get(peer.port, '/', 200), maxBytes: 2_000_000 };
    const never = () => new Promise<void>(() => undefined);
    expect(await outgoing().request({ ...request, onBytes: never })).toMatchObject({ status: 200, cut: true });
    const failing = () => Promise.reject(new Error('no room'));
    expect(await outgoing().request({ ...request, onBytes: failing })).toMatchObject({ status: 200, cut: true });
  });

  // Case 24.
  test('a gzip bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const peer = await httpPeer((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    const answer = await outgoing().request(get(peer.port));
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeLessThanOrEqual(16_384);
  });

  // Case 25.
  test.each([
    ['one header of 1 MB', `X-Big: ${'a'.repeat(1_000_000)}\r\n`],
    ['10,000 headers', 'X-Many: 1\r\n'.repeat(10_000)],
  ])('%s is no valid answer', async (_name, headers) => {
    const peer = await rawPeer((socket) => onRequest(socket, () => socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n`)));
    expect((await failure(outgoing().request(get(peer.port)))).kind).toBe('protocol');
  });

  // Case 26.
  test('a reset before or within the headers is a reset; after a status the status counts', async () => {
    const script: Record<number, (socket: Socket) => void> = {
      1: (socket) => socket.resetAndDestroy(),
      2: (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Ha', () => socket.resetAndDestroy()),
      3: (socket) => socket.write('HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n123', () => socket.end()),
    };
    const peer = await rawPeer((socket, number) => onRequest(socket, () => script[number]?.(socket)));
    const http = outgoing();
    expect((await failure(http.request(get(peer.port)))).kind).toBe('reset');
    expect((await failure(http.request(get(peer.port)))).kind).toBe('reset');
    expect((await http.request(get(peer.port))).status).toBe(201);
    expect(peer.connections).toBe(3);
  });

  // Case 27.
  test.each(['reset', 'end'])('a stale kept-alive connection (%s) costs one more send and no attempt', async (how) => {
    let requests = 0;
    const peer = await rawPeer((socket, connection) =>
      onRequest(socket, (number) => {
        requests++;
        if (connection === 2 || number === 1) return socket.write(OK);
        return how === 'reset' ? socket.resetAndDestroy() : socket.destroy();
      }),
    );
    const http = outgoing();
    expect((await http.request(get(peer.port))).status).toBe(200);
    await rest();
    expect((await http.request(get(peer.port))).status).toBe(200);
    expect([requests, peer.connections]).toEqual([3, 2]);
  });

  test('nothing is sent again once a byte of an answer came', async () => {
    let requests = 0;
    const peer = await rawPeer((socket) =>
      onRequest(socket, (number) => {
        requests++;
        if (number === 1) socket.write(OK);
        else socket.write('HTTP/1.1 20', () => socket.destroy());
      }),
    );
    const http = outgoing();
    await http.request(get(peer.port));
    await rest();
    expect((await failure(http.request(get(peer.port)))).kind).toBe('reset');
    expect([requests, peer.connections]).toEqual([2, 1]);
  });

  test('a stale connection is tried once more, not for ever', async () => {
    const peer = await rawPeer((socket, connection) =>
      onRequest(socket, (number) => (connection === 1 && number === 1 ? socket.write(OK) : socket.resetAndDestroy())),
    );
    const http = outgoing();
    await http.request(get(peer.port));
    await rest();
    expect((await failure(http.request(get(peer.port)))).kind).toBe('reset');
    expect(peer.connections).toBe(2);
  });

  // Case 18.
  test.each([
    ['HTTP/0.9', 'hello\n'],
    ['101 without being asked', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('%s is no valid answer', async (_name, bytes) => {
    const peer = await rawPeer((socket) => onRequest(socket, () => socket.write(bytes)));
    expect((await failure(outgoing().request(get(peer.port)))).kind).toBe('protocol');
  });

  // Case 28.
  test('a certificate of nobody is refused', async () => {
    const options = tlsOptions();
    const server = createTlsServer({ key: options.key, cert: options.cert }, (_, response) => response.end());
    const port = await listening(server);
    closers.push(() => server.closeAllConnections());
    expect((await failure(outgoing().request({ method: 'GET', url: `https://127.0.0.1:${port}/` }))).kind).toBe('tls');
  });

  // Case 29.
  test('a name that is not found, and a resolver that hangs, are faults of DNS', async () => {
    const missing: Resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    let lookups = 0;
    const hanging: Resolve = () => new Promise(() => void lookups++);
    const request = { method: 'GET' as const, url: 'https://nowhere.example/secret-path' };
    for (const allow of [[], LOOPBACK]) {
      const error = await failure(outgoing({ allow, resolve: missing }).request(request));
      // The operator's log has the reason, users have not.
      expect(error).toMatchObject({
        kind: 'dns',
        hidden: true,
        message: new OutgoingError('blocked').message,
        detail: 'The name of the host was not found (ENOTFOUND)',
      });
    }
    const http = outgoing({ allow: [], resolve: hanging, limits: { lookupMs: 100 } });
    const errors = await Promise.all([failure(http.request(request)), failure(http.request(request))]);
    expect(errors.map(({ kind }) => kind)).toEqual(['dns', 'dns']);
    expect(lookups).toBe(1);
  });

  // Case 30.
  test('a dead host gets at most 8 connections, and another host is served meanwhile', async () => {
    const dead = await rawPeer(() => undefined);
    const alive = await httpPeer((_, response) => response.end());
    const http = outgoing();
    const waiting = Array.from({ length: 40 }, () => failure(http.request(get(dead.port))));
    await until(() => dead.connections >= 8);
    expect((await http.request(get(alive.port))).status).toBe(200);
    expect(dead.connections).toBe(8);
    await http.onModuleDestroy();
    expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['reset']));
    await until(() => dead.sockets.size === 0);
  });

  test('a request that waits for a connection ends at its cap, and is never sent', async () => {
    const seen: string[] = [];
    const dead = await rawPeer((socket) => socket.on('data', (data) => seen.push(String(data).split(' ')[1]!)));
    const http = outgoing();
    const busy = Array.from({ length: 8 }, () => failure(http.request(get(dead.port, '/busy', 400))));
    await until(() => seen.length === 8);
    expect((await failure(http.request(get(dead.port, '/late', 100)))).kind).toBe('timeout');
    await Promise.all(busy);
    await rest();
    expect(seen).not.toContain('/late');
  });

  // Case 94.
  test('no error names the path or the query of the URL', async () => {
    const reset = await rawPeer((socket) => onRequest(socket, () => socket.destroy()));
    const garbage = await rawPeer((socket) => onRequest(socket, () => socket.write('canary-secret\n')));
    const http = outgoing({ resolve: to('127.0.0.1') });
    const urls = [reset.port, garbage.port, 1031].map(
      (port) => `http://hook.example:${port}/canary-secret?t=canary-secret`,
    );
    for (const url of [...urls, 'http://127.0.0.1:22/canary-secret']) {
      const error = await failure(http.request({ method: 'GET', url, timeoutMs: 500 }));
      expect(JSON.stringify([error.message, error.stack, error])).not.toContain('canary-secret');
    }
  });
});

describe('what is shown of an answer', () => {
  const url = new URL('https://hook.example/T0000/canary-token?key=query-canary');

  test('at most 500 printable characters, never half of one', () => {
    const shown = excerptOf(`a\u0000b\u202Ec\ud800d\r\n ${'😀'.repeat(600)}`, url, {});
    expect(shown.startsWith('a b c d 😀')).toBe(true);
    expect([...shown]).toHaveLength(500);
    expect(shown.isWellFormed?.() ?? true).toBe(true);
  });

  test('without the secrets of the request that a receiver may echo', () => {
    const headers = {
      authorization: 'Bearer header-canary',
      'webhook-signature': 'v1,signature-canary',
      accept: 'text/plain',
    };
    const echo = `POST /T0000/canary-token?key=query-canary authorization: Bearer header-canary v1,signature-canary "header-canary" text/plain`;
    const shown = excerptOf(echo, url, headers);
    expect(shown).not.toMatch(/canary/);
    expect(shown).toContain('text/plain');
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test.each<[string | string[] | undefined, number | null]>([
    ['120', 120],
    [' 5 ', 5],
    [['30', '40'], 30],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120],
    ['Friday, 20-Nov-26 12:02:00 GMT', 120],
    ['Fri Nov 20 12:02:00 2026', 120],
    ['999999999', 86_400],
    ['Sat, 20 Nov 2027 12:00:00 GMT', 86_400],
    ['Fri, 20 Nov 2026 11:00:00 GMT', null],
    ['-1', null],
    ['0', null],
    ['1.5', null],
    ['abc', null],
    ['abc 1', null],
    ['2026', 2026],
    ['', null],
    [undefined, null],
  ])('%j is %j seconds', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds));
});

describe("an address of the operator's own", () => {
  const ask = (http: OutgoingHttp, url: string, trusted: boolean) =>
    http.request({ method: 'POST', url, body: '{}', trusted });

  test('is reached although it is inside, and its words are not shown', async () => {
    const peer = await httpPeer((_request, response) => response.writeHead(500).end('inside'));
    const http = outgoing({ allow: [], appriseUrl: `http://127.0.0.1:${peer.port}/tools` });
    const answer = await ask(http, `http://127.0.0.1:${peer.port}/tools/notify/key`, true);
    expect(answer).toMatchObject({ status: 500, body: 'inside', excerpt: '' });
  });

  test('may be a name that only the network inside knows', async () => {
    const peer = await httpPeer((_request, response) => response.end());
    const appriseUrl = `http://apprise:${peer.port}`;
    const http = outgoing({ allow: [], resolve: to('127.0.0.1'), appriseUrl });
    expect((await ask(http, `${appriseUrl}/notify/key`, true)).status).toBe(200);
  });

  test('is no way for users: without the mark the guard holds, also on a connection that is open', async () => {
    const peer = await httpPeer((_request, response) => response.end());
    const appriseUrl = `http://127.0.0.1:${peer.port}`;
    const http = outgoing({ allow: [], appriseUrl });
    await ask(http, appriseUrl, true);
    await expect(ask(http, appriseUrl, false)).rejects.toMatchObject({ kind: 'blocked' });
    expect(http.checkUrl(appriseUrl)).not.toBeInstanceOf(URL);
    expect(peer.requests).toHaveLength(1);
  });

  test.each([
    'http://127.0.0.1:1025/',
    'https://127.0.0.1:1024/',
    'http://127.0.0.2:1024/',
    'http://127.0.0.1:1024@example.com/',
    'https://example.com/',
    'no URL',
  ])('with the mark nothing else is called: %s', async (url) => {
    for (const appriseUrl of ['http://127.0.0.1:1024', undefined])
      await expect(ask(outgoing({ appriseUrl: appriseUrl! }), url, true)).rejects.toMatchObject({ kind: 'blocked' });
  });

  test('no redirect is followed, and the time is limited', async () => {
    const peer = await httpPeer((request, response) => {
      if (request.url === '/slow') return;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const appriseUrl = `http://127.0.0.1:${peer.port}`;
    const http = outgoing({ allow: [], appriseUrl, limits: { totalMs: 150 } });
    expect((await ask(http, `${appriseUrl}/there`, true)).status).toBe(302);
    await expect(ask(http, `${appriseUrl}/slow`, true)).rejects.toMatchObject({ kind: 'timeout' });
    expect(peer.requests.map(({ url }) => url)).toEqual(['/there', '/slow']);
  });
});
