import { STEPS } from 'version-order';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { Random } from '../setup/random';
import { atScale } from '../setup/scale';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';

interface Listed {
  uuid: string;
  software: string;
  publisher: string;
  version: { version: string };
  update_available: boolean;
  notifications_enabled: boolean;
  available_version: { version: string; created_at: string; kind: string } | null;
  policy: { snoozed_until: string | null; series: string | null };
  product: { id: string; publisher_id: string; url: string | null; notes_url: string | null };
}

const ALL = '/api/v1/favorite?per_page=200&includeAvailableVersion&includePolicy&includeProduct';
const OF_THE_CATALOGUE = ['publish', 'redate', 'withdraw'];
const FAR = '2037-01-01';
const day = (random: Random) => `2025-${String(random.whole(1, 12)).padStart(2, '0')}-15`;

const test = useApp();

const list = async (agent: Agent, query = ''): Promise<Listed[]> =>
  (await agent.get(`${ALL}${query}`).expect(200)).body.data as Listed[];
const ids = (favorites: Listed[]) => favorites.map(({ uuid }) => uuid);
const outdated = (favorites: Listed[]) => favorites.filter((one) => one.available_version !== null);
const summaryOf = async (agent: Agent) => (await agent.get('/api/v1/summary').expect(200)).body.data;

/** Without the date of the version in use, which is of the catalogue. */
const ownFacts = ({ version, ...favorite }: Listed) => ({ ...favorite, version: version.version });

/** What the summary is to say of these favorites. */
function counted(favorites: Listed[]) {
  const due = outdated(favorites);
  const dates = due.map((one) => one.available_version!.created_at).sort();
  return {
    tracked: favorites.length,
    outdated: due.length,
    by_kind: Object.fromEntries(
      STEPS.map((kind) => [kind, due.filter((one) => one.available_version!.kind === kind).length]),
    ),
    snoozed: favorites.filter(({ policy }) => policy.snoozed_until !== null).length,
    muted: favorites.filter((one) => !one.notifications_enabled).length,
    oldest_available_at: dates[0] ?? null,
  };
}

/** Filters and orders agree with what the list shows. */
async function expectAgreement(agent: Agent, favorites: Listed[]): Promise<void> {
  expect(await summaryOf(agent)).toMatchObject(counted(favorites));
  for (const kind of STEPS) {
    const matching = favorites.filter((one) => one.available_version?.kind === kind);
    expect(ids(await list(agent, `&kind=${kind}`))).toEqual(ids(matching));
  }
  const since = '2025-06-30T00:00:00.000000Z';
  const recent = favorites.filter((one) => (one.available_version?.created_at ?? '') >= since);
  expect(ids(await list(agent, `&available_at[gte]=${since}`))).toEqual(ids(recent));
  const ranks = (await list(agent, '&sort=kind')).map(({ available_version: to }) =>
    to ? STEPS.indexOf(to.kind as (typeof STEPS)[number]) : STEPS.length,
  );
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  const dates = (await list(agent, '&sort=available_at')).map((one) => one.available_version?.created_at ?? '');
  expect(dates).toEqual(dates.toSorted());
}

describe('the step to the available version', () => {
  it.each(atScale([1], [1, 2, 3]))('is what the list shows, whatever happens (seed %i)', async (seed) => {
    const random = new Random(seed);
    const ada = await newUser(test);
    const tracked: Tracked[] = [];
    for (let n = 0; n < 6; n++)
      tracked.push(await track(test, ada, '1.0.0', ['1.0.0', { version: '1.0.1', released_at: day(random) }]));
    const labels = tracked.map(() => ['1.0.0', '1.0.1']);
    let before = '';
    let revision = '';
    for (let turn = 0; turn < atScale(14, 25); turn++) {
      const at = random.whole(0, tracked.length - 1);
      const { agent, id, release, change } = tracked[at]!;
      const known = labels[at]!;
      const policy = (fields: object) => agent.patch(`/api/v1/favorite/${id}/policy`).send(fields).expect(200);
      const actions: Record<string, () => Promise<unknown>> = {
        publish: () => {
          const label = `${random.whole(1, 3)}.${random.whole(0, 2)}.${random.whole(0, 3)}${random.one(['', '', '-rc.1'])}`;
          known.push(label);
          return release({ version: label, released_at: day(random) });
        },
        redate: () => release({ version: random.one(known), released_at: day(random) }),
        withdraw: () => release({ version: random.one(known), removed_at: '2026-01-01' }),
        update: () => agent.post(`/api/v1/favorite/${id}/update-to-latest-version`).expect(200),
        move: () => change({ version: random.one(known) }),
        skip: () => policy({ skip: [random.one(known)] }),
        series: () => policy({ series: random.one(['1', '1.0', null]) }),
        prereleases: () => policy({ include_prereleases: random.chance(0.5) }),
        snooze: () => policy({ snoozed_until: random.one([FAR, null]) }),
        mute: () => change({ notifications_enabled: random.chance(0.5) }),
      };
      const action = random.one(Object.keys(actions));
      await actions[action]!();
      // What its owner writes is evaluated at once.
      if (OF_THE_CATALOGUE.includes(action) || random.chance(0.5)) await test.check();
      const favorites = await list(ada);
      await expectAgreement(ada, favorites);
      const now = JSON.stringify(favorites.map(ownFacts));
      const summary = await summaryOf(ada);
      if (now !== before) expect(summary.revision).not.toBe(revision);
      [before, revision] = [now, summary.revision];
    }
    const muted = await list(ada, '&state=muted');
    expect(ids(muted)).toEqual(ids((await list(ada)).filter((one) => !one.notifications_enabled)));
    const snoozed = await list(ada, '&state=snoozed');
    expect(ids(snoozed)).toEqual(ids((await list(ada)).filter(({ policy }) => policy.snoozed_until !== null)));
  });

  it('is corrected by the next check too', async () => {
    const ada = await newUser(test);
    const one = await track(test, ada, '1.0', ['1.0', '2.0']);
    await test.database.execute('UPDATE favorite SET available_step = 2 WHERE id = ?', [one.id]);
    await one.release('1.5');
    await test.check();
    expect(ids(await list(ada, '&kind=major'))).toEqual([one.id]);
  });
});

