import { EvaluationService } from '../../src/favorite/store/evaluation.service';
import { join } from 'node:path';
import { startApp, type TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Stage, start } from '../setup/process';
import { pauseBefore, pauseBeforeCommit } from '../setup/named-points';
import { count, crowd, newUser, track, type Tracked } from '../setup/tracking';
import { endedSnoozes } from './ended-snoozes';
import type { CheckSummary } from '../../src/update-check/pass';

describe('checks in several processes', () => {
  let stage: Stage;
  let test: TestApp;

  beforeEach(async () => {
    stage = await createStage();
    test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
  });

  afterEach(async () => {
    await test.close();
    await stage.drop();
  });

  /** Products with as many favorites each, all of which have an update that nobody has looked at. */
  async function manyOutstanding(products: number, favorites: number): Promise<Tracked[]> {
    const agent = await newUser(test);
    const all: Tracked[] = [];
    for (let index = 0; index < products; index++) {
      const tracked = await track(test, agent, '1.0');
      all.push(tracked);
      await crowd(test, tracked, favorites - 1);
    }
    for (const tracked of all) await tracked.release('2.0');
    return all;
  }

  async function expectEachToldOnce(total: number): Promise<void> {
    expect(await count(test, 'favorite WHERE update_available = 1')).toBe(total);
    expect(await count(test, 'notification')).toBe(total);
    expect(await count(test, 'delivery')).toBe(total);
    expect(await count(test, '(SELECT DISTINCT favorite_id FROM notification) n')).toBe(total);
    expect(await count(test, 'update_mark')).toBe(0);
  }

  it('share the work and tell everybody once', async () => {
    await manyOutstanding(15, 60);
    const summaries = await Promise.all([1, 2, 3].map(() => stage.json<CheckSummary>(['check'])));
    const sum = (key: keyof CheckSummary) => summaries.reduce((total, summary) => total + summary[key], 0);
    expect({ software: sum('software'), notified: sum('notified') }).toEqual({ software: 15, notified: 900 });
    await expectEachToldOnce(900);
  });

  it('and deliveries go by the clock of the database, however wrong their own is', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    await tracked.release('2.0');
    await test.check();
    const HOUR = 3_600;
    const due = (inSeconds: number) =>
      test.database.execute(`UPDATE delivery SET next_at = ${test.database.dialect.nowPlus}`, [inSeconds]);
    const preload = `--require ${JSON.stringify(join(__dirname, '..', 'setup', 'shifted-clock.cjs'))}`;
    const deliver = (hours: number) =>
      stage.json<{ sent: number }>(['deliver'], '', {
        NODE_OPTIONS: preload,
        CLOCK_SHIFT: String(hours * HOUR * 1_000),
      });
    await due(HOUR);
    expect((await deliver(2)).sent).toBe(0);
    await due(0);
    expect((await deliver(-2)).sent).toBe(1);
    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
  });

  it('that are killed in the middle leave nothing undone and nothing done twice', async () => {
    const [tracked] = await manyOutstanding(1, 4_000);
    for (let kill = 0; kill < 2; kill++) {
      const check = start('cli', ['check'], stage.env);
      await eventually(async () => (await count(test, 'update_part WHERE claim_id IS NOT NULL')) > 0);
      if (kill === 1) await eventually(async () => (await count(test, 'notification')) > 0);
      check.child.kill('SIGKILL');
      await check.finished;
      // Two minutes later.
      for (const table of ['update_mark', 'update_part'])
        await test.database.execute(`UPDATE ${table} SET next_at = '2001-01-01 00:00:00.000000'`);
    }
    const before = await count(test, 'notification');
    // Flag and notification are one transaction.
    expect(await count(test, 'favorite WHERE update_available = 1')).toBe(before);
    const { notified } = await test.check();
    expect(before + notified).toBe(4_000);
    await expectEachToldOnce(4_000);
    expect(await tracked!.favorite()).toMatchObject({ update_available: true });
  });

  it('remind of each ended snooze once, whoever is killed in the middle', async () => {
    const reminders = await endedSnoozes(test, 3_000);
    const check = start('cli', ['check'], stage.env);
    await eventually(async () => (await reminders()) > 0);
    check.child.kill('SIGKILL');
    await check.finished;
    const before = await reminders();
    const passes = await Promise.all([test.check(), stage.json<CheckSummary>(['check'])]);
    expect(before + passes.reduce((total, { notified }) => total + notified, 0)).toBe(3_000);
    expect(await count(test, '(SELECT DISTINCT favorite_id FROM notification WHERE reminder = 1) n')).toBe(3_000);
    expect([await reminders(), await count(test, 'delivery')]).toEqual([3_000, 6_000]);
    expect(await count(test, 'favorite WHERE wake_at IS NOT NULL OR evaluate_at IS NOT NULL')).toBe(0);
  });
});

