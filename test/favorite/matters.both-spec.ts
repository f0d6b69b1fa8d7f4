import { DatabaseClock } from '../../src/database/database-clock';
import { MATTERS_GROUPS, type MattersGroup, mattersSql, REASONS } from '../../src/favorite/store/matters.sql';
import { NoteStore } from '../../src/version/release-notes/store/note-store';
import { advisory, learnAdvisories, trackNamed } from '../setup/advisories';
import { column, expectProblem, walk } from '../setup/api';
import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked, trackRecord } from '../setup/tracking';

const TODAY = '2026-06-15';
const NOW = `${TODAY} 12:00:00.000000`;
const VERSIONS = ['1.0.0', '1.0.1', '1.1.0', '2.0.0'];

const test = useApp();

beforeAll(() => {
  jest.spyOn(test.app.get(DatabaseClock), 'now').mockImplementation(() => Promise.resolve(NOW));
});

interface Row {
  uuid: string;
  matters: { group: MattersGroup; reasons: string[]; days_behind: number | null };
}

const list = async (agent: Agent, query = ''): Promise<Row[]> =>
  (await agent.get(`/api/v1/favorite?includeMatters&sort=matters&per_page=200${query}`).expect(200)).body.data;
const mattersOf = async ({ agent, id }: Tracked): Promise<Row['matters']> =>
  (await agent.get(`/api/v1/favorite/${id}?includeMatters`).expect(200)).body.data.matters;
const summaryOf = async (agent: Agent) => (await agent.get('/api/v1/summary').expect(200)).body.data;
const idsOf = (rows: Row[]) => rows.map(({ uuid }) => uuid);

async function note(software: string, texts: Record<string, string>): Promise<void> {
  const notes: { versionId: string; text: string; format: 'markdown'; url: null }[] = [];
  for (const [label, text] of Object.entries(texts)) {
    const [version] = await test.database.query<{ id: string }>(
      'SELECT id FROM version WHERE software_id = ? AND version = ?',
      [software, label],
    );
    notes.push({ versionId: version!.id, text, format: 'markdown', url: null });
  }
  await test.database.transaction((sql) => test.app.get(NoteStore).record(sql, software, notes));
}

const setPolicy = ({ agent, id }: Tracked, fields: object) =>
  agent.patch(`/api/v1/favorite/${id}/policy`).send(fields).expect(200);
const decided = ({ agent, id }: Tracked, vulnerability: string, state: string) =>
  agent.put(`/api/v1/favorite/${id}/advisory/${vulnerability}`).send({ state, reason: 'So it is.' }).expect(200);

const fixedIn = (version: string) => [{ introduced: '0' }, { fixed: version }];

const exploit = (id: string) =>
  test.database.execute(`INSERT INTO exploit (vulnerability, cisa_on) VALUES (?, '2026-01-01')`, [id]);

