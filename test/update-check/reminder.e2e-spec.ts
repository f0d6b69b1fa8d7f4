import { useAgent, useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';

const REMIND_EVERY_SECONDS = 7_200;

describe('reminders', () => {
  const test = useApp({ REMIND_EVERY: `${REMIND_EVERY_SECONDS}s` });
  const ada = useAgent(() => newUser(test));

  /** A favorite with an update that it was told of. */
  async function outstanding(user: Agent, settings: object): Promise<Tracked> {
    const tracked = await track(test, user, '1.0', ['1.0'], settings);
    await tracked.release('2.0');
    expect((await test.check()).notified).toBe(1);
    return tracked;
  }

  /** Semaphore the clock of one favorite's next reminder. @returns whether it had one */
  const letComeDue = async ({ id }: Tracked) =>
    (await test.database.execute(
      "UPDATE favorite SET due_at = '2001-01-01 00:00:00.000000' WHERE id = ? AND due_at > ?",
      [id, '2001-01-02'],
    )) === 1;

  const dueAt = async ({ id }: Tracked) => {
    const [row] = await test.database.query<{ due_at: string | null }>('SELECT due_at FROM favorite WHERE id = ?', [
      id,
    ]);
    return row!.due_at === null ? null : new Date(`${row!.due_at.replace(' ', 'T').slice(0, 23)}Z`);
  };

  const told = async (tracked: Tracked) => (await tracked.notifications()).length;

  it('come at each interval while the update stays outstanding', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    expect((await test.check()).notified).toBe(0);
    for (const count of [2, 3, 4]) {
      expect(await letComeDue(tracked)).toBe(true);
      expect((await test.check()).notified).toBe(1);
      expect(await told(tracked)).toBe(count);
      expect((await test.check()).notified).toBe(0);
    }
    const versions = (await tracked.notifications()).map(({ version }) => version.version);
    expect(versions).toEqual(['2.0', '2.0', '2.0', '2.0']);
  });

  it('come the interval after the last notification, and not before', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    const [{ now }] = (await test.database.query<{ now: string }>(`SELECT ${test.database.dialect.now} AS now`)) as [
      { now: string },
    ];
    const databaseNow = Date.parse(`${now.replace(' ', 'T').slice(0, 23)}Z`);
    const secondsLeft = ((await dueAt(tracked))!.getTime() - databaseNow) / 1_000;
    expect(secondsLeft).toBeGreaterThan(REMIND_EVERY_SECONDS - 30);
    expect(secondsLeft).toBeLessThanOrEqual(REMIND_EVERY_SECONDS);
    expect((await test.check()).notified).toBe(0);
  });

  it('come sooner once the policy says so, and no later than before when it says later', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    const every = async (remind_every: string | null) => {
      await ada.patch(`/api/v1/favorite/${tracked.id}/policy`).send({ remind_every }).expect(200);
      return (await dueAt(tracked))!.getTime();
    };
    const first = (await dueAt(tracked))!.getTime();
    expect(await every('30d')).toBe(first);
    expect(first - (await every('1h'))).toBeGreaterThan(3_500_000);
  });

  it('are an hour apart at least, also when a policy of before says less', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    const path = `/api/v1/favorite/${tracked.id}/policy`;
    const { body } = await ada.patch(path).send({ remind_every: '59m' }).expect(422);
    expect(body.errors).toEqual([{ field: 'remind_every', message: 'must be a duration of at least 1h, such as 7d' }]);
    await ada.patch(path).send({ remind_every: '1h' }).expect(200);
    await test.database.execute('UPDATE favorite_policy SET remind_every = 60 WHERE favorite_id = ?', [tracked.id]);
    expect((await ada.get(path).expect(200)).body.data.remind_every).toBe('1h');
    await letComeDue(tracked);
    expect((await test.check()).notified).toBe(1);
    expect((await dueAt(tracked))!.getTime() - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('tell of the latest version there is then', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    await tracked.release('3.0');
    expect((await test.check()).notified).toBe(1);
    await letComeDue(tracked);
    await test.check();
    const versions = (await tracked.notifications()).map(({ version }) => version.version);
    expect(versions).toEqual(['3.0', '3.0', '2.0']);
  });

  it.each<[string, (tracked: Tracked) => Promise<unknown>]>([
    [
      'the favorite moved to the latest version',
      ({ agent, id }) => agent.post(`/api/v1/favorite/${id}/update-to-latest-version`).expect(200),
    ],
    [
      'the version was withdrawn',
      async (tracked) => {
        await tracked.release({ version: '2.0', removed_at: '2026-01-01' });
        await test.check();
      },
    ],
    ['notify_always was switched off', (tracked) => tracked.change({ notify_always: false })],
    ['notifications were switched off', (tracked) => tracked.change({ notifications_enabled: false })],
  ])('end when %s', async (_what, end) => {
    const tracked = await outstanding(ada, { notify_always: true });
    await end(tracked);
    expect(await dueAt(tracked)).toBeNull();
    const before = await told(tracked);
    await letComeDue(tracked);
    expect((await test.check()).notified).toBe(0);
    expect(await told(tracked)).toBe(before);
  });

  it('pause while the profile has notifications switched off', async () => {
    const user = await newUser(test);
    const tracked = await outstanding(user, { notify_always: true });
    await user.patch('/api/v1/profile').send({ notifications_enabled: false }).expect(200);
    await letComeDue(tracked);
    expect((await test.check()).notified).toBe(0);
    await user.patch('/api/v1/profile').send({ notifications_enabled: true }).expect(200);
    await letComeDue(tracked);
    expect((await test.check()).notified).toBe(1);
  });

  it.each<[boolean | null, boolean, boolean, boolean]>([
    [null, true, true, true],
    [null, true, false, false],
    [true, true, false, true],
    [false, true, true, false],
    [true, false, false, false],
  ])(
    'with notify_always %s in the profile, use_default_notification %s and notify_always %s in the favorite: %s',
    async (profile, useDefault, own, expected) => {
      const user = await newUser(test);
      const tracked = await outstanding(user, { notify_always: own });
      await tracked.change({ use_default_notification: useDefault });
      // The profile counts however late it is changed, and there and back.
      for (const value of [!profile, profile])
        await user.patch('/api/v1/profile').send({ notify_always: value }).expect(200);
      expect((await dueAt(tracked)) !== null).toBe(expected);
      await letComeDue(tracked);
      expect((await test.check()).notified).toBe(expected ? 1 : 0);
    },
  );

  it('of several favorites come in one pass, each once', async () => {
    const tracked = await outstanding(ada, { notify_always: true });
    const others = [await outstanding(ada, { notify_always: true }), await outstanding(ada, { notify_always: true })];
    for (const one of [tracked, ...others]) await letComeDue(one);
    expect((await test.check()).notified).toBe(3);
    expect((await test.check()).notified).toBe(0);
  });
});
