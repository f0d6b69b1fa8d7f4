import { Pass } from '../../src/update-check/pass';
import { DatabaseClock } from '../../src/database/database-clock';
import { SupportRepository } from '../../src/favorite/store/support.repository';
import { LifecycleStore } from '../../src/version/lifecycle/lifecycle.store';
import type { ProductCycle } from '../../src/version/lifecycle/product-cycle';
import { DueAlertsService } from '../../src/update-check/due-alerts.service';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { useApp } from '../setup/app';
import { failNextCall, loseCommitAfter } from '../setup/named-points';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';

interface Told {
  kind: string;
  subject: string;
  state: string;
}

const DAY_MS = 86_400_000;
const VERSIONS = ['13.1', '14.22', '14.23', '18.0'];

const test = useApp();
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let today: string;

beforeAll(() => {
  const clock = test.app.get(DatabaseClock);
  jest.spyOn(clock, 'now').mockImplementation(() => Promise.resolve(`${today} 12:00:00.000000`));
});

beforeEach(async () => {
  today = '2028-01-01';
  receiver = await httpReceiver();
});

afterAll(closeAll);

const cycle = (name: string, eolOn: string | null, facts: Partial<ProductCycle> = {}): ProductCycle => ({
  cycle: name,
  label: null,
  releasedOn: null,
  ltsFrom: null,
  activeUntil: null,
  eolOn,
  isEol: null,
  extendedUntil: null,
  isExtendedOver: null,
  latest: null,
  link: null,
  ...facts,
});

/** The last day of 14 is said; the check evaluates the favorites. */
async function learn({ software }: Pick<Tracked, 'software'>, eolOn: string): Promise<void> {
  const cycles = [cycle('13', '2027-11-11'), cycle('14', eolOn, { latest: '14.24' }), cycle('18', '2030-11-14')];
  await test.database.transaction((sql) =>
    test.app.get(LifecycleStore).replace(sql, [{ softwareId: software, cycles, asOf: today }]),
  );
  await test.check();
}

const day = (text: string, days: number) => new Date(Date.parse(text) + days * DAY_MS).toISOString().slice(0, 10);
const webhook = () => ({ type: 'webhook', name: 'hook', settings: { url: receiver.url } });

/** Somebody who uses 14.23, knows of 18.0, and wants to be told 30 days before the end, 7 days before, and after it. */
async function owner(channel: object | null = { type: 'log', name: 'log', settings: {} }): Promise<Tracked> {
  const tracked = await track(test, await newUser(test, channel), '14.23', VERSIONS);
  await patch(tracked.agent, `favorite/${tracked.id}/policy`, { support_notice: [30, 7, 0] });
  return tracked;
}

const told = ({ id }: Tracked): Promise<Told[]> =>
  test.database.query<Told>(
    'SELECT kind, subject, state FROM notification WHERE favorite_id = ? AND subject IS NOT NULL ORDER BY created_at, id',
    [id],
  );
/** What it is about, without the cycle. */
const subjects = async (tracked: Tracked) =>
  (await told(tracked)).map(({ subject }) => subject.split(':').slice(2).join(':'));
const patch = (agent: Agent, path: string, fields: object) => agent.patch(`/api/v1/${path}`).send(fields).expect(200);

/** Checks every so many days: the service does each minute. */
async function live(until: string, step = 1): Promise<void> {
  for (; today < until; today = day(today, step)) await test.check();
}

