import { DataSource, Table, type TableColumn } from 'typeorm';
import { loadConfig } from '../../src/config/config';
import { migrate } from '../../src/database/migrate';
import { MIGRATIONS } from '../../src/database/migrations';
import { databaseOptions } from '../../src/database/options';
import { ENTITIES } from '../../src/entities';
import { eventually } from '../setup/eventually';
import { createEmptyDatabase, type TestDatabase } from '../setup/database';

/** Migrations that take away what the version before them does not use any more. */
const CONTRACTS: string[] = [];

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

  /** Undoes this migration and those after it. @returns how many they were */
  async function downBefore(name: string): Promise<number> {
    const count = MIGRATIONS.length - MIGRATIONS.findIndex((migration) => migration.name === name);
    await down(count);
    return count;
  }

  /** What would have to be changed to make the tables what the classes say. */
  async function drift(): Promise<string[]> {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }

  /** Every table, column and index by name, from the database itself. */
  async function structure(): Promise<unknown> {
    if (dataSource.options.type === 'better-sqlite3')
      return dataSource.query(
        `SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%migrations%' ORDER BY type, name`,
      );
    const columns = await dataSource.query(
      `SELECT table_name, column_name, column_type, is_nullable, column_default, collation_name
       FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, column_name`,
    );
    const indexes = await dataSource.query(
      `SELECT table_name, index_name, seq_in_index, column_name, non_unique
       FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
    );
    return { columns, indexes };
  }

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
    const runner = dataSource.createQueryRunner();
    const tables = () => runner.getTables(ENTITIES.map((entity) => dataSource.getMetadata(entity).tableName));
    let before = await tables();
    for (const Migration of MIGRATIONS) {
      await new Migration().up(runner);
      const after = await tables();
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

  it('go on after a start that was killed in the middle of one', async () => {
    await up();
    const before = await structure();
    await downAll();
    // The server databases commit at each statement: here the first table is made, and then the power goes.
    const { tableName } = dataSource.getMetadata(ENTITIES[0]!);
    const runner = dataSource.createQueryRunner();
    let made = 0;
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = (async (...args: unknown[]) => {
      if (made++ === 3) throw new Error('killed');
      return query(...args);
    }) as typeof runner.query;
    await expect(new MIGRATIONS[0]!().up(runner)).rejects.toThrow('killed');
    await runner.release();
    expect(await dataSource.createQueryRunner().hasTable(tableName)).toBe(true);
    expect(await up()).toHaveLength(MIGRATIONS.length);
    expect(await structure()).toEqual(before);
  });

  /** Runs a migration whose process is killed before its statement `at` that changes something. @returns whether it came to that */
  async function cutOff(Migration: (typeof MIGRATIONS)[number], at: number): Promise<boolean> {
    const runner = dataSource.createQueryRunner();
    const untouched = runner.query;
    const query = untouched.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    let changes = 0;
    runner.query = (async (...args: unknown[]) => {
      if (/^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/i.test(String(args[0])) && ++changes === at)
        throw new Error('killed');
      return query(...args);
    }) as typeof runner.query;
    try {
      await new Migration().up(runner);
      return false;
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error;
      return true;
    } finally {
      // The embedded database has one for all.
      runner.query = untouched;
      await runner.release();
    }
  }

  // The first one makes tables only, and is cut off above.
  it.each(MIGRATIONS.slice(1).map((migration) => [migration.name, migration] as const))(
    'go on wherever %s was cut off',
    async (name, Migration) => {
      await up();
      await down(MIGRATIONS.length - 1 - MIGRATIONS.findIndex((one) => one.name === name));
      const before = await structure();
      const runner = dataSource.createQueryRunner();
      let at = 0;
      let cut: boolean;
      do {
        await new Migration().down(runner);
        cut = await cutOff(Migration, ++at);
        await new Migration().up(runner);
        expect(await structure()).toEqual(before);
      } while (cut);
      await runner.release();
      expect(at).toBeGreaterThan(1);
    },
  );

  it('count the e-mail addresses that were there before as confirmed, and touch no other channel', async () => {
    await up();
    const undone = await downBefore('ConfirmationMail1763800000000');
    const then = '2026-01-02 03:04:05.000006';
    const user = dataSource.driver.escape('user');
    await dataSource.query(`INSERT INTO ${user} (id, name, created_at, updated_at) VALUES ('u', 'ada', ?, ?)`, [
      then,
      then,
    ]);
    for (const type of ['email', 'webhook'])
      await dataSource.query(
        `INSERT INTO channel (id, user_id, type, name, settings, created_at, updated_at) VALUES (?, 'u', ?, 'n', '{}', ?, ?)`,
        [type, type, then, then],
      );
    expect(await up()).toHaveLength(undone);
    const rows = await dataSource.query('SELECT id, state, enabled, confirmed_at FROM channel ORDER BY id');
    expect(rows).toEqual([
      { id: 'email', state: 'ok', enabled: 1, confirmed_at: then },
      { id: 'webhook', state: 'ok', enabled: 1, confirmed_at: null },
    ]);
  });

  it('remind of what was snoozed before them at the end of the snooze, and of no snooze that is long over', async () => {
    await up();
    const undone = await downBefore('SnoozeEnd1764010000000');
    const [then, end, late] = ['2026-01-02', '2036-01-01', '2037-01-01'].map((day) => `${day} 00:00:00.000000`);
    const insert = (table: string, row: Record<string, string | number | null>) =>
      dataSource.query(
        `INSERT INTO ${dataSource.driver.escape(table)} (${Object.keys(row).join(', ')})
         VALUES (${Object.keys(row)
           .map(() => '?')
           .join(', ')})`,
        Object.values(row),
      );
    const times = { created_at: then!, updated_at: then! };
    await insert('publisher', { id: 'p', name: 'p', name_key: 'p', facts_from: 'x', ...times });
    await insert('software', { id: 's', publisher_id: 'p', identity: 's', name: 's', name_key: 's', ...times });
    const version = { id: 'v', software_id: 's', version: '1', version_key: '1', standing: 2 };
    await insert('version', { ...version, created_at: then!, added_at: then! });
    const favorites = [
      ['snoozed', end!, end!],
      ['over', null, then!],
      ['over, and waiting for an age', late!, then!],
      ['waiting for an age', late!, null],
    ] as const;
    for (const [id, evaluateAt, snoozedUntil] of favorites) {
      await insert('user', { id, name: id, ...times });
      await insert('favorite', {
        id,
        user_id: id,
        software_id: 's',
        version_id: 'v',
        evaluate_at: evaluateAt,
        ...times,
      });
      await insert('favorite_policy', { favorite_id: id, snoozed_until: snoozedUntil });
    }
    expect(await up()).toHaveLength(undone);
    expect(await dataSource.query('SELECT id, wake_at FROM favorite WHERE wake_at IS NOT NULL')).toEqual([
      { id: 'snoozed', wake_at: end },
    ]);
  });

  it('run once when several connections ask at the same time', async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => (onServer() ? migrate(config()) : Promise.resolve<string[]>([]))),
    );
    if (!onServer()) results.push(await migrate(config()));
    expect(results.flat()).toHaveLength(MIGRATIONS.length);
    expect(await dataSource.query('SELECT name FROM migrations')).toHaveLength(MIGRATIONS.length);
  });

  it('hold their lock on the connection that changes tables, for as long as the server works at a change', async () => {
    if (!onServer()) return;
    await up();
    await downBefore('Limits1764122000000');
    // Keeps the table from being changed, and so the migration in the middle of it.
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT id FROM notification LIMIT 1');
    const migrating = migrate(config());
    const changing = () =>
      dataSource.query(
        `SELECT id, IS_USED_LOCK('software-update-tracker:migrate') AS locked_by FROM information_schema.processlist
         WHERE db = DATABASE() AND info LIKE 'CREATE INDEX%' AND state LIKE '%metadata lock%'`,
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
