import { DatabaseClock } from '../../src/database/database-clock';
import { LifecycleStore } from '../../src/version/lifecycle/lifecycle.store';
import { expectProblem } from '../setup/api';
import { advisory, learnAdvisories, trackNamed } from '../setup/advisories';
import { useApp } from '../setup/app';
import { type Agent, newUser, type Tracked } from '../setup/tracking';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'];

const CYCLE = {
  ...{ label: null, releasedOn: null, ltsFrom: null, activeUntil: null, eolOn: null, isEol: false },
  ...{ extendedUntil: null, isExtendedOver: null, latest: null, link: null },
};

const test = useApp();
let today = '2026-06-15';
beforeAll(() => {
  const clock = test.app.get(DatabaseClock);
  jest.spyOn(clock, 'now').mockImplementation(() => Promise.resolve(`${today} 12:00:00.000000`));
});

beforeEach(() => {
  today = '2026-06-15';
});

const riskOf = async ({ agent, id }: Tracked) =>
  (await agent.get(`/api/v1/favorite/${id}?includeRisk`).expect(200)).body.data.risk;
const advisoriesOf = async ({ agent, id }: Tracked) =>
  (await agent.get(`/api/v1/favorite/${id}/advisory`).expect(200)).body.data;
const decide = ({ agent, id }: Tracked, vulnerability: string, body: object) =>
  agent.put(`/api/v1/favorite/${id}/advisory/${vulnerability}`).send(body);
const ids = async (agent: Agent, query: string): Promise<string[]> =>
  (await agent.get(`/api/v1/favorite?${query}`).expect(200)).body.data.map(({ uuid }: { uuid: string }) => uuid);

const fixedIn = (version: string) => [{ introduced: '0' }, { fixed: version }];

describe('the risk of a favorite', () => {
  it('counts what the version in use has, and what the update fixes, where a database knows the product', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    expect(await riskOf(tracked)).toMatchObject({ state: 'not-assessed', known: 0, assessed: [], as_of: null });
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-1001', fixedIn('1.1.0')),
      advisory(tracked.name, 'CVE-2026-1002', fixedIn('3.0.0'), { severity: 'high' }),
      advisory(tracked.name, 'CVE-2026-1003', [{ introduced: '2.0.0' }, { fixed: '2.0.1' }]),
      advisory(tracked.name, 'CVE-2026-1004', [{ introduced: '0' }]),
    ]);
    expect(await riskOf(tracked)).toEqual({
      state: 'vulnerable',
      known: 2,
      critical: 1,
      high: 1,
      exploited: 0,
      open: 1,
      disputed: 0,
      severity: 'critical',
      epss: null,
      fixed_by_update: 1,
      remaining: 1,
      in_series: null,
      assessed: ['Test'],
      as_of: '2026-01-01',
    });
    const { advisories, more } = await advisoriesOf(tracked);
    expect(more).toBe(0);
    expect(
      advisories.map(({ id, state, fixed, fixed_by_update }: Record<string, unknown>) => [
        id,
        state,
        fixed,
        fixed_by_update,
      ]),
    ).toEqual([
      ['CVE-2026-1001', 'affected', '1.1.0', true],
      ['CVE-2026-1002', 'affected', '3.0.0', false],
      ['CVE-2026-1004', 'open', null, false],
    ]);
  });

  it('says what the newest version of the same release cycle fixes, unless that is the one on offer', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    const cycles = ['1', '2'].map((cycle) => ({ ...CYCLE, cycle }));
    await test.database.transaction((sql) =>
      test.app.get(LifecycleStore).replace(sql, [{ softwareId: tracked.software, cycles, asOf: today }]),
    );
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-1031', fixedIn('1.1.0')),
      advisory(tracked.name, 'CVE-2026-1032', fixedIn('1.2.0')),
      advisory(tracked.name, 'CVE-2026-1033', fixedIn('2.0.0')),
    ]);
    expect(await riskOf(tracked)).toMatchObject({ known: 3, in_series: { version: '1.2.0', fixes: 2 } });
    await decide(tracked, 'CVE-2026-1032', { state: 'not_affected', reason: 'It is off.' }).expect(200);
    expect(await riskOf(tracked)).toMatchObject({ known: 2, in_series: { version: '1.2.0', fixes: 1 } });
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-1034', fixedIn('2.0.0'))]);
    expect(await riskOf(tracked)).toMatchObject({ known: 3, in_series: { version: '1.2.0', fixes: 1 } });
    await tracked.agent.patch(`/api/v1/favorite/${tracked.id}/policy`).send({ series: '1' }).expect(200);
    expect(await riskOf(tracked)).toMatchObject({ fixed_by_update: 1, in_series: null });
  });

  it('follows the version in use', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-1011', fixedIn('1.1.0'))]);
    expect((await riskOf(tracked)).known).toBe(1);
    await tracked.agent.post(`/api/v1/favorite/${tracked.id}/update-to-latest-version`).expect(200);
    expect(await riskOf(tracked)).toMatchObject({ state: 'none-known', known: 0, assessed: ['Test'] });
  });

  it('is found by filters and the order', async () => {
    const agent = await newUser(test);
    const [bad, worse, none] = [
      await trackNamed(test, agent, '1.0.0', VERSIONS),
      await trackNamed(test, agent, '1.0.0', VERSIONS),
      await trackNamed(test, agent, '1.0.0', VERSIONS),
    ];
    await learnAdvisories(test, [
      advisory(bad.name, 'CVE-2026-1021', fixedIn('1.1.0'), { severity: 'medium' }),
      advisory(worse.name, 'CVE-2026-1022', fixedIn('1.1.0')),
    ]);
    expect(await ids(agent, 'vulnerable=true&sort=-risk')).toEqual([worse.id, bad.id]);
    expect(await ids(agent, 'vulnerable=false')).toEqual([none.id]);
    expect(await ids(agent, 'severity[gte]=high')).toEqual([worse.id]);
    expect(await ids(agent, 'exploited=true')).toEqual([]);
    const first = await agent.get('/api/v1/favorite?sort=-risk&per_page=1&includeTotal').expect(200);
    expect(first.body.meta.total).toBe(3);
    expect(await ids(agent, `sort=-risk&per_page=1&cursor=${first.body.meta.next_cursor}`)).toEqual([bad.id]);
    expectProblem(await agent.get('/api/v1/favorite?severity[gte]=bad'), 400, 'invalid-query');
  });
});

