import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import { NotificationWriter } from '../../src/notification/delivery/notification.writer';
import { DatabaseClock } from '../../src/database/database-clock';
import { PAGE } from '../../src/update-check/page-evaluator';
import { startApp, type TestApp, useAgent, useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { onServerDatabase } from '../setup/process';
import { beforeCalls, pauseBefore, pauseBeforeCommit } from '../setup/named-points';
import { type Agent, count, newUser, track, type Tracked } from '../setup/tracking';
import { endedSnoozes } from './ended-snoozes';

const END = '2036-01-01';
const AT_END = `${END} 00:00:00.000000`;
const LATER = '2037-01-01';

const snooze = ({ agent, id }: Tracked, until: string | null) =>
  agent.patch(`/api/v1/favorite/${id}/policy`).send({ snoozed_until: until }).expect(200);

/** A favorite with an update that it was told of. */
async function outstanding(test: TestApp, agent: Agent, settings: object = {}): Promise<Tracked> {
  const tracked = await track(test, agent, '1.0', ['1.0'], settings);
  await tracked.release('2.0');
  expect((await test.check()).notified).toBe(1);
  return tracked;
}

describe('the end of a snooze', () => {
  const test = useApp();
  const ada = useAgent(() => newUser(test));

  afterEach(() => setClock(null));

  /** Lets the service judge snoozes at another moment. */
  function setClock(now: string | null): void {
    const clock = test.app.get(DatabaseClock) as { now?: unknown };
    if (now === null) delete clock.now;
    else clock.now = async () => now;
  }

  /** Versions that it was told of, the newest notification first; with a star when it was a reminder. */
  async function told({ id }: Tracked): Promise<string[]> {
    const rows = await test.database.query<{ version: string; reminder: number }>(
      `SELECT v.version, n.reminder FROM notification n JOIN version v ON v.id = n.version_id
       WHERE n.favorite_id = ? ORDER BY n.created_at DESC, n.reminder DESC`,
      [id],
    );
    return rows.map(({ version, reminder }) => version + '*'.repeat(reminder));
  }

  const checkAtEnd = async (now = AT_END) => {
    setClock(now);
    return test.check();
  };

  it('reminds once of what was told before it, without reminders', async () => {
    const tracked = await outstanding(test, ada);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    await snooze(tracked, END);
    expect((await test.check()).notified).toBe(0);
    expect(await checkAtEnd()).toEqual({ software: 0, favorites: 1, flagged: 1, notified: 1 });
    expect(await test.deliver()).toMatchObject({ sent: 1, cancelled: 0 });
    expect(await told(tracked)).toEqual(['2.0*', '2.0']);
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
    const deliveries = (await tracked.notifications()).map((one) => one.deliveries.length);
    expect(deliveries).toEqual([1, 1]);
    await tracked.release('1.5');
    for (let again = 0; again < 2; again++) expect((await test.check()).notified).toBe(0);
    expect(await test.database.query('SELECT due_at, wake_at FROM favorite WHERE id = ?', [tracked.id])).toEqual([
      { due_at: null, wake_at: null },
    ]);
  });

  it('reminds after each snooze, and by the way of reminders in between', async () => {
    const tracked = await outstanding(test, ada, { notify_always: true });
    await snooze(tracked, END);
    expect((await checkAtEnd()).notified).toBe(1);
    expect((await test.check()).notified).toBe(0);
    const due = "UPDATE favorite SET due_at = '2001-01-01 00:00:00.000000' WHERE id = ? AND due_at > '2001-01-02'";
    expect(await test.database.execute(due, [tracked.id])).toBe(1);
    expect((await test.check()).notified).toBe(1);
    await snooze(tracked, LATER);
    expect((await test.check()).notified).toBe(0);
    expect((await checkAtEnd(`${LATER} 00:00:00.000000`)).notified).toBe(1);
    expect(await told(tracked)).toEqual(['2.0***', '2.0**', '2.0*', '2.0']);
  });

  it.each<[string, (tracked: Tracked) => Promise<unknown>]>([
    ['the favorite was updated meanwhile', (tracked) => tracked.change({ version: '2.0' })],
    [
      'the version is skipped by then',
      ({ agent, id }) =>
        agent
          .patch(`/api/v1/favorite/${id}/policy`)
          .send({ skip: ['2.0'] })
          .expect(200),
    ],
    ['the version was withdrawn meanwhile', (tracked) => tracked.release({ version: '2.0', removed_at: '2026-01-01' })],
    ['notifications were switched off meanwhile', (tracked) => tracked.change({ notifications_enabled: false })],
    ['its owner ended it before', (tracked) => snooze(tracked, null)],
    ['it is followed by another one', (tracked) => snooze(tracked, LATER)],
    ['its end was moved to the past', (tracked) => snooze(tracked, '2020-01-01')],
  ])('tells nothing when %s', async (_what, happen) => {
    const tracked = await outstanding(test, ada);
    await snooze(tracked, END);
    await happen(tracked);
    await test.check();
    expect((await checkAtEnd()).notified).toBe(0);
    expect(await told(tracked)).toEqual(['2.0']);
  });

  it('tells nothing of a version when a newer one was told, which is gone', async () => {
    const tracked = await outstanding(test, ada);
    await tracked.release('3.0');
    await test.check();
    await snooze(tracked, END);
    await tracked.release({ version: '3.0', removed_at: '2026-01-01' });
    expect((await checkAtEnd()).notified).toBe(0);
    expect(await told(tracked)).toEqual(['3.0', '2.0']);
  });

  it('tells of a newer version as of news, and not of the one before it', async () => {
    const tracked = await outstanding(test, ada);
    await snooze(tracked, END);
    await tracked.release('3.0');
    expect((await test.check()).notified).toBe(0);
    expect((await checkAtEnd()).notified).toBe(1);
    expect(await told(tracked)).toEqual(['3.0', '2.0']);
  });

  it.each<[string, (tracked: Tracked) => Promise<unknown>]>([
    ['its owner writes notes', (tracked) => tracked.change({ notes: 'seen' })],
    [
      'its owner writes another policy',
      ({ agent, id }) => agent.put(`/api/v1/favorite/${id}/policy`).send({}).expect(200),
    ],
    [
      'its owner writes the profile',
      ({ agent }) => agent.patch('/api/v1/profile').send({ notifications_enabled: true }).expect(200),
    ],
    ['its software changes', (tracked) => tracked.release('1.7')],
  ])('is not lost when %s after it, ahead of the check', async (_what, happen) => {
    const tracked = await outstanding(test, ada);
    await snooze(tracked, END);
    setClock(AT_END);
    await happen(tracked);
    expect((await test.check()).notified).toBe(1);
    expect((await test.check()).notified).toBe(0);
    expect(await told(tracked)).toEqual(['2.0*', '2.0']);
  });

  it('of many reminds each once, also when one page failed, and in checks at the same time', async () => {
    const many = PAGE + 1;
    const reminders = await endedSnoozes(test, many);
    let pages = 0;
    const stop = beforeCalls(test.app.get(NotificationWriter), 'remindAfterSnooze', () => {
      if (++pages === 2) throw new Error('interrupted');
    });
    await expect(test.check()).rejects.toThrow('interrupted');
    stop();
    const before = await reminders();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(many);
    const passes = await Promise.all([test.check(), test.check()]);
    expect(passes.reduce((total, { notified }) => total + notified, 0)).toBe(many - before);
    expect(await reminders()).toBe(many);
    const ended = `favorite WHERE wake_at < '2021' OR evaluate_at < '2021'`;
    expect(await count(test, ended)).toBe(0);
  });
});

// The embedded database has one service process and lets one transaction run at a time.
(onServerDatabase ? it : it.skip)(
  'the end of a snooze reminds once, in the check of its software or its own',
  async () => {
    const one = await startApp();
    const two = await startApp({ DATABASE_URL: one.config.database.location });
    try {
      const points = [
        () => pauseBefore(one.app.get(EvaluationRepository), 'claimEndedSnoozes'),
        () => pauseBefore(one.app.get(NotificationWriter), 'remindAfterSnooze'),
        () => pauseBeforeCommit(one.database),
      ];
      for (const pause of points) {
        const tracked = await outstanding(one, await newUser(one));
        await snooze(tracked, END);
        for (const { app } of [one, two]) (app.get(DatabaseClock) as { now?: unknown }).now = async () => AT_END;
        await tracked.release('1.5');
        const { reached, goOn } = pause();
        const first = one.check();
        await reached;
        const second = two.check();
        const until = performance.now() + 500;
        await Promise.race([second, eventually(() => performance.now() > until)]);
        goOn();
        const passes = [await first, await second, await two.check()];
        expect(passes.reduce((total, { notified }) => total + notified, 0)).toBe(1);
        expect(await tracked.notifications()).toHaveLength(2);
        for (const { app } of [one, two]) delete (app.get(DatabaseClock) as { now?: unknown }).now;
      }
    } finally {
      await two.close();
      await one.close();
    }
  },
);