describe('what matters of favorites', () => {
  it('is the first reason that holds, else the step, in lists, filters, the order and the summary', async () => {
    const agent = await newUser(test, null);
    const tracked = {} as Record<MattersGroup, Tracked>;
    tracked.none = await track(test, agent, '2.0.0', VERSIONS);
    tracked.other = await track(test, agent, 'a', ['a', 'b']);
    tracked.patch = await track(test, agent, '1.0.0', ['1.0.0', '1.0.1']);
    tracked.minor = await track(test, agent, '1.0.0', ['1.0.0', '1.1.0']);
    tracked.major = await track(test, agent, '1.0.0', VERSIONS);
    tracked.behind = await track(test, agent, '1.0.0', [
      { version: '1.0.0', released_at: '2024-01-01' },
      { version: '1.0.1', released_at: '2026-01-02' },
    ]);
    tracked.support = await track(test, agent, '1.0.0', VERSIONS);
    await setPolicy(tracked.support, { supported_until: '2026-07-01' });
    tracked.breaking = await track(test, agent, '1.0.0', VERSIONS);
    await note(tracked.breaking.software, { '1.1.0': '- BREAKING: all of it' });
    const fixed = await trackNamed(test, agent, '1.0.0', VERSIONS);
    tracked.fixes = fixed;
    await note(fixed.software, { '1.1.0': '- BREAKING: all of it' });
    const exploited = await trackNamed(test, agent, '1.0.0', VERSIONS);
    tracked.exploited = exploited;
    await exploit('CVE-2026-3001');
    await learnAdvisories(test, [
      advisory(fixed.name, 'CVE-2026-3000', fixedIn('1.1.0')),
      advisory(exploited.name, 'CVE-2026-3001', fixedIn('3.0.0')),
    ]);

    const rows = await list(agent);
    expect(rows.map(({ matters }) => matters.group)).toEqual(MATTERS_GROUPS);
    expect(idsOf(rows)).toEqual(MATTERS_GROUPS.map((group) => tracked[group].id));
    expect(rows.find(({ uuid }) => uuid === fixed.id)!.matters).toMatchObject({ reasons: ['fixes', 'breaking'] });
    expect(rows.find(({ uuid }) => uuid === tracked.behind.id)!.matters).toEqual({
      group: 'behind',
      reasons: ['behind'],
      days_behind: 732,
    });
    for (const group of MATTERS_GROUPS)
      expect(idsOf(await list(agent, `&matters=${group}`))).toEqual([tracked[group].id]);

    expectProblem(await agent.get('/api/v1/favorite?matters=soon'), 400, 'invalid-query');
    for (const sort of ['matters', '-matters']) {
      const first = await agent.get(`/api/v1/favorite?sort=${sort}&per_page=4`).expect(200);
      const next = `/api/v1/favorite?sort=${sort}&per_page=4&cursor=${first.body.meta.next_cursor}`;
      const walked = column([first, ...(await walk(agent, next))], 'uuid');
      expect(walked).toEqual(sort === 'matters' ? idsOf(rows) : idsOf(rows).toReversed());
    }

    const { matters, outdated } = await summaryOf(agent);
    expect(matters).toEqual({
      today: REASONS.length,
      by_group: Object.fromEntries(MATTERS_GROUPS.slice(0, -1).map((group) => [group, 1])),
      assessed: 2,
    });
    expect(outdated).toBe(MATTERS_GROUPS.length - 1);
  });
});

describe('breaking changes in the notes', () => {
  const groupOf = async (tracked: Tracked) => (await mattersOf(tracked)).group;

  it('count once a check has seen them, and no more when the notes are corrected', async () => {
    const agent = await newUser(test, null);
    const tracked = await track(test, agent, '1.0.0', VERSIONS);
    const before = await summaryOf(agent);
    await note(tracked.software, { '1.0.0': '- BREAKING: in use already', '2.0.0': '- BREAKING: x' });
    await test.check();
    expect(await groupOf(tracked)).toBe('breaking');
    const after = await summaryOf(agent);
    expect(after.matters.today).toBe(1);
    expect(after.revision).not.toBe(before.revision);
    await note(tracked.software, { '2.0.0': '- faster' });
    await test.check();
    expect(await groupOf(tracked)).toBe('major');
    expect((await summaryOf(agent)).revision).not.toBe(after.revision);
  });

  it('do not mark a product whose notes warn of nothing new', async () => {
    const tracked = await track(test, await newUser(test, null), '1.0.0', VERSIONS);
    const marks = () =>
      test.database.count({
        text: 'SELECT COUNT(*) AS total FROM update_mark WHERE software_id = ?',
        parameters: [tracked.software],
      });
    await note(tracked.software, { '2.0.0': '- faster' });
    expect(await marks()).toBe(0);
    await note(tracked.software, { '2.0.0': '- BREAKING: x' });
    expect(await marks()).toBe(1);
    await test.check();
    await note(tracked.software, { '2.0.0': '- BREAKING: y' });
    expect(await marks()).toBe(0);
  });

  it('follow the version in use, the policy, and what is offered', async () => {
    const agent = await newUser(test, null);
    const tracked = await track(test, agent, '1.0.0', VERSIONS);
    await note(tracked.software, { '1.1.0': '- BREAKING: x' });
    await test.check();
    const policy = (fields: object) => setPolicy(tracked, fields);
    await policy({ skip: ['1.1.0'] });
    expect(await groupOf(tracked)).toBe('major');
    await policy({ skip: [] });
    expect(await groupOf(tracked)).toBe('breaking');
    await policy({ series: '1.0' });
    expect(await groupOf(tracked)).toBe('patch');
    await policy({ series: null });
    await tracked.change({ version: '1.1.0' });
    expect(await groupOf(tracked)).toBe('major');
    await tracked.change({ version: '1.0.1' });
    expect(await groupOf(tracked)).toBe('breaking');
    await policy({ snoozed_until: '2999-01-01T00:00:00Z' });
    expect(await groupOf(tracked)).toBe('none');
    await policy({ snoozed_until: null });
    expect(await groupOf(tracked)).toBe('breaking');
  });

  it('come with a new version, for favorites with and without a policy', async () => {
    const agent = await newUser(test, null);
    const tracked = await track(test, agent, '1.0.0', ['1.0.0']);
    const other = await newUser(test, null);
    const { id } = await trackRecord(test, other, tracked.record, '1.0.0');
    await other.patch(`/api/v1/favorite/${id}/policy`).send({ include_prereleases: true }).expect(200);
    await tracked.release('1.0.0', '2.0.0');
    await note(tracked.software, { '2.0.0': '- BREAKING: x' });
    await test.check();
    expect(await groupOf(tracked)).toBe('breaking');
    expect(await groupOf({ ...tracked, agent: other, id })).toBe('breaking');
  });

  it('say as many as the list of highlights does', async () => {
    const agent = await newUser(test, null);
    const tracked = await track(test, agent, '1.0.0', VERSIONS);
    await note(tracked.software, { '1.0.1': '- BREAKING: x\n- BREAKING: y', '2.0.0': '- BREAKING: z' });
    await test.check();
    const { highlights } = (await agent.get(`/api/v1/favorite/${tracked.id}?includeHighlights`).expect(200)).body.data;
    const [row] = await test.database.query<{ breaking: number }>('SELECT breaking FROM favorite WHERE id = ?', [
      tracked.id,
    ]);
    expect(highlights.breaking).toBe(3);
    expect(row!.breaking).toBe(3);
  });
});

