import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInventory } from 'inventory-reader';
import { eventually } from '../setup/eventually';

const SCRIPT = join(__dirname, '..', '..', 'deploy', 'collector', 'collect.sh');
const OCI = 'org.opencontainers.image.';

/** As Docker answers, with what nobody else is to see. */
const CONTAINERS: Record<string, { Name: string; Config: object; HostConfig: object; Args: string[] }> = {
  aaa1: {
    Name: '/dashboards',
    Args: ['canary-argument'],
    HostConfig: { Binds: ['/canary-folder:/data'] },
    Config: {
      Image: 'grafana/grafana:latest',
      Labels: {
        [`${OCI}version`]: '13.0.4',
        [`${OCI}source`]: 'https://github.com/grafana/grafana',
        'traefik.rule': 'canary-label',
        'wud.tag.include': '^13\\.',
        'wud.trigger.include': 'canary-trigger',
        'diun.enable': 'true',
      },
      Env: ['GF_PASSWORD=canary-password', 'KEY_VERSION=canary-key'],
      Cmd: ['canary-command'],
    },
  },
  aaa2: {
    Name: '/web',
    Args: [],
    HostConfig: {},
    Config: { Image: 'nginx:latest', Labels: null, Env: ['NGINX_VERSION=1.29.1', 'NJS_VERSION=0.9.1'] },
  },
};

