import { DatabaseClock } from '../../src/database/database-clock';
import { SupportUpkeep } from '../../src/favorite/store/support-upkeep';
import { LifecycleStore } from '../../src/version/lifecycle/lifecycle.store';
import type { ProductCycle } from '../../src/version/lifecycle/product-cycle';
import { type SupportState, SUPPORT_STATES } from '../../src/version/lifecycle/support';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { Random } from '../setup/random';
import { atScale } from '../setup/scale';
import { type Agent, newUser, track, type Tracked, trackRecord } from '../setup/tracking';

interface Listed {
  uuid: string;
  updated_at: string;
  support: { state: SupportState; cycle: string | null; eol_on: string | null; extended_until: string | null };
}

const TODAY = '2026-06-15';
const ALL = '/api/v1/favorite?per_page=200&includeSupport';
const VERSIONS = ['0.9', '1.0', '1.1', '2.0', '2.1', '3.0', '4.0'];

const test = useApp();
let today = TODAY;

beforeAll(() => {
  const clock = test.app.get(DatabaseClock);
  jest.spyOn(clock, 'now').mockImplementation(() => Promise.resolve(`${today} 12:00:00.000000`));
});

beforeEach(() => {
  today = TODAY;
});

const cycle = (name: string, facts: Partial<ProductCycle> = {}): ProductCycle => ({
  cycle: name,
  label: null,
  releasedOn: null,
  ltsFrom: null,
  activeUntil: null,
  eolOn: null,
  isEol: null,
  extendedUntil: null,
  isExtendedOver: null,
  latest: null,
  link: null,
  ...facts,
});

const CYCLES = [
  cycle('1', { activeUntil: '2024-01-31', eolOn: '2025-01-31' }),
  cycle('2', { activeUntil: '2025-05-31', eolOn: '2026-05-31', extendedUntil: '2028-05-31' }),
  cycle('3', { activeUntil: '2026-06-30', eolOn: '2026-08-31', latest: '3.0' }),
  cycle('4', { isEol: false, latest: '4.0' }),
];

const learn = ({ software }: Pick<Tracked, 'software'>, cycles: ProductCycle[]) =>
  test.database.transaction((sql) =>
    test.app.get(LifecycleStore).replace(sql, [{ softwareId: software, cycles, asOf: TODAY }]),
  );

const list = async (agent: Agent, query = ''): Promise<Listed[]> =>
  (await agent.get(`${ALL}${query}`).expect(200)).body.data as Listed[];
const ids = (favorites: Listed[]) => favorites.map(({ uuid }) => uuid);
const supportOf = async ({ agent, id }: Tracked): Promise<Listed['support']> =>
  (await agent.get(`/api/v1/favorite/${id}?includeSupport`).expect(200)).body.data.support;
const summaryOf = async (agent: Agent) => (await agent.get('/api/v1/summary').expect(200)).body.data;
const policy = ({ agent, id }: Tracked, fields: object) =>
  agent.patch(`/api/v1/favorite/${id}/policy`).send(fields).expect(200);
const stored = async ({ id }: Tracked) => {
  const [row] = await test.database.query(
    'SELECT support, eol_on, extended_until, alert_at, updated_at FROM favorite WHERE id = ?',
    [id],
  );
  return row as Record<'support' | 'eol_on' | 'extended_until' | 'alert_at' | 'updated_at', unknown>;
};

/** Filters, orders and the summary agree with what the list shows. */
async function expectAgreement(agent: Agent): Promise<void> {
  const favorites = await list(agent);
  const ofState = (state: SupportState) => favorites.filter(({ support }) => support.state === state);
  for (const state of SUPPORT_STATES) expect(ids(await list(agent, `&support=${state}`))).toEqual(ids(ofState(state)));
  const dates = favorites.flatMap(({ support }) => support.eol_on ?? []).sort();
  expect((await summaryOf(agent)).support).toEqual({
    ended: ofState('ended').length,
    ending: ofState('ending').length,
    next_on: dates.find((date) => date >= today) ?? null,
  });
  for (const [operator, holds] of Object.entries({
    lt: (date: string) => date < today,
    lte: (date: string) => date <= today,
    gt: (date: string) => date > today,
    gte: (date: string) => date >= today,
  })) {
    const matching = favorites.filter(({ support }) => support.eol_on !== null && holds(support.eol_on));
    expect(ids(await list(agent, `&eol[${operator}]=${today}`))).toEqual(ids(matching));
  }
  const sorted = (await list(agent, '&sort=eol')).flatMap(({ support }) => support.eol_on ?? []);
  expect(sorted).toEqual(dates);
}

