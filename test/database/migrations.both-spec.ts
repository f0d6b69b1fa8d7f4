import { DataSource, Table, type TableColumn } from 'typeorm';
import { loadConfig } from '../../src/config/config';
import { migrate } from '../../src/database/migrate';
import { MIGRATIONS } from '../../src/database/migrations';
import { databaseOptions } from '../../src/database/options';
import { ENTITIES } from '../../src/entities';
import { eventually } from '../setup/eventually';
import { createEmptyDatabase, type TestDatabase } from '../setup/database';
import { loadDump } from '../setup/dump';
import { killedEverywhere } from '../setup/killed';
import { structureOf } from '../setup/structure';

/** Migrations that take away what the version before them does not use any more. */
const CONTRACTS: string[] = [];
/** The dump that has the first migration. */
const RELEASE = '0.1';

/** What a migration did to a table so that the version before could not go on beside the new one. */
function breaksOf(before: Table, tables: Table[]): string[] {
  const after = tables.find(({ name }) => name === before.name);
  if (!after) return [`${before.name} is gone`];
  const describe = ({ type, length, precision, isNullable, default: value }: TableColumn) =>
    JSON.stringify({ type, length, precision, isNullable, value });
  const old = new Map(before.columns.map((column) => [column.name, describe(column)]));
  const known = new Set(before.indices.map(({ name }) => name));
  return [
    ...[...old]
      .filter(([name, is]) => !after.columns.some((column) => column.name === name && describe(column) === is))
      .map(([name]) => `${before.name}.${name} is not what it was`),
    ...after.columns
      .filter(({ name, isNullable, default: value }) => !old.has(name) && !isNullable && value === undefined)
      .map(({ name }) => `${before.name}.${name} cannot be left out`),
    ...after.indices
      .filter(
        ({ name, isUnique, columnNames }) => isUnique && !known.has(name) && columnNames.every((one) => old.has(one)),
      )
      .map(({ name }) => `${name} forbids what was allowed`),
  ];
}