describe('the list of favorites', () => {
  it('filters by publisher, software and state, and sorts by publisher', async () => {
    const ada = await newUser(test);
    const [first, second, third] = [
      await track(test, ada, '1.0'),
      await track(test, ada, '1.0'),
      await track(test, ada, '1.0'),
    ];
    await second!.change({ notifications_enabled: false });
    await third!.agent.patch(`/api/v1/favorite/${third!.id}/policy`).send({ series: '1' }).expect(200);
    const all = await list(ada);
    expect(ids(await list(ada, `&software_id=${first!.software}`))).toEqual([first!.id]);
    expect(ids(await list(ada, `&publisher=${all[1]!.publisher.toUpperCase()}`))).toEqual([second!.id]);
    expect(ids(await list(ada, '&publisher[like]=publisher of'))).toEqual(ids(all));
    expect(ids(await list(ada, '&state=muted'))).toEqual([second!.id]);
    expect(ids(await list(ada, '&state=policy'))).toEqual([third!.id]);
    expect(ids(await list(ada, '&state=policy&state=muted'))).toEqual([]);
    const names = (await list(ada, '&sort=-publisher')).map(({ publisher }) => publisher);
    expect(names).toEqual(
      all
        .map(({ publisher }) => publisher)
        .toSorted()
        .reverse(),
    );
  });

  it('refuses kinds and states that there are not', async () => {
    const ada = await newUser(test);
    const refused = async (query: string) =>
      expectProblem(await ada.get(`/api/v1/favorite?${query}`), 400, 'invalid-query');
    expect(await refused('kind=huge')).toEqual(['kind']);
    expect(await refused('kind[ne]=major')).toEqual(['kind[ne]']);
    expect(await refused('state=constructor')).toEqual(['state']);
    expect(await refused('available_at[gte]=soon')).toEqual(['available_at[gte]']);
    expect(await refused('software_id=1')).toEqual(['software_id']);
  });

  it('goes on by cursor and by number in each order of what is evaluated', async () => {
    const ada = await newUser(test);
    for (const versions of [
      ['1.0'],
      ['1.0', '2.0'],
      ['1.0', '1.1'],
      ['1.0', '1.0.1'],
      ['1.0', { version: '1.2', released_at: '2024-01-01' }],
    ])
      await track(test, ada, '1.0', versions);
    for (const sort of [
      'kind',
      '-kind',
      'available_at',
      '-available_at',
      'publisher',
      'matters',
      '-matters',
      '-risk',
    ]) {
      const whole = ids(await list(ada, `&sort=${sort}`));
      const page = async (at: string) =>
        (await ada.get(`/api/v1/favorite?per_page=2&sort=${sort}${at}`).expect(200)).body;
      const [walked, numbered]: string[][] = [[], []];
      for (let cursor = ''; ;) {
        const { data, meta } = await page(cursor);
        walked!.push(...ids(data as Listed[]));
        if (!meta.has_more) break;
        cursor = `&cursor=${meta.next_cursor}`;
      }
      for (const number of [1, 2, 3]) numbered!.push(...ids((await page(`&page=${number}`)).data as Listed[]));
      expect([sort, walked, numbered]).toEqual([sort, whole, whole]);
      expect(whole).toHaveLength(5);
    }
  });

  it('shows policy and product where they are asked for, of one favorite too', async () => {
    const ada = await newUser(test);
    const notes = 'https://example.org/notes/2.0';
    const one = await track(test, ada, '1.0', ['1.0', { version: '2.0', notes_url: notes }]);
    const put = await ada
      .patch(`/api/v1/favorite/${one.id}/policy`)
      .send({ skip: ['0.9', '0.8'], series: '2' })
      .expect(200);
    const plain = await track(test, ada, '1.0');
    const [first, second] = await list(ada);
    expect(first).toMatchObject({ policy: put.body.data, product: { id: one.software, notes_url: notes } });
    expect(first!.product.url).toBe('https://example.org/product');
    const policy = (await ada.get(`/api/v1/favorite/${plain.id}/policy`).expect(200)).body.data;
    expect(second).toMatchObject({ policy, product: { id: plain.software, notes_url: null } });
    const { body } = await ada.get(`/api/v1/favorite/${one.id}?includePolicy&includeProduct`).expect(200);
    expect(body.data).toMatchObject({ policy: first!.policy, product: first!.product });
    const bare = await ada.get('/api/v1/favorite').expect(200);
    expect(bare.body.data[0]).not.toHaveProperty('policy');
    expect(bare.body.data[0]).not.toHaveProperty('product');
  });
});
