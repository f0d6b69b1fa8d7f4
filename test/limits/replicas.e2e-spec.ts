import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';

/** A Redis server, as CI has one; without it the part about Redis is left out. */
const REDIS_URL = process.env.TEST_REDIS_URL || null;

const LIMIT = 60;
/** A twentieth of it. */
const PORTION = 3;

const withServer = onServerDatabase ? describe : describe.skip;
const withRedis = REDIS_URL ? describe : describe.skip;

async function statusOf(server: Server, token: string): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/profile`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

/** How many of so many requests, to the replicas in turn, were answered with this. */
async function count(servers: Server[], requests: number, status: number, token: (n: number) => string) {
  let found = 0;
  for (let n = 0; n < requests; n++) if ((await statusOf(servers[n % servers.length]!, token(n))) === status) found++;
  return found;
}

function sharedLimits(more: () => Record<string, string>): void {
  let stage: Stage;
  let replicas: Server[];
  let token: string;

  beforeAll(async () => {
    stage = await createStage({
      RATE_LIMIT: `${LIMIT}/1h`,
      RATE_LIMIT_FAILED_AUTH: '4/1h',
      WORKER: 'false',
      ...more(),
    });
    const { stdout } = await stage.cli(['migrate']).then(() => stage.cli(['token', 'create', '--user', 'ada']));
    token = stdout.trim();
    replicas = await Promise.all([stage.serve(), stage.serve()]);
  });

  afterAll(() => stage.drop());

  it('holds for what a token asks of all of them', async () => {
    const got = await count(replicas, 2 * LIMIT, 200, () => token);
    expect(got).toBeGreaterThanOrEqual(LIMIT);
    // Beside the portion of one replica, what is asked while the other one hears of it.
    expect(got).toBeLessThanOrEqual(LIMIT + 2 * PORTION);
    for (const replica of replicas) expect(await statusOf(replica, token)).toBe(429);
  });

  it('holds for an address that guesses at all of them', async () => {
    const guesses = await count(replicas, 20, 401, (n) => `sut_${String(n).padEnd(43, 'x')}`);
    expect(guesses).toBeGreaterThanOrEqual(4);
    expect(guesses).toBeLessThanOrEqual(6);
  });

  it('outlives a replica that is killed', async () => {
    await replicas[0]!.stop('SIGKILL');
    replicas[0] = await stage.serve();
    expect(await count([replicas[0]], 2 * PORTION + 2, 200, () => token)).toBeLessThanOrEqual(2 * PORTION);
  });
}

withServer('a limit that replicas share through the database', () => sharedLimits(() => ({})));

withRedis('a limit that replicas share through Redis', () => {
  const url = new URL(REDIS_URL ?? 'redis://127.0.0.1');

  sharedLimits(() => ({ REDIS_URL: url.href }));
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
    expect(await count([server], LIMIT + 10, 200, () => token)).toBe(LIMIT);
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
    const client = createClient({ url: REDIS_URL! });
    await client.connect();
    const token = randomUUID();
    const stage = await createStage({ REDIS_URL: REDIS_URL!, RATE_LIMIT_FAILED_AUTH: '4/1h', WORKER: 'false' });
    const server = await stage.serve();
    expect(await statusOf(server, token)).toBe(401);
    await eventually(async () => {
      const ttl = await client.ttl('software-update-tracker:failed-auth:127.0.0.1');
      expect(ttl).toBeGreaterThan(0);
    });
    await client.del('software-update-tracker:failed-auth:127.0.0.1');
    await stage.drop();
    client.destroy();
  });
});
