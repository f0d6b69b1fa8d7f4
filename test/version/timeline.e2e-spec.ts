import { UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Agent, newUser, softwareOf, track, trackRecord } from '../setup/tracking';

interface Timeline {
  series: string[];
  id: string[];
  version: string[];
  released_at: string[];
  series_no: (number | null)[];
  kind: (string | null)[];
  flags: string[][];
}

const day = (date: string, version: string, more: object = {}) => ({
  version,
  released_at: `${date}T00:00:00Z`,
  ...more,
});

describe('the timeline of a product', () => {
  const test = useApp();
  const ada = useAgent(() => newUser(test));

  const timeline = async (agent: Agent, software: string, query = '') =>
    (await agent.get(`/api/v1/software/${software}/timeline${query}`).expect(200)).body.data as Timeline;

  async function made(versions: (string | object)[], more: object = {}): Promise<string> {
    const record = { ...product(`Timed ${Math.random()}`, versions), ...more };
    await test.import(record);
    return softwareOf(test, record);
  }

  /** By version: series, kind and flags. */
  const shown = ({ series, version, series_no, kind, flags }: Timeline) =>
    Object.fromEntries(
      version.map((label, index) => {
        const place = series_no[index]!;
        return [label, [place === null ? null : series[place], kind[index], ...flags[index]!]];
      }),
    );

  it('has columns of one length, the oldest release first, and steps from the release before in the order', async () => {
    const tracked = await track(test, ada, '1.29.4', [
      day('2025-01-10', '1.28.0'),
      day('2025-02-10', '1.29.4'),
      day('2025-03-10', '1.30.0-rc1'),
      day('2025-04-10', '1.30.0'),
      day('2025-05-10', '1.29.5'),
      day('2025-06-10', '1.30.1', { removed_at: '2026-01-01' }),
    ]);
    await tracked.release(day('2025-07-10', '1.30.2'), day('2025-08-10', '2.0.0'));
    await test.check();
    await test.deliver();
    const found = await timeline(ada, tracked.software);
    expect(found.version).toEqual(['1.28.0', '1.29.4', '1.30.0-rc1', '1.30.0', '1.29.5', '1.30.1', '1.30.2', '2.0.0']);
    expect(found.released_at[1]).toBe('2025-02-10T00:00:00.000000Z');
    expect(found.series).toEqual(['2.0', '1.30', '1.29', '1.28']);
    expect(shown(found)).toEqual({
      '1.28.0': ['1.28', null],
      '1.29.4': ['1.29', 'minor', 'in_use'],
      '1.30.0-rc1': ['1.30', 'minor', 'prerelease', 'newer'],
      '1.30.0': ['1.30', 'minor', 'newer'],
      '1.29.5': ['1.29', 'patch', 'newer'],
      '1.30.1': ['1.30', 'patch', 'withdrawn', 'newer'],
      '1.30.2': ['1.30', 'patch', 'newer'],
      '2.0.0': ['2.0', 'major', 'latest', 'notified', 'available', 'newer'],
    });
    for (const column of Object.values({ ...found, series: found.id })) expect(column).toHaveLength(8);
    expect(shown(await timeline(await newUser(test, null), tracked.software))).toMatchObject({
      '1.29.4': ['1.29', 'minor'],
      '2.0.0': ['2.0', 'major', 'latest'],
    });
  });

  it('begins where it is asked to, and its steps stay the same', async () => {
    const software = await made([day('2025-01-01', '1.0'), day('2025-06-01', '1.1'), day('2025-12-01', '3.0')]);
    expect(shown(await timeline(ada, software, '?from=2025-06-01'))).toEqual({
      '1.1': ['1.1', 'minor'],
      '3.0': ['3.0', 'major', 'latest'],
    });
    expect((await timeline(ada, software, '?from=2026-01-01')).id).toEqual([]);
    expect((await timeline(ada, software, '?from=2025-06-01T00:00:00%2B02:00')).version).toEqual(['1.1', '3.0']);
    for (const query of ['from=soon', 'from=', 'from=2025-01-01&from=2025-01-02', 'to=2025-01-01', 'per_page=5'])
      await ada.get(`/api/v1/software/${software}/timeline?${query}`).expect(400);
  });

  it('shows an own version to its owner alone', async () => {
    const record = product('Own', [day('2025-01-01', '1.0'), day('2025-02-01', '2.0')]);
    await test.import(record);
    const tracked = await trackRecord(test, ada, record, '1.5-internal');
    expect(shown(await timeline(ada, tracked.software))).toMatchObject({ '1.5-internal': ['1.5', 'minor', 'in_use'] });
    const others = await timeline(await newUser(test, null), tracked.software);
    expect(others.version).toEqual(['1.0', '2.0']);
    expect(JSON.stringify(others)).not.toContain('internal');
  });

  it('has at most 1,000 versions, the newest, and a dozen series', async () => {
    const start = Date.parse('2020-01-01');
    const dated = (label: (index: number) => string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        day(new Date(start + index * 86_400_000).toISOString().slice(0, 10), label(index)),
      );
    const minors = await timeline(
      ada,
      await made(dated((index) => `1.${Math.floor(index / 40)}.${index % 40}`, 1_040)),
    );
    expect([minors.id.length, minors.version[0], minors.version.at(-1)]).toEqual([1_000, '1.1.0', '1.25.39']);
    expect(minors.series).toEqual(Array.from({ length: 12 }, (_, index) => `1.${25 - index}`));
    expect([minors.series_no[0], minors.series_no.at(-1)]).toEqual([null, 0]);
    const majors = await timeline(
      ada,
      await made(dated((index) => `${20 + Math.floor(index / 20)}.${index % 20}.0`, 80)),
    );
    expect(majors.series).toEqual(['23', '22', '21', '20']);
  });

  it('leaves out what the product ignores, and reads versions out of tags', async () => {
    const software = await made(
      [day('2025-01-01', 'cli/v1.2.0'), day('2025-02-01', 'cli/v1.3.0'), day('2025-03-01', 'web/v9.0.0')],
      { ordering: { scheme: 'semver', tag_pattern: '^cli/v(.+)$' } },
    );
    expect(shown(await timeline(ada, software))).toEqual({
      'cli/v1.2.0': ['1.2', null],
      'cli/v1.3.0': ['1.3', 'minor', 'latest'],
    });
  });

  it('is empty for a product without versions, and 404 for one that there is not', async () => {
    expect(await timeline(ada, await made([]))).toEqual({
      ...{ series: [], id: [], version: [], released_at: [], series_no: [], kind: [], flags: [] },
    });
    for (const id of [UNKNOWN_ID, 'x']) await ada.get(`/api/v1/software/${id}/timeline`).expect(404);
  });

  describe('with details, the list of versions', () => {
    const details = async (agent: Agent, software: string) => {
      const { body } = await agent.get(`/api/v1/software/${software}/versions?includeDetails`).expect(200);
      const all = body.data as { version: string; details: { kind: string | null } }[];
      return Object.fromEntries(all.map(({ version, details: found }) => [version, found]));
    };

    it('says what each is, and how far it is from the version in use', async () => {
      const tracked = await track(test, ada, '1.1', [
        '1.0',
        '1.1',
        { version: '1.2-rc1', notes_url: 'https://example.org/notes/1.2-rc1' },
        { version: '1.2', removed_at: '2026-01-01' },
        '2.0',
      ]);
      const mine = await details(ada, tracked.software);
      const none = { notes_url: null, prerelease: false, withdrawn_at: null, left_out: null };
      expect(mine).toEqual({
        '1.0': { ...none, kind: null },
        '1.1': { ...none, kind: null },
        '1.2-rc1': { ...none, prerelease: true, notes_url: 'https://example.org/notes/1.2-rc1', kind: 'minor' },
        '1.2': { ...none, withdrawn_at: expect.stringMatching(/^20.+Z$/), kind: 'minor' },
        '2.0': { ...none, kind: 'major' },
      });
      const theirs = await details(await newUser(test, null), tracked.software);
      expect(Object.values(theirs).map(({ kind }) => kind)).toEqual([null, null, null, null, null]);
      const { body } = await ada.get(`/api/v1/software/${tracked.software}/versions`).expect(200);
      expect(Object.keys(body.data[0])).toEqual(['id', 'version', 'created_at']);
    });

    it('calls an own version not withdrawn', async () => {
      const record = product('Own too', ['1.0', '2.0']);
      await test.import(record);
      const tracked = await trackRecord(test, ada, record, '1.5-internal');
      expect((await details(ada, tracked.software))['1.5-internal']).toMatchObject({ withdrawn_at: null, kind: null });
    });
  });
});
