import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';
import { Random } from '../setup/random';

const PRODUCTS = 120;
const KILLS = process.env.TEST_LONG === 'true' ? 20 : 6;
/** The embedded database has one service process. */
const REPLICAS = onServerDatabase ? 2 : 1;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('alerts of support, while replicas are killed', () => {
  let stage: Stage;
  /** How often each delivery came, by its id. */
  const came = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    request.resume().on('end', () => {
      came.set(id, (came.get(id) ?? 0) + 1);
      setTimeout(() => response.writeHead(204).end(), 20);
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    stage = await createStage({ CHECK_EVERY: '1s', RATE_LIMIT: 'off' });
  });

  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await stage.drop();
  });

  const records = Array.from({ length: PRODUCTS }, (_, at) => product(`P${at}`, ['1.0']));
  const imported = (more: object) => {
    const lines = records.map((record) => `${JSON.stringify({ ...record, ...more })}\n`);
    return stage.json(['catalogue', 'import', '-'], lines.join(''));
  };

  /** While no service runs. @returns how many rows */
  async function changed(statement: string): Promise<number> {
    const test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
    const count = await test.database.execute(statement);
    await test.close();
    return count;
  }

  async function call<T>(server: Server, token: string, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  }

  it('are made once for each favorite, none is lost, and one that comes twice has the same id', async () => {
    await imported({});
    const { stdout } = await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write']);
    const token = /sut_[\w-]+/.exec(stdout)![0];
    const first = await stage.serve();
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await call(first, token, 'POST', 'channel', { type: 'webhook', name: 'hook', settings: { url } });
    const products = await call<{ id: string }[]>(first, token, 'GET', 'software?per_page=200');
    for (const { id } of products) await call(first, token, 'POST', 'favorite', { software: id, version: '1.0' });
    await first.stop();
    // Of three thresholds, 90, 30 and 7 days, the nearest is told.
    await imported({ lifecycle: [{ cycle: '1', eol_on: inDays(5) }], lifecycle_as_of: inDays(0) });
    const second = await stage.serve();
    type Tracked = { support: { state: string } | null };
    await eventually(async () => {
      const all = await call<Tracked[]>(second, token, 'GET', 'favorite?includeSupport&per_page=200');
      expect(all.map(({ support }) => support?.state ?? 'none').sort()).toEqual(Array<string>(PRODUCTS).fill('ending'));
    }, 10_000);
    await second.stop();
    // An alert waits ten minutes for those who correct the version in use; here it has waited.
    const backdate = "UPDATE favorite SET alert_at = '2026-11-01 00:00:00' WHERE alert_at IS NOT NULL";
    expect(await changed(backdate)).toBe(PRODUCTS);

    const random = new Random(KILLS);
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => stage.serve()));
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(random.whole(20, 900));
      const at = random.whole(0, REPLICAS - 1);
      await replicas[at]!.stop('SIGKILL');
      replicas[at] = await stage.serve();
    }
    // What a killed replica had taken is due again when its lease ends: here at once, and not in three minutes.
    for (const replica of replicas) await replica.stop();
    await changed("UPDATE delivery SET next_at = '2026-11-01 00:00:00' WHERE next_at IS NOT NULL");
    for (const at of replicas.keys()) replicas[at] = await stage.serve();
    type Told = { id: string; kind: string; state: string; favorite: string };
    const list = () => call<Told[]>(replicas[0]!, token, 'GET', 'notification?per_page=200');
    await eventually(async () => {
      const states = (await list()).map(({ state }) => state);
      expect(states.sort()).toEqual(Array<string>(PRODUCTS).fill('sent'));
    });
    const told = await list();
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['support.ending']));
    expect(new Set(told.map(({ favorite }) => favorite)).size).toBe(PRODUCTS);
    expect(came.size).toBe(PRODUCTS);
    // What was accepted and could not be written down comes again: as many as were under way at the kills.
    const again = [...came.values()].reduce((sum, times) => sum + times - 1, 0);
    process.stdout.write(`${KILLS} kills, ${PRODUCTS} alerts, ${again} sent again with their own id\n`);
    for (const replica of replicas) await replica.stop();
  }, 400_000);
});