describe('the days behind', () => {
  const daysOf = async (tracked: Tracked) => (await mattersOf(tracked)).days_behind;
  const dated = (...days: string[]) =>
    days.map((released_at, place) => ({ version: `1.${place}.0`, released_at: `${released_at}T12:00:00Z` }));

  it('follow the version in use, the offer, the policy, and corrected dates', async () => {
    const agent = await newUser(test, null);
    const tracked = await track(test, agent, '1.0.0', dated('2024-01-01', '2025-01-01', '2026-01-01'));
    expect(await daysOf(tracked)).toBe(731);
    expect((await mattersOf(tracked)).group).toBe('behind');
    const policy = (fields: object) => setPolicy(tracked, fields);
    await policy({ skip: ['1.2.0'] });
    expect(await daysOf(tracked)).toBeNull();
    await policy({ skip: [] });
    // With a policy, and then without one.
    for (const series of ['1', null]) {
      await policy({ series });
      await tracked.release(...dated('2024-06-01', '2025-01-01', '2026-01-01'));
      await test.check();
      expect(await daysOf(tracked)).toBe(579);
      await tracked.release(...dated('2024-01-01', '2025-01-01', '2026-01-02'));
      await test.check();
      expect(await daysOf(tracked)).toBe(732);
      await tracked.release(...dated('2024-01-01', '2025-01-01', '2026-01-01'));
      await test.check();
    }
    await tracked.change({ version: '1.1.0' });
    expect(await daysOf(tracked)).toBe(365);
    await tracked.change({ version: '1.2.0' });
    expect(await daysOf(tracked)).toBeNull();
  });

  it('are not known where the source does not date the version on offer', async () => {
    const tracked = await track(test, await newUser(test, null), '1.0.0', [
      { version: '1.0.0', released_at: '2020-01-01' },
      '2.0.0',
    ]);
    expect(await daysOf(tracked)).toBeNull();
    await tracked.release(
      { version: '1.0.0', released_at: '2020-01-01' },
      { version: '2.0.0', released_at: '2020-01-03' },
    );
    await test.check();
    expect(await daysOf(tracked)).toBe(2);
  });
});

describe('the risk', () => {
  it('changes the group and the revision when something becomes known, is decided, or is fixed by another offer', async () => {
    const agent = await newUser(test, null);
    const tracked = await trackNamed(test, agent, '1.0.0', ['1.0.0', '1.1.0']);
    const revisions = new Set([(await summaryOf(agent)).revision]);
    const expectGroup = async (group: MattersGroup) => {
      expect((await mattersOf(tracked)).group).toBe(group);
      const size = revisions.size;
      revisions.add((await summaryOf(agent)).revision);
      expect(revisions.size).toBe(size + 1);
    };
    await learnAdvisories(test, [advisory(tracked.name, 'CVE-2026-3100', fixedIn('1.1.0'))]);
    await expectGroup('fixes');
    await decided(tracked, 'CVE-2026-3100', 'accepted');
    await expectGroup('minor');
    await decided(tracked, 'CVE-2026-3100', 'in_triage');
    await expectGroup('fixes');
  });

  it('orders the worst first within a group', async () => {
    const agent = await newUser(test, null);
    const [low, high] = [
      await trackNamed(test, agent, '1.0.0', VERSIONS),
      await trackNamed(test, agent, '1.0.0', VERSIONS),
    ];
    await learnAdvisories(test, [
      advisory(low.name, 'CVE-2026-3200', fixedIn('1.1.0'), { severity: 'low' }),
      advisory(high.name, 'CVE-2026-3201', fixedIn('1.1.0'), { severity: 'high' }),
    ]);
    expect(idsOf(await list(agent))).toEqual([high.id, low.id]);
  });
});

