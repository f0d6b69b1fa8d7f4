import type { ImportSummary } from '../../../src/source/catalogue/import-run';
import { startApp, type TestApp, useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { createStage, onServerDatabase, type Stage } from '../../setup/process';

/** Products of a few publishers, with and without an identity, each with this many versions from `major`.0 on. */
function records(count: number, major: number, versions: number) {
  return Array.from({ length: count }, (_, index) => {
    const labels = Array.from({ length: versions }, (_entry, minor) => `${major}.${minor}`);
    const publisher = { name: `Publisher ${index % 7}` };
    const record = { ...product(`Product ${index}`, labels), publisher };
    return { ...record, identity: index % 3 === 0 ? undefined : { kind: 'same', id: `${index}` } };
  });
}

const text = (list: object[]) => list.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A seeded shuffle: the same order in every run. */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (state * 16_807) % 2_147_483_647);
  return list
    .map((entry) => ({ entry, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

interface Doubles {
  test: TestApp;
}

async function expectWhole({ test }: Doubles, counts: { publisher: number; software: number; version: number }) {
  for (const [table, count] of Object.entries(counts))
    expect([
      table,
      await test.database.count({ text: `SELECT COUNT(*) AS total FROM ${table}`, parameters: [] }),
    ]).toEqual([table, count]);
}

const latestOfAll = async (test: TestApp) =>
  (
    await test.database.query<{ version: string | null }>(
      'SELECT DISTINCT v.version FROM software s LEFT JOIN version v ON v.id = s.latest_version_id',
    )
  ).map(({ version }) => version);

describe('processes that import at the same time', () => {
  let stage: Stage;
  let test: TestApp;

  beforeEach(async () => {
    stage = await createStage();
    // Looks at their database; it does not write.
    test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
  });

  afterEach(async () => {
    await test.close();
    await stage.drop();
  });

  const importing = (list: object[]) => stage.json<ImportSummary>(['catalogue', 'import', '-'], text(list));

  it('the same file leave one of everything, and each thing is counted by one of them', async () => {
    const file = records(150, 1, 20);
    const results = await Promise.all([1, 2, 3].map((seed) => importing(shuffled(file, seed))));
    await expectWhole({ test }, { publisher: 7, software: 150, version: 3_000 });
    expect(await latestOfAll(test)).toEqual(['1.19']);
    const sum = (key: keyof ImportSummary) => results.reduce((total, result) => total + result[key], 0);
    expect({ software: sum('software'), versions: sum('versions'), rejected: sum('rejected') }).toEqual({
      software: 150,
      versions: 3_000,
      rejected: 0,
    });
    expect(await importing(file)).toMatchObject({ publishers: 0, software: 0, versions: 0, unchanged: 150 });
  });

  it('different versions of the same products lose none, and the highest is the latest', async () => {
    await importing(records(120, 1, 1));
    const results = await Promise.all([4, 2, 3].map((major) => importing(shuffled(records(120, major, 5), major))));
    expect(results.map(({ versions }) => versions)).toEqual([600, 600, 600]);
    await expectWhole({ test }, { publisher: 7, software: 120, version: 1 * 120 + 3 * 600 });
    expect(await latestOfAll(test)).toEqual(['4.4']);
    // Nobody tracks them.
    const marks = 'SELECT COUNT(*) AS total FROM update_mark';
    expect(await test.database.count({ text: marks, parameters: [] })).toBe(0);
  });
});

// The embedded database has one connection in a process, so there is nothing to meet.
(onServerDatabase ? describe : describe.skip)('connections of one process that import at the same time', () => {
  const test = useApp();

  it('do not get in each other’s way', async () => {
    const file = records(150, 1, 10);
    const results = await Promise.all(Array.from({ length: 6 }, (_, seed) => test.import(...shuffled(file, seed + 1))));
    expect(results.map(({ rejected }) => rejected)).toEqual([0, 0, 0, 0, 0, 0]);
    await expectWhole({ test }, { publisher: 7, software: 150, version: 1_500 });
    expect(await latestOfAll(test)).toEqual(['1.9']);
    const many = Array.from({ length: 6 }, (_, index) =>
      test.import(...shuffled(records(150, index + 2, 3), index + 1)),
    );
    expect((await Promise.all(many)).map(({ versions }) => versions)).toEqual([450, 450, 450, 450, 450, 450]);
    expect(await latestOfAll(test)).toEqual(['7.2']);
  });

  it.each(['is there', 'one of them adds'])('lose nothing of what they say of a publisher that %s', async (how) => {
    const facts = ['url', 'support_url', 'privacy_url'].map((name) => [name, `https://${name}.example`] as const);
    for (let turn = 0; turn < 4; turn++) {
      const name = `Publisher that ${how} ${turn}`;
      const saying = (fact: object, index: number) => ({
        ...product(`${name}: ${index}`, []),
        publisher: { name, ...fact },
      });
      if (how === 'is there') await test.import(saying({}, 0));
      await Promise.all(facts.map((fact, index) => test.import(saying(Object.fromEntries([fact]), index + 1))));
    }
    const rows = await test.database.query(
      'SELECT DISTINCT url, support_url, privacy_url FROM publisher WHERE name_key LIKE ?',
      [`publisher that ${how}%`],
    );
    expect(rows).toEqual([Object.fromEntries(facts)]);
  });
});
