import { DatabaseClock } from '../../src/database/database-clock';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { advisory, learnAdvisories, trackNamed } from '../setup/advisories';
import { useApp } from '../setup/app';
import { type Agent, newUser, type Tracked } from '../setup/tracking';

/** What is sent of vulnerabilities: with updates, and as alerts. */

type Named = Tracked & { name: string };
interface Body {
  type: string;
  data: Record<string, unknown>;
}

const VERSIONS = ['1.0.0', '1.1.0'];
const DAY = { from: '00:00', to: '23:59' };

const test = useApp({ PUBLIC_URL: 'https://tracker.example' });
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let today: string;
let minute = 0;

beforeAll(() => {
  const clock = test.app.get(DatabaseClock);
  jest
    .spyOn(clock, 'now')
    .mockImplementation(() => Promise.resolve(`${today} 12:${String(minute).padStart(2, '0')}:00.000000`));
});

beforeEach(async () => {
  [today, minute] = ['2028-01-01', 0];
  receiver = await httpReceiver();
});

afterAll(closeAll);

const fixedIn = (version: string) => [{ introduced: '0' }, { fixed: version }];
const webhook = (timing: object = {}) => ({
  type: 'webhook',
  name: 'hook',
  settings: { url: receiver.url },
  ...timing,
});

/** Somebody on 1.0.0 who knows of the other versions. */
async function since(longAgo: string, agent: Agent, versions: string[]): Promise<Named> {
  const now = today;
  today = longAgo;
  const tracked = await trackNamed(test, agent, '1.0.0', versions);
  today = now;
  return tracked;
}
const owner = async (timing: object = {}, versions = VERSIONS): Promise<Named> =>
  since('2026-01-01', await newUser(test, webhook(timing)), versions);

/** A vulnerability becomes known to be exploited, as an import says it. */
async function exploit(vulnerability: string, tracked?: Named): Promise<void> {
  await test.database.execute(
    `INSERT INTO exploit (vulnerability, cisa_on, exploited_at, epss) VALUES (?, '2027-12-31', ?, 9430)`,
    [vulnerability, `${today} 12:30:00.000000`],
  );
  if (tracked) await tracked.change({ notes: 'looked at again' });
}

const sent = (): Body[] => receiver.requests.map(({ body }) => JSON.parse(body) as Body);

async function deliver(): Promise<Body[]> {
  receiver.requests.length = 0;
  await test.deliver();
  return sent();
}

const deliverUpdates = async () => (await deliver()).filter(({ type }) => type.startsWith('update.'));

/** Alerts may be written some minutes after they are due. */
async function alert(): Promise<void> {
  minute += 11;
  await test.check();
}

const alertsOf = async (tracked: Tracked) =>
  test.database.query<{ kind: string; state: string }>(
    'SELECT kind, state FROM notification WHERE favorite_id = ? AND subject IS NOT NULL ORDER BY created_at, id',
    [tracked.id],
  );
const decide = ({ agent, id }: Tracked, vulnerability: string, body: object) =>
  agent.put(`/api/v1/favorite/${id}/advisory/${vulnerability}`).send(body).expect(200);
const patch = (agent: Agent, path: string, fields: object) => agent.patch(`/api/v1/${path}`).send(fields).expect(200);

/** The version in use has two vulnerabilities, of which 1.2.0 fixes the first and brings one. */
async function assessed(tracked: Named, prefix: string): Promise<string[]> {
  const ids = ['1', '2', '3'].map((one) => `CVE-2027-${prefix}${one}`) as [string, string, string];
  await learnAdvisories(test, [
    advisory(tracked.name, ids[0], fixedIn('1.2.0')),
    advisory(tracked.name, ids[1], fixedIn('3.0.0'), { severity: 'high' }),
    advisory(tracked.name, ids[2], [{ introduced: '1.2.0' }, { fixed: '1.2.1' }], { severity: 'low' }),
  ]);
  return ids;
}