describe('alerts about the end of support', () => {
  it('come once at each threshold, are no update, and tell once that a date has moved by more than 14 days', async () => {
    const tracked = await owner();
    await patch(tracked.agent, `favorite/${tracked.id}/policy`, { support_notice: null });
    const before = await tracked.favorite();
    await learn(tracked, '2028-03-20');
    await live('2028-02-25', 5);
    await learn(tracked, '2028-03-27');
    await live('2028-02-27');
    const early = ['2028-03-20:90', '2028-03-20:30'];
    expect(await subjects(tracked)).toEqual(early);
    await learn(tracked, '2028-09-30');
    await live('2028-03-15', 5);
    const moved = [...early, '2028-09-30:moved:2028-03-20'];
    expect(await subjects(tracked)).toEqual(moved);
    await live('2028-10-15', 5);
    const late = ['90', '30', '7', '0'].map((threshold) => `2028-09-30:${threshold}`);
    expect(await subjects(tracked)).toEqual([...moved, ...late]);
    const kinds = (await told(tracked)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(6).fill('support.ending'), 'support.ended']);
    await test.deliver();
    expect(await tracked.favorite()).toMatchObject({
      notified_version: before.notified_version,
      update_available: true,
    });
  });

  it('name the series, the date, and what to move to', async () => {
    today = new Date().toISOString().slice(0, 10);
    const tracked = await owner(webhook());
    const eolOn = day(today, 30);
    await learn(tracked, eolOn);
    today = day(today, 1);
    await test.check();
    receiver.requests.length = 0;
    await test.deliver();
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      {
        type: 'support.ending',
        data: {
          favorite: { id: tracked.id },
          tracked_version: { version: '14.23' },
          support: {
            cycle: '14',
            basis: 'eol',
            ends_on: eolOn,
            days: 30,
            latest_in_cycle: '14.24',
            next_cycle: { cycle: '18', supported_until: '2030-11-14' },
          },
        },
      },
    ]);
    expect(await told(tracked)).toMatchObject([{ state: 'sent' }]);
    const [listed] = await tracked.notifications();
    expect(listed).toMatchObject({ kind: 'support.ending', version: { version: '14.23' } });
    const { body } = await tracked.agent.get('/api/v1/notification?kind[ne]=update').expect(200);
    expect(body.data).toHaveLength(1);
  });

  it('keep no update from being told, and updates say how long the new version is supported', async () => {
    const tracked = await owner(webhook());
    await learn(tracked, '2028-02-10');
    await live('2028-01-13');
    receiver.requests.length = 0;
    await tracked.release('18.1');
    await test.check();
    await test.deliver();
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(bodies.map(({ type }) => type).sort()).toEqual(['support.ending', 'update.available']);
    expect(bodies.find(({ type }) => type === 'update.available')!.data).toMatchObject({
      supported_until: '2030-11-14',
    });
    expect((await tracked.favorite()).notified_version).toMatchObject({ version: '18.1' });
  });

  it('are only the nearest after an outage, and none of what ended before it was known', async () => {
    const [tracked, late] = [await owner(), await owner()];
    await learn(tracked, '2028-11-12');
    await learn(late, '2024-11-14');
    await live('2028-01-03');
    today = '2029-03-01';
    await test.check();
    expect([await subjects(tracked), await subjects(late)]).toEqual([['2028-11-12:0'], []]);
  });

  it('are neither written nor made up for later while they are switched off', async () => {
    const tracked = await owner();
    const isOff = jest.replaceProperty(test.app.get(DueAlertsService) as unknown as { isOn: boolean }, 'isOn', false);
    await learn(tracked, '2028-02-10');
    await live('2028-01-20', 3);
    isOff.restore();
    await test.check();
    expect(await told(tracked)).toEqual([]);
    const { body } = await tracked.agent.get(`/api/v1/favorite/${tracked.id}?includeSupport`).expect(200);
    expect(body.data.support).toMatchObject({ state: 'ending', eol_on: '2028-02-10' });
    // The next threshold.
    await live('2028-02-08', 3);
    expect(await subjects(tracked)).toEqual(['2028-02-10:7']);
  });

  it.each([
    [
      'notifications of the favorite are off',
      (one: Tracked) => patch(one.agent, `favorite/${one.id}`, { notifications_enabled: false }),
    ],
    [
      'notifications of the user are off',
      (one: Tracked) => patch(one.agent, 'profile', { notifications_enabled: false }),
    ],
    ['the policy wants none', (one: Tracked) => patch(one.agent, `favorite/${one.id}/policy`, { support_notice: [] })],
  ])('are not written while %s', async (_what, write) => {
    const tracked = await owner();
    await write(tracked);
    await learn(tracked, '2028-02-10');
    await live('2028-02-20', 3);
    expect(await told(tracked)).toEqual([]);
  });

  it.each([
    ['moved to another cycle', (one: Tracked) => one.change({ version: '18.0' })],
    [
      'switched the notice off',
      (one: Tracked) => patch(one.agent, `favorite/${one.id}/policy`, { support_notice: [] }),
    ],
    ['switched notifications off', (one: Tracked) => one.change({ notifications_enabled: false })],
    ['is told of another date', (one: Tracked) => learn(one, '2028-09-30')],
  ])('are not sent any more when the favorite has %s', async (_what, write) => {
    const tracked = await owner();
    await learn(tracked, '2028-02-10');
    await live('2028-01-12');
    expect(await told(tracked)).toMatchObject([{ state: 'pending' }]);
    await write(tracked);
    await test.deliver();
    expect((await told(tracked))[0]).toMatchObject({ state: 'cancelled' });
  });

  it('come after all for whoever moves to another cycle and back', async () => {
    const tracked = await owner();
    await learn(tracked, '2028-02-10');
    await live('2028-01-12');
    await tracked.change({ version: '18.0' });
    await test.deliver();
    await tracked.change({ version: '14.22' });
    await test.database.execute("UPDATE favorite SET alert_at = '2028-01-12 00:00:00.000000' WHERE id = ?", [
      tracked.id,
    ]);
    today = '2028-01-13';
    await test.check();
    expect(await told(tracked)).toMatchObject([{ state: 'pending', kind: 'support.ending' }]);
    await test.deliver();
    expect(await told(tracked)).toMatchObject([{ state: 'sent' }]);
  });

  it('wait in digests, beside updates', async () => {
    const digest = { digest: { every: 'daily', hour: 9 } };
    const tracked = await owner({ ...webhook(), ...digest });
    await learn(tracked, '2028-02-10');
    await live('2028-01-13');
    await tracked.release('18.1');
    await test.check();
    const waiting = `notification_id IN (SELECT id FROM notification WHERE favorite_id = ?)`;
    const due = await test.database.execute(
      `UPDATE delivery SET collect_at = '2001-01-01 00:00:00.000000' WHERE collect_at IS NOT NULL AND ${waiting}`,
      [tracked.id],
    );
    expect(due).toBe(2);
    receiver.requests.length = 0;
    await test.deliver();
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      {
        type: 'update.digest',
        data: {
          total: 1,
          updates: [{ version: { version: '18.1' } }],
          total_alerts: 1,
          alerts: [{ support: { cycle: '14' } }],
        },
      },
    ]);
    expect(await told(tracked)).toMatchObject([{ state: 'sent' }]);
    expect((await tracked.favorite()).notified_version).toMatchObject({ version: '18.1' });
  });

  it('wait for the end of quiet hours', async () => {
    const quiet = { quiet_hours: { from: '00:00', to: '23:59', except: 'major' } };
    const tracked = await owner({ ...webhook(), ...quiet });
    await learn(tracked, '2028-02-10');
    await live('2028-01-12');
    receiver.requests.length = 0;
    await test.deliver();
    expect(receiver.requests).toHaveLength(0);
    expect(await told(tracked)).toMatchObject([{ state: 'pending' }]);
  });

  it('are written once by replicas that check at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => owner()));
    for (const tracked of all) await learn(tracked, '2028-02-10');
    today = '2028-01-11';
    const due = test.app.get(DueAlertsService);
    const { summary } = new Pass();
    await Promise.all([due.alert(summary), due.alert(summary), due.alert(summary)]);
    expect(summary.notified).toBeGreaterThanOrEqual(6);
    for (const tracked of all) expect(await subjects(tracked)).toEqual(['2028-02-10:30']);
  });

  it('are neither lost nor doubled when the check fails anywhere', async () => {
    const tracked = await owner();
    await learn(tracked, '2028-02-10');
    today = '2028-01-11';
    const support = test.app.get(SupportRepository);
    const due = test.app.get(DueAlertsService);
    for (const method of ['claimDueAlerts', 'setNextAlerts'] as const) {
      const called = failNextCall(support, method);
      await expect(due.alert(new Pass().summary)).rejects.toThrow('interrupted');
      expect(called()).toBe(true);
      expect(await told(tracked)).toEqual([]);
    }
    loseCommitAfter(test.database, support, 'setNextAlerts');
    await expect(due.alert(new Pass().summary)).rejects.toThrow('Connection lost');
    await due.alert(new Pass().summary);
    expect(await subjects(tracked)).toEqual(['2028-02-10:30']);
  });
});