describe('the expression', () => {
  /** Every combination of what it reads: the first reason of the table that holds, by the words of the definition. */
  interface Facts {
    exploited: number | null;
    fixed: number | null;
    breaking: number;
    support: [kind: number | null, eol: string | null, extended: string | null];
    days: number | null;
    update: number;
    step: number | null;
  }

  const SUPPORTS: [Facts['support'], boolean][] = [
    [[null, null, null], false],
    [[0, null, null], false],
    [[2, null, null], false],
    [[3, null, null], true],
    [[3, null, '9999-12-31'], false],
    [[1, '2026-06-14', null], true],
    [[1, '2026-06-14', '2027-01-01'], false],
    [[1, '2026-06-15', null], true],
    [[1, '2026-09-13', null], true],
    [[1, '2026-09-14', null], false],
  ];
  const AGES: [days: number | null, boolean][] = [
    [null, false],
    [365, false],
    [-1, false],
    [366, true],
  ];

  function expected({ exploited, fixed, breaking, update, step }: Facts, ends: boolean, behind: boolean): MattersGroup {
    if ((exploited ?? 0) > 0) return 'exploited';
    if ((fixed ?? 0) > 0) return 'fixes';
    if (breaking > 0) return 'breaking';
    if (ends) return 'support';
    if (behind) return 'behind';
    return update === 0 ? 'none' : (['major', 'minor', 'patch', 'other'] as const)[step ?? 3]!;
  }

  it('gives every combination of facts one group, and the order follows the groups', async () => {
    const cases: { facts: Facts; group: MattersGroup; bits: number }[] = [];
    for (const [exploited, fixed] of [
      [null, null],
      [0, 0],
      [1, 0],
      [0, 2],
      [1, 1],
    ] as const)
      for (const breaking of [0, 2])
        for (const [support, ends] of SUPPORTS)
          for (const [days, behind] of AGES)
            for (const step of [null, 0, 1, 2, 3]) {
              const update = days === null ? 0 : 1;
              const facts = { exploited, fixed, breaking, support, days, update, step };
              const holds = [(exploited ?? 0) > 0, (fixed ?? 0) > 0, breaking > 0, ends, behind];
              const bits = holds.reduce((sum, is, bit) => sum + (is ? 2 ** bit : 0), 0);
              cases.push({ facts, group: expected(facts, ends, behind), bits });
            }
    const { dialect } = test.database;
    const given = dialect.givenRows({
      place: 'integer',
      exploited: 'integer',
      fixed: 'integer',
      risk: 'integer',
      breaking: 'integer',
      support: 'integer',
      eol_on: 'text',
      extended_until: 'text',
      days_behind: 'integer',
      update_available: 'integer',
      available_step: 'integer',
    });
    const rows = cases.map(({ facts: { exploited, fixed, breaking, support, days, update, step } }, place) => [
      ...[place, exploited, fixed, exploited === null ? null : 7, breaking, ...support, days, update, step],
    ]);
    const sql = mattersSql(TODAY);
    // All columns in one table: their names are those of no two tables.
    const text = `${sql.group} AS grouped, ${sql.order} AS ordered${sql.columns}`.replaceAll(/\br\./g, 'f.');
    const found = await test.database.query<{
      place: number;
      grouped: number;
      ordered: number;
      matters_reasons: number;
    }>(`SELECT f.place, ${text} FROM (${given}) f`, [JSON.stringify(rows)]);
    expect(found).toHaveLength(cases.length);
    for (const { place, grouped, matters_reasons } of found) {
      const { group, bits, facts } = cases[place]!;
      expect([facts, MATTERS_GROUPS[Number(grouped)], Number(matters_reasons)]).toEqual([facts, group, bits]);
    }
    const byOrder = found.toSorted((one, other) => Number(one.ordered) - Number(other.ordered));
    const groups = byOrder.map(({ grouped }) => Number(grouped));
    expect(groups).toEqual(groups.toSorted((one, other) => one - other));
  });
});
