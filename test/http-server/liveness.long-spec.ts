import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { product } from '../setup/catalogue';
import { createStage, type Server, type Stage } from '../setup/process';
import { atScale, LONG } from '../setup/scale';

/** Milliseconds of the slowest but one in a hundred; on a busy machine, so many times as long as while nothing else is asked. */
const P99_MS = 250;
const TIMES_IDLE = 10;
/** Milliseconds between two looks, and for which it is looked at least. */
const EVERY = 10;
const LONG_ENOUGH = atScale(500, 3_000);

const PRODUCTS = 200;
const VERSIONS = 100;
const LARGE_LIST = '/api/v1/software?includeVersions&per_page=200';
const SLOW_PATTERN = '(?:.*.*.*.*.*){9}(!)';

let stage: Stage;
let server: Server;
let token: string;
let idle: number;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  stage = await createStage({ WORKER: 'false', RATE_LIMIT: 'off' });
  const versions = (many: number) => Array.from({ length: many }, (_, at) => `1.${at}`);
  const records = [
    product('nginx', ['1.0']),
    ...Array.from({ length: PRODUCTS }, (_, at) => product(`Product ${at}`, versions(VERSIONS))),
  ];
  await stage.json(['catalogue', 'import', '-'], records.map((record) => JSON.stringify(record)).join('\n'));
  token = (
    await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write,inventory:write,catalogue:write'])
  ).stdout.trim();
  server = await stage.serve();
  idle = (await latencies(sleep(LONG_ENOUGH))).p99;
});

afterAll(async () => {
  agent.destroy();
  await stage.drop();
});

/** Of `/health/live`, until what is done meanwhile has ended. */
async function latencies(work: Promise<unknown>): Promise<{ p99: number; worst: number; count: number }> {
  let isOver = false;
  const ended = Promise.all([work, sleep(LONG_ENOUGH)]).finally(() => (isOver = true));
  const all: number[] = [];
  while (!isOver) {
    const begun = performance.now();
    await alive();
    all.push(performance.now() - begun);
    await sleep(EVERY);
  }
  await ended;
  all.sort((a, b) => a - b);
  return { p99: all[Math.ceil(all.length * 0.99) - 1]!, worst: all.at(-1)!, count: all.length };
}

async function alive(): Promise<void> {
  const [answer] = (await once(get(`${server.url}/health/live`, { agent }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  expect(answer.statusCode).toBe(200);
}

/** @returns the status; what is answered is not kept */
async function send(method: string, path: string, body = '', type = 'application/octet-stream'): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const request = httpRequest(`${server.url}${path}`, { method, headers });
  const answered = once(request, 'response');
  request.end(body);
  const [answer] = (await answered) as [IncomingMessage];
  await once(answer.resume(), 'close');
  return answer.statusCode!;
}

/** Sends a byte a second, until it is answered or the time is over. */
async function drip(path: string, seconds: number): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-length': 1_000 };
  const request = httpRequest(`${server.url}${path}`, { method: 'PUT', headers });
  let status: number | null = null;
  request.on('response', (answer) => (status = answer.resume().statusCode!)).on('error', () => undefined);
  for (let second = 0; second < seconds && status === null; second++) {
    request.write('n');
    await sleep(1_000);
  }
  request.destroy();
  return status;
}

const many = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));
const inventory = (name: string, query: string, body: string) =>
  send('PUT', `/api/v1/inventory/${name}/content?${query}`, body);
const counted = (statuses: unknown[]) => [...new Set(statuses)].sort();

/** What one user may do to all others, and how it ends. */
const CASES: [what: string, attack: () => Promise<unknown>, outcome: unknown][] = [
  [
    'an inventory with 20,000 versions of one product is tried',
    () => inventory('versions', 'dry_run', Array.from({ length: 20_000 }, (_, at) => `nginx 1.${at}`).join('\n')),
    200,
  ],
  [
    'an inventory of 20 MB with components without a version is tried',
    () => {
      const components = Array.from({ length: 1_400_000 }, () => '{"name":"a"}').join(',');
      return inventory(
        'names',
        'dry_run',
        `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${components}]}`,
      );
    },
    422,
  ],
  [
    'a compose file with 245,000 services is tried',
    () => inventory('services', 'dry_run', `services:\n${' a: {image: a}\n'.repeat(245_000)}`),
    200,
  ],
  [
    'uploads drip a byte a second',
    async () => counted(await many(24, (at) => drip(`/api/v1/inventory/slow-${at}/content`, 5))),
    [429, null],
  ],
  ['600 large lists are asked for', async () => counted(await many(600, () => send('GET', LARGE_LIST))), [200, 429]],
  [
    'a product with 5,000 versions has a slow pattern',
    () => {
      const labels = Array.from(
        { length: 5_000 },
        (_, at) => `release ${at} of a long name that the pattern walks through`,
      );
      const record = { ...product('Slow', labels), ordering: { scheme: 'generic', tag_pattern: SLOW_PATTERN } };
      return send('POST', '/api/v1/catalogue', JSON.stringify(record), 'application/x-ndjson');
    },
    200,
  ],
];

describe('the service answers others while', () => {
  it.each(CASES)('%s', async (_what, attack, outcome) => {
    const attacked = attack();
    const { p99, worst, count } = await latencies(attacked);
    expect(await attacked).toEqual(outcome);
    expect(count).toBeGreaterThan(1);
    const most = Math.max(P99_MS, TIMES_IDLE * idle);
    if (LONG && p99 > most)
      throw new Error(`p99 ${p99.toFixed()} ms of ${count}, worst ${worst.toFixed()}; idle ${idle.toFixed(1)}`);
  });

  it('all that was done, in a container of 512 MB', () => {
    const most = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1];
    expect(Number(most)).toBeLessThan(512 * 1_024);
  });
});