// The embedded database has one service process and lets one transaction run at a time.
(onServerDatabase ? describe : describe.skip)('checks in two replicas', () => {
  let one: TestApp;
  let two: TestApp;

  beforeAll(async () => {
    one = await startApp();
    two = await startApp({ DATABASE_URL: one.config.database.location });
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  /** Until the work is done or a statement on the server waits for another one's lock. */
  async function doneOrWaiting(work: Promise<unknown>): Promise<void> {
    const waits = () =>
      two.database.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
    await Promise.race([work, eventually(async () => Number((await waits())[0]!.Value) > 0)]);
  }

  it('remind once', async () => {
    const tracked = await track(one, await newUser(one), '1.0', ['1.0'], { notify_always: true });
    await tracked.release('2.0');
    await one.check();
    for (let round = 1; round <= 3; round++) {
      await one.database.execute("UPDATE favorite SET due_at = '2001-01-01 00:00:00.000000' WHERE id = ?", [
        tracked.id,
      ]);
      const passes = await Promise.all([one.check(), two.check(), one.check(), two.check()]);
      expect(passes.reduce((total, { notified }) => total + notified, 0)).toBe(1);
      expect(await tracked.notifications()).toHaveLength(1 + round);
    }
  });

  it('do not overwrite what a newer check found out when they stood still meanwhile', async () => {
    const tracked = await track(one, await newUser(one), '1.0');
    await tracked.release('2.0');
    const { reached, goOn } = pauseBefore(one.app.get(EvaluationService), 'flagOutdated');
    const stale = one.check();
    await reached;
    const newer = tracked.release({ version: '2.0', removed_at: '2026-01-01' }).then(() => two.check());
    await doneOrWaiting(newer);
    goOn();
    await Promise.all([stale, newer]);
    await two.check();
    expect(await tracked.favorite()).toMatchObject({ update_available: false });
  });

  it('see what its owner does to a favorite at the same moment', async () => {
    const tracked = await track(one, await newUser(one), '1.0');
    await tracked.release('2.0');
    const { reached, goOn } = pauseBeforeCommit(one.database);
    const moved = tracked.agent.post(`/api/v1/favorite/${tracked.id}/update-to-latest-version`).expect(200);
    const moving = moved.then(() => undefined);
    await reached;
    const checking = two.check();
    await doneOrWaiting(checking);
    goOn();
    await Promise.all([moving, checking]);
    await two.check();
    expect(await tracked.favorite()).toMatchObject({ update_available: false, version: { version: '2.0' } });
    expect(await tracked.notifications()).toEqual([]);
  });

  it('end with the right flags and no version told twice, whatever happens meanwhile', async () => {
    const agent = await newUser(one);
    const products: Tracked[] = [];
    for (let index = 0; index < 4; index++) products.push(await track(one, agent, '1.0', ['1.0', '1.5']));
    for (const tracked of products) await crowd(one, tracked, 700);
    let over = false;
    const repeat = async (work: (round: number) => Promise<unknown>) => {
      for (let round = 0; !over; round++) await work(round);
    };
    const writing = products.map((tracked, index) =>
      repeat(async (round) => {
        const version = `2.${(round * 7 + index) % 5}`;
        await tracked.release(round % 3 === 2 ? { version, removed_at: '2026-01-01' } : version);
        if (round % 4 === 3) await tracked.change({ version: round % 8 === 3 ? '1.5' : '1.0' });
      }),
    );
    const checking = [one, two, one, two].map((app) => repeat(() => app.check()));
    const until = performance.now() + 2_000;
    await eventually(() => performance.now() > until);
    over = true;
    await Promise.all([...writing, ...checking]);
    await one.check();
    const wrong = `favorite f JOIN software s ON s.id = f.software_id JOIN version t ON t.id = f.version_id
      LEFT JOIN version l ON l.id = s.latest_version_id
      WHERE f.update_available <> (l.id IS NOT NULL AND l.version_key > t.version_key)`;
    expect(await count(one, wrong)).toBe(0);
    const told = `notification WHERE software_id IN (${products.map(({ software }) => `'${software}'`).join(', ')})`;
    const twice = `(SELECT favorite_id FROM ${told} GROUP BY favorite_id, version_id HAVING COUNT(*) > 1) n`;
    expect([await count(one, twice), (await count(one, told)) > 0]).toEqual([0, true]);
    expect(await count(one, 'update_mark')).toBe(0);
  });
});