describe('the collector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'collector-'));
  const closing: (() => void)[] = [];
  const received: { path: string; authorization: string | undefined; body: string }[] = [];
  let statuses: number[] = [];
  let tracker: string;

  const listening = async (listener: RequestListener, at?: string): Promise<string> => {
    const server: Server = createServer(listener);
    server.listen(at ?? { host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    closing.push(() => (server.closeAllConnections(), server.close()));
    return at === undefined ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${at}`;
  };

  beforeAll(async () => {
    tracker = await listening((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        received.push({ path: request.url!, authorization: request.headers.authorization, body });
        response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            data: { counts: { added: 2, created: 0, moved: 0, removed: 0, unchanged: 0, unmatched: 0 } },
          }),
        );
      });
    });
  });

  beforeEach(() => {
    received.length = 0;
    statuses = [];
  });

  afterAll(() => {
    for (const close of closing) close();
    rmSync(folder, { recursive: true });
  });

  const run = (environment: Record<string, string>) => {
    const child = spawn('sh', [SCRIPT], {
      env: {
        PATH: process.env.PATH,
        TRACKER_URL: tracker,
        TRACKER_TOKEN: 'token-1',
        INVENTORY: 'host-1',
        POD: '/nowhere',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    closing.push(() => child.kill('SIGKILL'));
    return { child, said: () => said };
  };

  let hidden: string | undefined;
  let events: import('node:http').ServerResponse | undefined;
  const docker: RequestListener = ({ url = '' }, response) => {
    const id = /^\/containers\/(\w+)\/json$/.exec(url)?.[1];
    if (url.startsWith('/events?')) {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      events = response;
    } else if (url === '/containers/json') {
      const listed = Object.entries(CONTAINERS).map(([Id, { Name, Config }]) => ({ Id, Names: [Name], ...Config }));
      response.end(JSON.stringify(listed));
    } else if (id === hidden) response.writeHead(500).end();
    else if (id !== undefined && id in CONTAINERS) response.end(JSON.stringify(CONTAINERS[id]));
    else response.writeHead(404).end();
  };

  it('sends what a version is read from, and nothing else', async () => {
    const socket = await listening(docker, join(folder, 'docker.sock'));
    const { child, said } = run({ DOCKER_HOST: socket, ONCE: '1', ENVIRONMENT: 'home lab' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said()).toBe('collector: added 2, created 0, moved 0, removed 0, unchanged 0, unmatched 0\n');
    const [{ path, authorization, body }] = received as [(typeof received)[number]];
    expect([decodeURIComponent(path), authorization]).toEqual([
      '/api/v1/inventory/host-1/content?format=auto&environment=home lab',
      'Bearer token-1',
    ]);
    expect(body).not.toMatch(/canary|NJS|wud|diun/);
    expect(readInventory(Buffer.from(body)).components).toMatchObject([
      { name: 'grafana/grafana', version: '13.0.4', where: '/dashboards' },
      { name: 'nginx', version: '1.29.1', where: '/web' },
    ]);
  });

  it('sends the labels of other trackers that it is told to send, and no others', async () => {
    const socket = await listening(docker, join(folder, 'labels.sock'));
    const { child } = run({ DOCKER_HOST: socket, ONCE: '1', LABELS: 'wud.tag.* diun.enable' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    const [{ body }] = received as [(typeof received)[number]];
    expect(body).not.toMatch(/canary|NJS/);
    expect(body).toMatch('"diun.enable":"true"');
    expect(readInventory(Buffer.from(body)).components).toMatchObject([
      { name: 'grafana/grafana', policy: { labels: ['wud.tag.include'], series: '13' } },
      { name: 'nginx' },
    ]);
  });

  it('keeps a container of which Docker shows no details', async () => {
    const socket = await listening(docker, join(folder, 'hidden.sock'));
    hidden = 'aaa1';
    const { child, said } = run({ DOCKER_HOST: socket, ONCE: '1' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    hidden = undefined;
    expect(said()).toMatch(/^curl: .* 500\ncollector: no details of container aaa1\n/);
    expect(received[0]!.body).not.toMatch(/canary|NJS/);
    expect(readInventory(Buffer.from(received[0]!.body)).components).toMatchObject([
      { name: 'grafana/grafana', version: '13.0.4', where: '/dashboards' },
      { name: 'nginx', version: '1.29.1' },
    ]);
  });

  it('sends again when a container comes or goes, and after the tracker was away', async () => {
    const socket = await listening(docker, join(folder, 'again.sock'));
    statuses = [503];
    const { child, said } = run({ DOCKER_HOST: socket, SETTLE: '0' });
    await eventually(() => received.length === 2 && events !== undefined);
    expect(said()).toMatch(/the tracker answered 503\ncollector: trying again in [5-7] s\n/);
    events!.write('{"Type":"container","Action":"start"}\n');
    await eventually(() => received.length === 3);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('sends nothing while Docker does not answer, and tries again', async () => {
    const { child, said } = run({ DOCKER_HOST: `unix://${join(folder, 'nobody.sock')}` });
    await eventually(() => said().includes('trying again'));
    expect(received).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('says why the tracker refuses it, and does not send it again', async () => {
    const socket = await listening(docker, join(folder, 'refused.sock'));
    statuses = [401];
    const { child, said } = run({ DOCKER_HOST: socket, ONCE: '1' });
    await once(child, 'exit');
    expect([received.length, said()]).toEqual([1, 'collector: the tracker refused it:  (401)\n']);
  });

  it('asks Kubernetes for its pods where it runs in one', async () => {
    const pod = {
      metadata: { namespace: 'shop', name: 'web-1', annotations: { secret: 'canary' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.29.1', env: [{ value: 'canary' }] }] },
    };
    const asked: (string | undefined)[] = [];
    const api = await listening((request, response) => {
      asked.push(request.url, request.headers.authorization);
      response.end(JSON.stringify({ items: [pod] }));
    });
    for (const name of ['token', 'ca.crt']) writeFileSync(join(folder, name), name === 'token' ? 'of-the-pod' : '');
    const { child } = run({ POD: folder, KUBERNETES: api, ONCE: '1' });
    await once(child, 'exit');
    expect(asked).toEqual(['/api/v1/pods', 'Bearer of-the-pod']);
    expect(received[0]!.body).not.toContain('canary');
    expect(readInventory(Buffer.from(received[0]!.body)).components).toMatchObject([
      { name: 'nginx', version: '1.29.1' },
    ]);
  });
});
