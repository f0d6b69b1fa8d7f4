import { useApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';
import { outside } from '../setup/receivers';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';

const NOTHING = {
  tracked: 0,
  outdated: 0,
  by_kind: { major: 0, minor: 0, patch: 0, other: 0 },
  snoozed: 0,
  muted: 0,
  oldest_available_at: null,
  sources_unreachable_since: null,
  support: { ended: 0, ending: 0, next_on: null },
  matters: {
    today: 0,
    by_group: { exploited: 0, fixes: 0, breaking: 0, support: 0, behind: 0, major: 0, minor: 0, patch: 0, other: 0 },
    assessed: 0,
  },
  channels: { ok: 0, failing: 0, unconfirmed: 0, disabled: 0 },
  failed_notifications: 0,
  last_check_at: null,
  unasked: 0,
  unknown: 0,
};

const test = useApp();
const world = outside();

const summaryOf = async (agent: Agent) => (await agent.get('/api/v1/summary').expect(200)).body.data;

/** As if the source of its product had answered then. */
async function answered({ software }: Tracked, at: string | null): Promise<void> {
  const { now } = test.database.dialect;
  await test.database.execute('DELETE FROM software_source WHERE software_id = ?', [software]);
  await test.database.execute(
    `INSERT INTO software_source (software_id, type, settings, host, next_at, last_success_at, created_at)
     VALUES (?, 'json', '', 'example.org', ${now}, ?, ${now})`,
    [software, at],
  );
}

describe('the summary', () => {
  it('of a new user has no numbers', async () => {
    const ada = await newUser(test, null);
    expect(await summaryOf(ada)).toEqual({ ...NOTHING, revision: expect.stringMatching(/^\w{22}$/) });
  });

  it("counts the caller's favorites, and nobody else's", async () => {
    const ada = await newUser(test);
    const bob = await newUser(test);
    const released_at = '2025-03-01';
    await track(test, ada, '1.0', ['1.0', '2.0']);
    await track(test, ada, '1.0', ['1.0', { version: '1.1', released_at }]);
    const muted = await track(test, ada, '1.0', ['1.0', '1.0.1']);
    await muted.change({ notifications_enabled: false });
    const snoozed = await track(test, ada, '1.0', ['1.0', '3.0']);
    await ada.patch(`/api/v1/favorite/${snoozed.id}/policy`).send({ snoozed_until: '2037-01-01' }).expect(200);
    await track(test, bob, '1.0', ['1.0', '2.0']);
    expect(await summaryOf(ada)).toMatchObject({
      tracked: 4,
      outdated: 3,
      by_kind: { major: 1, minor: 1, patch: 1, other: 0 },
      snoozed: 1,
      muted: 1,
      oldest_available_at: '2025-03-01T00:00:00.000000Z',
      channels: { ...NOTHING.channels, ok: 1 },
      unasked: 4,
    });
    expect(await summaryOf(bob)).toMatchObject({ tracked: 1, outdated: 1, snoozed: 0, muted: 0 });
  });

  it('is 304 until something changes', async () => {
    const ada = await newUser(test);
    const released_at = '2025-03-01';
    const one = await track(test, ada, '1.0', ['1.0', { version: '2.0', released_at }]);
    const first = await ada.get('/api/v1/summary').expect(200);
    await ada.get('/api/v1/summary').set('If-None-Match', first.headers.etag!).expect(304);
    const { revision } = first.body.data;
    // The counts stay, but another version is on offer.
    await one.release({ version: '2.1', released_at });
    await ada.get('/api/v1/summary').set('If-None-Match', first.headers.etag!).expect(304);
    await test.check();
    const second = await ada.get('/api/v1/summary').set('If-None-Match', first.headers.etag!).expect(200);
    expect(second.body.data).toEqual({ ...first.body.data, revision: expect.not.stringMatching(revision) });
    await ada.delete(`/api/v1/favorite/${one.id}`).expect(204);
    expect((await summaryOf(ada)).revision).not.toBe(second.body.data.revision);
  });

  (onServerDatabase ? it : it.skip)(
    'has another revision after a transaction that began before the last one',
    async () => {
      const ada = await newUser(test);
      const [one, other] = [await track(test, ada, '1.0'), await track(test, ada, '1.0')];
      const later = `UPDATE favorite SET notes = 'changed', updated_at = ${test.database.dialect.now} WHERE id = ?`;
      let between: { revision: string };
      await test.database.transaction(async (sql) => {
        await sql.execute(later, [one.id]);
        await test.database.execute(later, [other.id]);
        between = await summaryOf(ada);
      });
      expect((await summaryOf(ada)).revision).not.toBe(between!.revision);
    },
  );

  it('counts channels by their state, and notifications that failed', async () => {
    const receiver = await world.http();
    const ada = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: receiver.url } });
    const one = await track(test, ada, '1.0');
    const before = await summaryOf(ada);
    expect(before).toMatchObject({ channels: { ...NOTHING.channels, ok: 1 }, failed_notifications: 0 });
    await one.release('2.0');
    await test.check();
    receiver.will(410);
    await test.deliver();
    const [notification] = await one.notifications();
    expect(notification!.state).toBe('failed');
    const after = await summaryOf(ada);
    expect(after).toMatchObject({ channels: { ...NOTHING.channels, disabled: 1 }, failed_notifications: 1 });
    const listed = await ada.get('/api/v1/notification?state=failed').expect(200);
    expect(listed.body.data).toHaveLength(1);
  });

  it('says when a source of tracked software answered last, and of how many none ever did', async () => {
    const ada = await newUser(test);
    const [one, other] = [await track(test, ada, '1.0'), await track(test, ada, '1.0')];
    await track(test, ada, '1.0');
    expect(await summaryOf(ada)).toMatchObject({ last_check_at: null, unasked: 3 });
    await answered(one!, '2026-02-01 10:00:00.000000');
    await answered(other!, null);
    const before = await summaryOf(ada);
    // It is remembered until a favorite changes.
    expect(before).toMatchObject({ last_check_at: null, unasked: 3 });
    await one!.change({ notes: 'seen' });
    const after = await summaryOf(ada);
    expect(after).toMatchObject({ last_check_at: '2026-02-01T10:00:00.000000Z', unasked: 2 });
  });
});