describe('the support of the version in use', () => {
  it('is that of its cycle', async () => {
    const first = await track(test, await newUser(test), '0.9', VERSIONS);
    const all = [first];
    for (const version of ['1.1', '2.0', '3.0', '4.0'])
      all.push(await trackRecord(test, await newUser(test), first.record, version));
    for (const one of all) expect(await supportOf(one)).toMatchObject({ state: 'unknown', cycle: null, eol_on: null });
    await learn(first, CYCLES);
    await test.check();
    const found = await Promise.all(all.map(supportOf));
    expect(found.map(({ state, cycle }) => [state, cycle])).toEqual([
      ['ended', null],
      ['ended', '1'],
      ['extended', '2'],
      ['ending', '3'],
      ['supported', '4'],
    ]);
  });

  it('is known at once of a new favorite, and when its owner moves it', async () => {
    const ada = await newUser(test);
    const first = await track(test, ada, '4.0', VERSIONS);
    await learn(first, CYCLES);
    const bob = await newUser(test);
    const created = await bob.post('/api/v1/favorite').send({ software: first.software, version: '1.0' }).expect(201);
    const theirs = { ...first, agent: bob, id: created.body.data.uuid as string };
    expect(await supportOf(theirs)).toMatchObject({ state: 'ended', cycle: '1', eol_on: '2025-01-31' });
    await bob.patch(`/api/v1/favorite/${theirs.id}`).send({ version: '3.0' }).expect(200);
    expect(await supportOf(theirs)).toMatchObject({ state: 'ending', cycle: '3', eol_on: '2026-08-31' });
    const other = await track(test, ada, '1.0');
    await bob.patch(`/api/v1/favorite/${theirs.id}`).send({ software: other.software, version: '1.0' }).expect(200);
    expect(await supportOf(theirs)).toMatchObject({ state: 'unknown', cycle: null, eol_on: null });
  });

  it('follows the policy: its basis, and a contract, also where nothing else is known', async () => {
    const ada = await newUser(test);
    const tracked = await track(test, ada, '2.0', VERSIONS);
    await learn(tracked, CYCLES);
    await test.check();
    await policy(tracked, { support_basis: 'active' });
    expect(await supportOf(tracked)).toMatchObject({ state: 'ended', eol_on: '2025-05-31', extended_until: null });
    await policy(tracked, { support_basis: 'extended' });
    expect(await supportOf(tracked)).toMatchObject({ state: 'supported', eol_on: '2028-05-31' });
    await policy(tracked, { support_basis: 'eol', supported_until: '2026-07-01' });
    expect(await supportOf(tracked)).toMatchObject({ state: 'ending', cycle: '2', eol_on: '2026-07-01' });
    await ada.put(`/api/v1/favorite/${tracked.id}/policy`).send({}).expect(200);
    expect(await supportOf(tracked)).toMatchObject({ state: 'extended', eol_on: '2026-05-31' });
    const plain = await track(test, ada, '1.0');
    await policy(plain, { supported_until: '2027-12-31' });
    expect(await supportOf(plain)).toMatchObject({ state: 'supported', cycle: null, eol_on: '2027-12-31' });
    await policy(plain, { supported_until: null });
    expect(await supportOf(plain)).toMatchObject({ state: 'unknown', eol_on: null });
  });

  it('changes with the day, and with it the revision of the summary', async () => {
    const ada = await newUser(test);
    const tracked = await track(test, ada, '3.0', VERSIONS);
    await learn(tracked, CYCLES);
    await test.check();
    const seen: [string, SupportState, string][] = [];
    for (const day of ['2026-06-01', '2026-06-02', '2026-06-03', '2026-08-31', '2026-09-01']) {
      today = day;
      await expectAgreement(ada);
      seen.push([day, (await supportOf(tracked)).state, (await summaryOf(ada)).revision]);
    }
    expect(seen.map(([, state]) => state)).toEqual(['supported', 'ending', 'ending', 'ending', 'ended']);
    expect(new Set(seen.map(([, , revision]) => revision)).size).toBe(seen.length);
    expect((await summaryOf(ada)).revision).toBe(seen.at(-1)![2]);
  });

  it.each(atScale([1], [1, 2, 3]))(
    'agrees with filters, orders and the summary, whatever happens (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const ada = await newUser(test);
      const all: Tracked[] = [];
      // Not below all cycles: the check has the time of the database there.
      const versions = VERSIONS.slice(1);
      for (let n = 0; n < 8; n++) all.push(await track(test, ada, random.one(versions), versions));
      const day = () => `${random.whole(2025, 2027)}-${String(random.whole(1, 12)).padStart(2, '0')}-15`;
      const end = () => (random.chance(0.6) ? { eolOn: day() } : { isEol: random.one([true, false, null]) });
      const more = () =>
        random.chance(0.3) ? { extendedUntil: day() } : random.chance(0.3) ? { isExtendedOver: false } : {};
      const active = () => (random.chance(0.5) ? { activeUntil: day() } : {});
      for (let turn = 0; turn < atScale(8, 15); turn++) {
        const one = random.one(all);
        await random.one([
          () =>
            learn(
              one,
              ['1', '2', '3'].map((name) => cycle(name, { ...end(), ...more(), ...active() })),
            ),
          () => one.change({ version: random.one(versions) }),
          () => policy(one, { support_basis: random.one(['eol', 'active', 'extended']) }),
          () => policy(one, { supported_until: random.one([null, day()]) }),
          () => Promise.resolve((today = day())),
        ])();
        await test.check();
        await expectAgreement(ada);
        // What is stored is what the upkeep would store.
        expect(await test.app.get(SupportUpkeep).refresh()).toBe(0);
      }
    },
  );

  it('is known of versions below the oldest cycle once that has ended, without changing `updated_at`', async () => {
    const ada = await newUser(test);
    const [below, within] = [await track(test, ada, '0.9', VERSIONS), await track(test, ada, '1.0', VERSIONS)];
    for (const one of [below, within]) await learn(one, [cycle('1', { eolOn: '2199-01-31' })]);
    await test.check();
    const before = await list(ada);
    expect(await supportOf(below)).toMatchObject({ state: 'unknown' });
    expect(await test.app.get(SupportUpkeep).refresh()).toBe(0);
    today = '2199-02-01';
    expect(await test.app.get(SupportUpkeep).refresh()).toBe(1);
    expect(await test.app.get(SupportUpkeep).refresh()).toBe(0);
    expect(await supportOf(below)).toMatchObject({ state: 'ended', cycle: null });
    expect((await stored(below)).alert_at).toBe(`${today} 12:00:00.000000`);
    expect((await list(ada)).map(({ updated_at }) => updated_at)).toEqual(before.map(({ updated_at }) => updated_at));
  });

  it('makes alerts look again when it changes, and when the notice does', async () => {
    const ada = await newUser(test);
    const tracked = await track(test, ada, '3.0', VERSIONS);
    expect((await stored(tracked)).alert_at).toBeNull();
    const clear = () => test.database.execute('UPDATE favorite SET alert_at = NULL WHERE id = ?', [tracked.id]);
    await learn(tracked, CYCLES);
    await test.check();
    expect((await stored(tracked)).alert_at).not.toBeNull();
    await clear();
    await tracked.release('3.0.1');
    await test.check();
    expect((await stored(tracked)).alert_at).toBeNull();
    await policy(tracked, { support_notice: [5] });
    expect((await stored(tracked)).alert_at).not.toBeNull();
    await clear();
    await policy(tracked, { minimum_age_days: 3 });
    expect((await stored(tracked)).alert_at).toBeNull();
  });
});