describe('the migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const config = () =>
    loadConfig({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, SECRET_KEY: 'x'.repeat(32) });

  beforeEach(async () => {
    database = await createEmptyDatabase();
    dataSource = await new DataSource(databaseOptions(config().database, ENTITIES)).initialize();
  });

  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const up = async () => (await dataSource.runMigrations({ transaction: 'each' })).map(({ name }) => name);

  const down = async (count: number) => {
    for (let undone = 0; undone < count; undone++) await dataSource.undoLastMigration({ transaction: 'each' });
  };

  const downAll = () => down(MIGRATIONS.length);

  /** What would have to be changed to make the tables what the classes say. */
  async function drift(): Promise<string[]> {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }

  const structure = () => structureOf(dataSource);

  it('make the tables that the classes describe', async () => {
    expect(await up()).toHaveLength(MIGRATIONS.length);
    expect(await drift()).toEqual([]);
    expect(await up()).toEqual([]);
  });

  it('can be undone and done again', async () => {
    await up();
    const before = await structure();
    await downAll();
    const left = await dataSource
      .createQueryRunner()
      .getTables(ENTITIES.map((entity) => dataSource.getMetadata(entity).tableName));
    expect(left).toEqual([]);
    expect(await up()).toHaveLength(MIGRATIONS.length);
    expect(await structure()).toEqual(before);
    expect(await drift()).toEqual([]);
  });

  it('leave to the version before everything that it reads, and let it write as it does', async () => {
    await loadDump(database.url, RELEASE);
    const runner = dataSource.createQueryRunner();
    const named = () => runner.getTables(ENTITIES.map((entity) => dataSource.getMetadata(entity).tableName));
    let before = await named();
    for (const Migration of MIGRATIONS.slice(1)) {
      await new Migration().up(runner);
      const after = await named();
      const broken = before.flatMap((table) => breaksOf(table, after));
      if (!CONTRACTS.includes(Migration.name)) expect({ [Migration.name]: broken }).toEqual({ [Migration.name]: [] });
      before = after;
    }
    await runner.release();
  });

  it('notice a drift', async () => {
    await up();
    await dataSource.query(
      'DROP INDEX favorite_due ON favorite'.replace(/ ON favorite$/, onServer() ? ' ON favorite' : ''),
    );
    expect(await drift()).toEqual([expect.stringContaining('favorite_due')]);
  });

  it('go on wherever the first one was cut off', async () => {
    expect(await killedEverywhere(dataSource, (runner) => new MIGRATIONS[0]!().up(runner))).toBeGreaterThan(50);
    expect(await up()).toHaveLength(MIGRATIONS.length);
    const cutOff = await structure();
    await downAll();
    await up();
    expect(cutOff).toEqual(await structure());
  });

  for (const Migration of MIGRATIONS.slice(1))
    it(`go on wherever ${Migration.name} was cut off`, async () => {
      await loadDump(database.url, RELEASE);
      await killedEverywhere(dataSource, (runner) => new Migration().up(runner));
      await up();
      expect(await drift()).toEqual([]);
    });

  it('run once when several connections ask at the same time', async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => (onServer() ? migrate(config(), ENTITIES) : Promise.resolve<string[]>([]))),
    );
    if (!onServer()) results.push(await migrate(config(), ENTITIES));
    expect(results.flat()).toHaveLength(MIGRATIONS.length);
    expect(await dataSource.query('SELECT name FROM migrations')).toHaveLength(MIGRATIONS.length);
  });

  it('hold their lock on the connection that changes tables, for as long as the server works at a change', async () => {
    if (!onServer()) return;
    await loadDump(database.url, 'before-0.1');
    // Keeps the table from being changed, and so the migration in the middle of it.
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT id FROM notification LIMIT 1');
    const migrating = migrate(config(), ENTITIES);
    const changing = () =>
      dataSource.query(
        `SELECT id, IS_USED_LOCK('software-update-tracker:migrate') AS locked_by FROM information_schema.processlist
         WHERE db = DATABASE() AND info LIKE '% notification%' AND state LIKE '%metadata lock%'`,
      );
    try {
      await eventually(async () => (await changing()).length === 1);
      const [{ id, locked_by: lockedBy }] = await changing();
      expect(Number(lockedBy)).toBe(Number(id));
    } finally {
      await reader.rollbackTransaction();
      await reader.release();
      await migrating;
    }
  });

  const onServer = () => dataSource.options.type !== 'better-sqlite3';
});

describe('the rule for migrations finds those', () => {
  const table = (columns: object[], indices: object[] = []) =>
    new Table({ name: 't', columns: columns as [], indices: indices as [] });
  const id = { name: 'id', type: 'varchar', length: '36' };
  const name = { name: 'name', type: 'varchar', length: '100' };
  const before = table([id, name]);

  it.each([
    ['that drop a table', [], ['t is gone']],
    ['that drop or rename a column', [table([id])], ['t.name is not what it was']],
    ['that shorten a column', [table([id, { ...name, length: '50' }])], ['t.name is not what it was']],
    [
      'that add a column that has to be written',
      [table([id, name, { name: 'n', type: 'int' }])],
      ['t.n cannot be left out'],
    ],
    [
      'that make what there is unique',
      [table([id, name], [{ name: 'once', columnNames: ['name'], isUnique: true }])],
      ['once forbids what was allowed'],
    ],
    [
      'and not those that add what may be left out',
      [
        table(
          [id, name, { name: 'n', type: 'int', default: 0 }, { name: 'o', type: 'int', isNullable: true }],
          [{ name: 'once', columnNames: ['o'], isUnique: true }],
        ),
      ],
      [],
    ],
  ])('%s', (_what, after, breaks) => expect(breaksOf(before, after)).toEqual(breaks));
});
