import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';

/** A Redis server, as CI has one; without it the part about Redis is left out. */
const REDIS_URL = process.env.TEST_REDIS_URL || null;

const LIMIT = 400;
const FAILURES = 40;

const withServer = onServerDatabase ? describe : describe.skip;
// The embedded database has one service.
const withRedis = REDIS_URL && onServerDatabase ? describe : describe.skip;

/** Where the failures of this machine are counted. */
const FAILED_HERE = 'software-update-tracker:failed-auth:127.0.0.1';

const redis = () => createClient({ url: REDIS_URL! });

async function onRedis(work: (client: ReturnType<typeof redis>) => Promise<number>): Promise<number> {
  const client = redis();
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

async function statusOf(server: Server, token: string): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/profile`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

/** How many of so many requests were answered with this. */
async function count(server: Server, requests: number, status: number, token: (n: number) => string) {
  let found = 0;
  for (let n = 0; n < requests; n++) if ((await statusOf(server, token(n))) === status) found++;
  return found;
}

const guess = (n: number) => `sut_${String(n).padEnd(43, 'x')}`;

/** How many were answered with something else until this came, however slow the store is to answer. */
async function until(server: Server, status: number, token: (n: number) => string): Promise<number> {
  let others = -1;
  await eventually(async () => (others++, (await statusOf(server, token(others))) === status));
  return others;
}

/** Each replica for itself would give all of the limit: fewer is what the others told it. */
function sharedLimits(more: () => Record<string, string>): void {
  let stage: Stage;
  let first: Server;
  let second: Server;
  let token: string;

  beforeAll(async () => {
    const limits = { RATE_LIMIT: `${LIMIT}/1h`, RATE_LIMIT_FAILED_AUTH: `${FAILURES}/1h` };
    stage = await createStage({ ...limits, WORKER: 'false', ...more() });
    const { stdout } = await stage.cli(['token', 'create', '--user', 'ada']);
    token = stdout.trim();
    [first, second] = await Promise.all([stage.serve(), stage.serve()]);
  });

  afterAll(() => stage.drop());

  it('holds for what a token asks of all of them', async () => {
    expect(await count(first, LIMIT + 5, 200, () => token)).toBe(LIMIT);
    expect(await until(second, 429, () => token)).toBeLessThan(LIMIT);
  });

  it('holds for an address that guesses at all of them', async () => {
    expect(await count(first, FAILURES + 5, 401, guess)).toBe(FAILURES);
    expect(await until(second, 429, guess)).toBeLessThan(FAILURES);
  });

  it('outlives a replica that is killed', async () => {
    await first.stop('SIGKILL');
    first = await stage.serve();
    expect(await until(first, 429, () => token)).toBeLessThan(LIMIT);
  });
}

withServer('a limit that replicas share through the database', () => sharedLimits(() => ({})));

withRedis('a limit that replicas share through Redis', () => {
  // What a run before this one left, which would count for an hour.
  beforeAll(() => onRedis((client) => client.del(FAILED_HERE)));

  sharedLimits(() => ({ REDIS_URL: REDIS_URL! }));
});

describe('a limit whose Redis is away', () => {
  let stage: Stage;
  let server: Server;

  beforeAll(async () => {
    // A port at which nobody listens.
    const environment = { REDIS_URL: 'redis://:canaryPassword@127.0.0.1:1', RATE_LIMIT: `${LIMIT}/1h` };
    stage = await createStage({ ...environment, WORKER: 'false' });
    server = await stage.serve();
  });

  afterAll(() => stage.drop());

  it('holds in each replica, says so once, and nobody gets another answer for it', async () => {
    const token = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
    expect(await count(server, LIMIT + 10, 200, () => token)).toBe(LIMIT);
    expect(await statusOf(server, token)).toBe(429);
    await eventually(() => server.output.stdout.includes('rate limits are not shared'));
    expect(server.output.stdout.match(/rate limits are not shared/g)).toHaveLength(1);
    expect(server.output.stdout).not.toContain('canaryPassword');
    const { code } = await server.stop();
    expect(code).toBe(0);
  });
});

withRedis('what is in Redis', () => {
  it('ends by itself, under keys of this service', async () => {
    const token = randomUUID();
    const stage = await createStage({ REDIS_URL: REDIS_URL!, RATE_LIMIT_FAILED_AUTH: '4/1h', WORKER: 'false' });
    const server = await stage.serve();
    expect(await statusOf(server, token)).toBe(401);
    await eventually(async () => expect(await onRedis((client) => client.ttl(FAILED_HERE))).toBeGreaterThan(0));
    await onRedis((client) => client.del(FAILED_HERE));
    await stage.drop();
  });
});