describe('a decision about a vulnerability', () => {
  const reason = 'The module is not loaded.';

  it('takes it out of the risk, whatever the version', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [
      advisory(tracked.name, 'GHSA-aaaa-bbbb-cccc', fixedIn('2.0.0'), { aliases: ['CVE-2026-2001'] }),
    ]);
    const answer = await decide(tracked, 'GHSA-aaaa-bbbb-cccc', { state: 'not_affected', reason }).expect(200);
    expect(answer.body.data).toMatchObject({
      id: 'CVE-2026-2001',
      triage: { state: 'not_affected', until: null, reason },
    });
    expect((await riskOf(tracked)).known).toBe(0);
    await tracked.agent.patch(`/api/v1/favorite/${tracked.id}`).send({ version: '1.1.0' }).expect(200);
    expect((await riskOf(tracked)).known).toBe(0);
    await tracked.agent.delete(`/api/v1/favorite/${tracked.id}/advisory/CVE-2026-2001`).expect(204);
    expect((await riskOf(tracked)).known).toBe(1);
  });

  it('ends after its last day', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-2011', fixedIn('2.0.0'))]);
    await decide(tracked, 'CVE-2026-2011', { state: 'accepted', until: '2026-06-20', reason }).expect(200);
    today = '2026-06-20';
    await test.check();
    expect((await riskOf(tracked)).known).toBe(0);
    today = '2026-06-21';
    await test.check();
    expect((await riskOf(tracked)).known).toBe(1);
  });

  it('is to be looked at again when a fix appears', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-2021', [{ introduced: '0' }, { last_affected: '1.9.0' }]),
    ]);
    await decide(tracked, 'CVE-2026-2021', { state: 'accepted', reason }).expect(200);
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-2021', fixedIn('1.1.0'), { modified: '2026-02-01' }),
    ]);
    const [only] = (await advisoriesOf(tracked)).advisories;
    expect(only.triage).toMatchObject({ state: 'accepted', needs_review: true });
  });

  it('names the field that is wrong', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-2031', fixedIn('2.0.0'))]);
    for (const [body, field] of [
      [{ state: 'gone', reason }, 'state'],
      [{ state: 'accepted' }, 'reason'],
      [{ state: 'accepted', reason, until: '2026-02-30' }, 'until'],
      [{ state: 'accepted', reason, until: '2026-06-14' }, 'until'],
    ] as const) {
      const answer = await decide(tracked, 'CVE-2026-2031', body);
      expectProblem(answer, 422, 'invalid-body');
      expect(answer.body.errors.map((one: { field: string }) => one.field)).toEqual([field]);
    }
    expectProblem(await decide(tracked, 'CVE-2000-0001', { state: 'accepted', reason }), 404, 'not-found');
    expectProblem(await decide(tracked, '..%2F', { state: 'accepted', reason }), 404, 'not-found');
    const other = await newUser(test);
    expectProblem(
      await decide({ ...tracked, agent: other }, 'CVE-2026-2031', { state: 'accepted', reason }),
      404,
      'not-found',
    );
  });

  it('does not go with the favorite to another product', async () => {
    const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    const other = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2026-2041', fixedIn('2.0.0')),
      advisory(other.name, 'CVE-2026-2041', fixedIn('2.0.0'), { id: 'X-1', aliases: ['CVE-2026-2041'] }),
    ]);
    await decide(tracked, 'CVE-2026-2041', { state: 'accepted', reason }).expect(200);
    await tracked.agent
      .patch(`/api/v1/favorite/${tracked.id}`)
      .send({ software: other.software, version: '1.0.0' })
      .expect(200);
    expect((await riskOf(tracked)).known).toBe(1);
  });
});