describe('an update', () => {
  it('says what it fixes, what it still has, and what is new in it', async () => {
    const tracked = await owner();
    const [first, second, third] = await assessed(tracked, '100');
    await exploit(first!);
    await tracked.release('1.2.0');
    await test.check();
    expect(await deliverUpdates()).toMatchObject([
      {
        type: 'update.available',
        data: {
          version: { version: '1.2.0' },
          risk: {
            fixed: [{ id: first, severity: 'critical', exploited: [{ by: 'CISA', since: '2027-12-31' }], epss: 0.943 }],
            remaining: [{ id: second, severity: 'high', exploited: [], epss: null }],
            introduced: [{ id: third, severity: 'low' }],
            total_fixed: 1,
            total_remaining: 1,
            total_introduced: 1,
            fixed_exploited: 1,
            fixed_critical: 1,
          },
        },
      },
    ]);
  });

  it('does not speak of what its owner has decided about', async () => {
    const tracked = await owner();
    const [first, second, third] = await assessed(tracked, '110');
    await decide(tracked, first!, { state: 'not_affected', reason: 'not built in' });
    await decide(tracked, second!, { state: 'accepted', reason: 'behind a proxy', until: '2999-01-01' });
    await tracked.release('1.2.0');
    await test.check();
    const [body] = await deliverUpdates();
    expect(body).toMatchObject({
      data: { risk: { fixed: [], remaining: [], introduced: [{ id: third }], total_fixed: 0, total_remaining: 0 } },
    });
  });

  it('speaks again of what was accepted until a day that is over', async () => {
    const tracked = await owner();
    const [first] = await assessed(tracked, '120');
    await decide(tracked, first!, { state: 'accepted', reason: 'for now', until: '2028-01-02' });
    await test.database.execute(`UPDATE triage SET until = '2020-01-01' WHERE favorite_id = ?`, [tracked.id]);
    await tracked.release('1.2.0');
    await test.check();
    expect(await deliverUpdates()).toMatchObject([{ data: { risk: { fixed: [{ id: first }] } } }]);
  });

  it('is marked in a digest, what fixes something exploited first', async () => {
    const zebra = await owner({ digest: { every: 'daily', hour: 9 } });
    const { body } = await zebra.agent.get('/api/v1/channel').expect(200);
    const plain = await since('2026-01-01', zebra.agent, VERSIONS);
    const [first] = await assessed(zebra, '130');
    await exploit(first!);
    await plain.release('2.0.0');
    await zebra.release('1.2.0');
    await test.check();
    await patch(zebra.agent, `channel/${body.data[0].id}`, { digest: { every: 'instant' } });
    const [digest] = await deliverUpdates();
    expect(digest).toMatchObject({
      type: 'update.digest',
      data: {
        updates: [
          { software: { id: zebra.software }, risk: { total_fixed: 1, fixed_exploited: 1 } },
          { software: { id: plain.software }, risk: null },
        ],
      },
    });
  });

  it('is told with what it fixes on the page behind its link', async () => {
    today = new Date().toISOString().slice(0, 10);
    const tracked = await owner();
    const [first] = await assessed(tracked, '140');
    await tracked.release('1.2.0');
    await test.check();
    const [body] = await deliverUpdates();
    const { manage } = body!.data.links as { manage: string };
    const { text } = await test.http.get(new URL(manage).pathname).expect(200);
    expect(text).toContain(`Fixes: 1 vulnerability: ${first} (critical); none known to be exploited.`);
  });
});