describe('what a policy says of support', () => {
  it('is read and written, and cleared with its product', async () => {
    const ada = await newUser(test);
    const tracked = await track(test, ada, '1.0');
    const url = `/api/v1/favorite/${tracked.id}/policy`;
    const written = { support_notice: [7, 60, 0, 7], support_basis: 'active', supported_until: '2028-02-29' };
    const fields = { ...written, support_notice: [60, 7, 0] };
    expect((await ada.patch(url).send(written).expect(200)).body.data).toMatchObject(fields);
    expect((await ada.patch(url).send({ series: '1' }).expect(200)).body.data).toMatchObject({
      ...fields,
      series: '1',
    });
    expect((await ada.patch(url).send({ support_notice: [] }).expect(200)).body.data.support_notice).toEqual([]);
    const other = await track(test, await newUser(test), '1.0');
    await tracked.change({ software: other.software, version: '1.0' });
    expect((await ada.get(url).expect(200)).body.data).toMatchObject({
      support_notice: [],
      support_basis: 'active',
      supported_until: null,
    });
  });

  it('is refused where it cannot be read', async () => {
    const { agent, id } = await track(test, await newUser(test), '1.0');
    for (const [fields, field] of [
      [{ support_notice: 30 }, 'support_notice'],
      [{ support_notice: [-1] }, 'support_notice'],
      [{ support_notice: [1.5] }, 'support_notice'],
      [{ support_notice: [3651] }, 'support_notice'],
      [{ support_notice: Array.from({ length: 13 }, (_, day) => day) }, 'support_notice'],
      [{ support_basis: 'never' }, 'support_basis'],
      [{ support_basis: null }, 'support_basis'],
      [{ supported_until: '2027-02-30' }, 'supported_until'],
      [{ supported_until: '2027-02-03T00:00:00Z' }, 'supported_until'],
      [{ supported_until: '2200-01-01' }, 'supported_until'],
      [{ supported_until: 2027 }, 'supported_until'],
    ] as const) {
      const response = await agent.patch(`/api/v1/favorite/${id}/policy`).send(fields);
      expect([fields, ...expectProblem(response, 422, 'invalid-body')]).toEqual([fields, field]);
    }
    for (const query of ['support=over', 'eol[gte]=2027', 'eol[lt]=2027-13-01', 'eol=2027-01-01'])
      expectProblem(await agent.get(`/api/v1/favorite?${query}`), 400, 'invalid-query');
  });
});
