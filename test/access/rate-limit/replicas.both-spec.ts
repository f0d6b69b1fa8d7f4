import { createConnection } from 'mysql2/promise';
import { eventually } from '../../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../../setup/process';

const LIMIT = 400;
const FAILURES = 40;

// The embedded database has one service.
const withServer = onServerDatabase ? describe : describe.skip;

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

/** How many were answered with something else until this came, however slow the database is to answer. */
async function until(server: Server, status: number, token: (n: number) => string): Promise<number> {
  let others = -1;
  await eventually(async () => (others++, (await statusOf(server, token(others))) === status));
  return others;
}

withServer('a limit that replicas share through the database', () => {
  let stage: Stage;
  let first: Server;
  let second: Server;
  let token: string;

  beforeAll(async () => {
    const limits = { RATE_LIMIT: `${LIMIT}/1h`, RATE_LIMIT_FAILED_AUTH: `${FAILURES}/1h` };
    stage = await createStage({ ...limits, WORKER: 'false' });
    const { stdout } = await stage.cli(['token', 'create', '--user', 'ada']);
    token = stdout.trim();
    [first, second] = await Promise.all([stage.serve(), stage.serve()]);
  });

  afterAll(() => stage.drop());

  // Each replica for itself would give all of the limit: fewer is what the others told it.
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
});

withServer('a limit whose table cannot be written', () => {
  let stage: Stage;
  let server: Server;

  beforeAll(async () => {
    stage = await createStage({ RATE_LIMIT: `${LIMIT}/1h`, WORKER: 'false' });
    server = await stage.serve();
  });

  afterAll(() => stage.drop());

  it('holds in each replica, says so once, and nobody gets another answer for it', async () => {
    const token = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
    const connection = await createConnection(stage.env.DATABASE_URL!.replace(/^\w+:/, 'mysql:'));
    await connection.query('RENAME TABLE rate_limit TO not_there');
    await connection.end();
    expect(await count(server, LIMIT + 10, 200, () => token)).toBe(LIMIT);
    expect(await statusOf(server, token)).toBe(429);
    await eventually(() => server.output.stdout.includes('rate limits are not shared'));
    expect(server.output.stdout.match(/rate limits are not shared/g)).toHaveLength(1);
    const { code } = await server.stop();
    expect(code).toBe(0);
  });
});
