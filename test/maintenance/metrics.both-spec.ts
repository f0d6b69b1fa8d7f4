import { once } from 'node:events';
import { known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { SERVER_URL } from '../setup/database';
import { eventually } from '../setup/eventually';

const test = useApp();

/** The samples by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const { text } = await test.http
    .get('/metrics')
    .expect(200)
    .expect('Content-Type', /^text\/plain; version=0\.0\.4/);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)![0])]));
}

const FROM_DATABASE = [
  'notification_oldest_due_seconds',
  'notification_deliveries_due',
  'service_messages_oldest_due_seconds',
  'update_check_oldest_due_seconds',
  'update_check_software_due',
  'source_oldest_due_seconds',
  'source_failing',
];

describe('metrics', () => {
  it('count requests by route and not by address', async () => {
    const ada = await test.as('measured');
    await ada.get(`/api/favorite/${UNKNOWN_ID}`).expect(404);
    await ada.get('/api/v1/secret-path-of-nobody').expect(404);
    const names = [...(await scrape()).keys()];
    const start = 'http_request_seconds_count{method="GET",route=';
    expect(names).toContain(`${start}"/api/v1/favorite/:id",status="404"}`);
    expect(names).toContain(`${start}"none",status="404"}`);
    expect(names.filter((name) => name.includes('secret-path') || name.includes(UNKNOWN_ID))).toEqual([]);
  });

  it('say what runs here', async () => {
    const { version } = jest.requireActual<{ version: string }>('../../package.json');
    const { kind } = test.config.database;
    const labels = `version="${version}",commit="",node="${process.version}",database="${kind}"`;
    expect((await scrape()).get(`software_update_tracker_build_info{${labels}}`)).toBe(1);
  });

  it('tell of the connections to the database, and of the event loop', async () => {
    const values = await scrape();
    expect(values.get('database_up')).toBe(1);
    expect(values.get('database_waiting')).toBe(0);
    const states = ['used', 'idle'].map((state) => values.get(`database_connections{state="${state}"}`)!);
    expect(states[0]! + states[1]!).toBeGreaterThanOrEqual(1);
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('tell how far check and delivery are behind, by the clock of the database', async () => {
    const before = await scrape();
    expect(FROM_DATABASE.map((name) => [name, before.get(name)])).toEqual(FROM_DATABASE.map((name) => [name, 0]));
    const { id } = await known(test, 'Behind');
    const ada = await test.as('behind');
    await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const { dialect } = test.database;
    await test.database.execute(
      `INSERT INTO update_mark (software_id, revision, next_at) VALUES (?, 1, ${dialect.nowPlus})`,
      [id, -100],
    );
    await test.database.execute(`UPDATE favorite SET due_at = ${dialect.nowPlus}`, [-500]);
    const behind = await scrape();
    expect(behind.get('update_check_software_due')).toBe(1);
    expect(behind.get('update_check_oldest_due_seconds')).toBeGreaterThanOrEqual(500);
    expect(behind.get('update_check_oldest_due_seconds')).toBeLessThan(600);
    await test.check();
    const after = await scrape();
    expect([after.get('update_check_software_due'), after.get('update_check_oldest_due_seconds')]).toEqual([0, 0]);
  });

  it('are told while the database does not answer: those that come from it are left out', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    // On the embedded database everything waits for it; on a server it takes every connection to have that.
    const held = Array.from({ length: SERVER_URL ? 10 : 1 }, () => test.database.transaction(() => ended));
    const silent = await scrape();
    expect(silent.get('database_up')).toBe(0);
    expect(silent.get('database_waiting')).toBeGreaterThanOrEqual(1);
    expect(silent.get('database_connections{state="used"}')).toBe(held.length);
    expect(FROM_DATABASE.filter((name) => silent.has(name))).toEqual([]);
    expect(silent.has('process_resident_memory_bytes')).toBe(true);
    end();
    await Promise.all(held);
    expect((await scrape()).get('database_up')).toBe(1);
  });

  it('count whoever does not wait for the answer', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const held = Array.from({ length: SERVER_URL ? 10 : 1 }, () => test.database.transaction(() => ended));
    const patience = new AbortController();
    const gone = fetch(`${test.url}/health/ready`, { signal: patience.signal });
    await once(test.app.getHttpServer(), 'request');
    patience.abort();
    await expect(gone).rejects.toThrow(/abort/i);
    await eventually(async () => {
      const name = 'http_request_seconds_count{method="GET",route="/health/ready",status="aborted"}';
      return (await scrape()).get(name) === 1;
    });
    end();
    await Promise.all(held);
  });
});
