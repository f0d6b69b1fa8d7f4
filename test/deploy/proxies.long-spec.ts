import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ofHttp, type Server } from 'node:http';
import { request as ofHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newAuthority } from '../setup/certificates';
import { eventually } from '../setup/eventually';

const DEPLOY = join(__dirname, '..', '..', 'deploy');
/** Longer than any of the proxies takes to notice that a replica is not ready. */
const NOTICED_MS = 4_000;

/** A stand-in of the service, which would answer every path that gets through to it. */
class Replica {
  isReady = true;
  readonly asked: string[] = [];
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<Replica> {
    const server = createServer((request, response) => {
      const { url = '' } = request;
      if (!url.startsWith('/health/')) replica.asked.push(url);
      response.statusCode = url === '/health/ready' && !replica.isReady ? 503 : 200;
      response.end('a replica');
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const replica = new Replica(server, (server.address() as AddressInfo).port);
    return replica;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}

interface Setup {
  folder: string;
  port: number;
  healthPort: number;
  replicas: number[];
}

interface Start {
  args: string[];
  env?: Record<string, string>;
  isHttps?: true;
}

/** The files of `deploy`, with other addresses. */
const PROXIES: Record<string, (setup: Setup) => Start> = {
  haproxy: ({ port, healthPort, replicas: [one, two] }) => ({
    args: ['-f', join(DEPLOY, 'haproxy.cfg')],
    env: {
      LISTEN: `127.0.0.1:${port}`,
      HEALTH_LISTEN: `127.0.0.1:${healthPort}`,
      TRACKER_1: `127.0.0.1:${one}`,
      TRACKER_2: `127.0.0.1:${two}`,
    },
  }),
  nginx: ({ folder, port, replicas: [one, two] }) => {
    const { cert, key } = newAuthority().issue({ address: [127, 0, 0, 1], ends: 1 });
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
      .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
      .replace('listen [::]:443 ssl http2;', '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl;`)
      .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`)
      .replace(/access_log \/.*/, 'access_log off;')
      .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${two}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/tmp;`)
      .join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { ${temporary}\n${site}\n}`,
    );
    mkdirSync(join(folder, 'tmp'));
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')], isHttps: true };
  },
  caddy: ({ folder, port, replicas: [one, two] }) => {
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')}`);
    return {
      args: ['run', '--config', file, '--adapter', 'caddyfile'],
      env: {
        HOME: folder,
        SITE: `http://127.0.0.1:${port}`,
        TRACKER_1: `127.0.0.1:${one}`,
        TRACKER_2: `127.0.0.1:${two}`,
      },
    };
  },
};

const isInstalled = (program: string) =>
  spawnSync(program, [program === 'caddy' ? 'version' : '-v']).error === undefined;

async function freePort(): Promise<number> {
  const probe = await Replica.start();
  await probe.stop();
  return probe.port;
}

describe.each(Object.keys(PROXIES))('%s, as deploy has it', (program) => {
  // CI installs them.
  const its = isInstalled(program) ? it : it.skip;
  let folder: string;
  let replicas: Replica[];
  let proxy: ChildProcess;
  let get: (path: string) => Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>;

  beforeEach(async () => {
    if (!isInstalled(program)) return;
    folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    replicas = [await Replica.start(), await Replica.start()];
    const port = await freePort();
    const healthPort = await freePort();
    const { args, env, isHttps } = PROXIES[program]!({
      folder,
      port,
      healthPort,
      replicas: replicas.map((one) => one.port),
    });
    proxy = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [proxy.stdout!, proxy.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk));
    get = async (path) => {
      // As it is written: fetch would rewrite some paths.
      const options = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false };
      const request = (isHttps ? ofHttps : ofHttp)(options).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const body = (await response.setEncoding('utf8').toArray()).join('');
      return { status: response.statusCode!, headers: response.headers, body };
    };
    await eventually(async () => proxy.exitCode !== null || (await get('/')).status === 200);
    if (proxy.exitCode !== null) throw new Error(said);
  });

  afterEach(async () => {
    if (!isInstalled(program)) return;
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'exit');
    for (const replica of replicas) await replica.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  its('hides what is for operators, however it is written', async () => {
    for (const path of ['/metrics', '/health/live', '/health/ready'])
      for (const spelling of [
        path,
        `${path}/`,
        `${path}?x=1`,
        `/${path}`,
        path.toUpperCase(),
        path.replace('e', '%65'),
        path.replace('e', '%45'),
        `${path}.`,
        `${path}%2f`,
        `${path}/x`,
      ])
        expect([spelling, (await get(spelling)).status]).toEqual([spelling, 404]);
    expect((await get('/api/v1/metrics')).status).toBe(200);
  });

  its('asks the replica that is ready while there is one, and any one that is alive while there is none', async () => {
    const [one, two] = replicas as [Replica, Replica];
    one.isReady = two.isReady = false;
    await pause(NOTICED_MS);
    for (let asked = 0; asked < 20; asked++) {
      expect((await get('/api/v1/summary')).status).toBe(200);
      await pause(50);
    }
    expect((await get('/api/v1/events')).status).toBe(200);
    if (program === 'nginx') return; // asks nobody whether they are ready
    two.isReady = true;
    await pause(NOTICED_MS);
    one.asked.length = 0;
    for (let asked = 0; asked < 20; asked++) expect((await get('/api/v1/summary')).status).toBe(200);
    expect(one.asked).toEqual([]);
  });

  its('goes on with the other one when a replica is gone while none is ready', async () => {
    const [one, two] = replicas as [Replica, Replica];
    one.isReady = two.isReady = false;
    await pause(NOTICED_MS);
    await one.stop();
    await pause(NOTICED_MS);
    for (let asked = 0; asked < 20; asked++) expect((await get('/api/v1/summary')).status).toBe(200);
  });

  its('says when to try again while there is no replica', async () => {
    for (const replica of replicas) await replica.stop();
    await pause(NOTICED_MS);
    const { status, headers, body } = await get('/api/v1/summary');
    expect(status).toBe(503);
    if (program === 'caddy') return; // its second way has no third
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '5' });
    expect(JSON.parse(body)).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  });
});