describe('an alert about vulnerabilities', () => {
  it('names them, with what fixes them, and is no update', async () => {
    const tracked = await owner();
    const before = await tracked.favorite();
    const [first] = await assessed(tracked, '200');
    await alert();
    const bodies = await deliver();
    expect(bodies).toMatchObject([
      {
        type: 'vulnerability.found',
        data: {
          favorite: { id: tracked.id },
          tracked_version: { version: '1.0.0' },
          available_version: { version: '1.1.0' },
          vulnerabilities: [
            {
              id: first,
              severity: 'critical',
              summary: `Something is wrong (${first}).`,
              epss: null,
              exploited: [],
              fixed_in: '1.2.0',
              fixed_by_update: false,
              url: `https://advisories.example/${first}`,
            },
          ],
          total_vulnerabilities: 1,
          databases: ['Test'],
          as_of: '2026-01-01',
        },
      },
    ]);
    expect(bodies[0]!.data.links).toMatchObject({ manage: expect.stringContaining('/update/') as string });
    expect(await alertsOf(tracked)).toEqual([{ kind: 'vulnerability.found', state: 'sent' }]);
    expect((await tracked.favorite()).notified_version).toEqual(before.notified_version);
    const [listed] = await tracked.notifications();
    expect(listed).toMatchObject({ kind: 'vulnerability.found', version: { version: '1.0.0' } });
    const { body } = await tracked.agent.get('/api/v1/notification?kind=vulnerability.found').expect(200);
    expect(body.data).toHaveLength(1);
  });

  it('says that one is exploited, and since when', async () => {
    const tracked = await owner();
    const [, second] = await assessed(tracked, '210');
    await alert();
    await deliver();
    today = '2028-01-03';
    await exploit(second!);
    minute = 40;
    await tracked.release('1.0.1');
    await test.check();
    await alert();
    const exploited = (await deliver()).filter(({ type }) => type === 'vulnerability.exploited');
    expect(exploited).toMatchObject([
      {
        data: {
          vulnerabilities: [{ id: second, exploited: [{ by: 'CISA', since: '2027-12-31' }], epss: 0.943 }],
          total_vulnerabilities: 1,
        },
      },
    ]);
  });

  it.each([
    ['moved to a version without them', (one: Named) => one.change({ version: '1.1.0' })],
    ['triaged them', (one: Named, id: string) => decide(one, id, { state: 'accepted', reason: 'behind a proxy' })],
    ['taken note of them', (one: Named, id: string) => decide(one, id, { state: 'in_triage', reason: 'looking' })],
    ['switched such alerts off', (one: Named) => patch(one.agent, `favorite/${one.id}/policy`, { advisories: 'off' })],
    ['switched notifications off', (one: Named) => one.change({ notifications_enabled: false })],
  ])('is not sent any more when its owner has %s', async (_what, write) => {
    const tracked = await owner();
    const id = `CVE-2027-22${Date.now()}`;
    await learnAdvisories(test, [advisory(tracked.name, id, fixedIn('1.1.0'))]);
    await alert();
    expect(await alertsOf(tracked)).toMatchObject([{ state: 'pending' }]);
    await write(tracked, id);
    expect(await deliver()).toEqual([]);
    expect(await alertsOf(tracked)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('names only those that are left', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2027-2301', fixedIn('1.1.0')),
      advisory(tracked.name, 'CVE-2027-2302', fixedIn('1.1.0')),
    ]);
    await alert();
    await decide(tracked, 'CVE-2027-2301', { state: 'not_affected', reason: 'not built in' });
    expect(await deliver()).toMatchObject([
      { data: { vulnerabilities: [{ id: 'CVE-2027-2302', fixed_by_update: true }], total_vulnerabilities: 1 } },
    ]);
  });

  it('heads a digest, each with what it tells', async () => {
    const tracked = await owner({ digest: { every: 'weekly', weekday: 1, hour: 9 } });
    const { body } = await tracked.agent.get('/api/v1/channel').expect(200);
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2027-2401', fixedIn('2.0.0'))]);
    await alert();
    today = '2028-01-02';
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2027-2401', fixedIn('2.0.0')),
      advisory(tracked.name, 'CVE-2027-2402', fixedIn('2.0.0')),
    ]);
    await alert();
    await tracked.release('1.2.0');
    await test.check();
    await patch(tracked.agent, `channel/${body.data[0].id}`, { digest: { every: 'instant' } });
    const [digest] = await deliver();
    expect(digest).toMatchObject({ type: 'update.digest', data: { total: 1, total_alerts: 2 } });
    const { alerts } = digest!.data as { alerts: { vulnerabilities: { id: string }[] }[] };
    expect(alerts.flatMap(({ vulnerabilities }) => vulnerabilities.map(({ id }) => id)).sort()).toEqual([
      'CVE-2027-2401',
      'CVE-2027-2402',
    ]);
  });
});

describe('quiet hours', () => {
  const quiet = { quiet_hours: { ...DAY, except: 'security' } };

  it('let alerts about vulnerabilities through, where they except security', async () => {
    for (const [timing, types] of [
      [quiet, ['vulnerability.found']],
      [{ quiet_hours: { ...DAY, except: 'major' } }, []],
    ] as const) {
      const tracked = await owner(timing);
      await learnAdvisories(test, [advisory(tracked.name, `CVE-2027-${3000 + types.length}`, fixedIn('2.0.0'))]);
      await alert();
      expect((await deliver()).map(({ type }) => type)).toEqual(types);
    }
  });

  it.each([
    ['a critical vulnerability', 'critical' as const, false, 1],
    ['one that is exploited', 'low' as const, true, 1],
    ['no other, however large it is', 'high' as const, false, 0],
  ])('let an update through that fixes %s', async (_what, severity, isExploited, count) => {
    const tracked = await owner(quiet);
    await patch(tracked.agent, `favorite/${tracked.id}/policy`, { advisories: 'off' });
    const id = `CVE-2027-31${severity.length}${Date.now()}`;
    await learnAdvisories(test, [advisory(tracked.name, id, fixedIn('2.0.0'), { severity })]);
    if (isExploited) await exploit(id, tracked);
    await tracked.release('2.0.0');
    await test.check();
    expect((await deliver()).map(({ type }) => type)).toEqual(Array.from({ length: count }, () => 'update.available'));
  });
});

describe('a feed', () => {
  it('says what an update fixes, and of what an alert tells', async () => {
    const tracked = await owner();
    const [first] = await assessed(tracked, '400');
    await alert();
    await tracked.release('1.2.0');
    await test.check();
    for (const [details, isFull] of [
      ['full', true],
      ['names', false],
    ] as const) {
      const input = { kind: 'updates', favorite: tracked.id, details };
      const { body } = await tracked.agent.post('/api/v1/feed').send(input).expect(201);
      const path = new URL((body.data.urls as { json: string }).json).pathname;
      const { text } = await test.http.get(path).expect(200);
      expect(text).toContain('became known');
      expect(text.includes(`It fixes 1 vulnerability: ${first} (critical)`)).toBe(isFull);
      expect(text.includes(first!)).toBe(isFull);
    }
  });
});
