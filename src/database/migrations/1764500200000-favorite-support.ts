import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Types of SQLite, and what a server adds to them. */
const COLUMNS: Record<string, Record<string, [type: string, more: string]>> = {
  favorite: {
    support: ['tinyint', ''],
    lifecycle_id: ['varchar(36)', ASCII],
    eol_on: ['varchar(10)', ASCII],
    extended_until: ['varchar(10)', ASCII],
    alert_at: ['datetime(6)', ''],
  },
  favorite_policy: {
    support_notice: ['varchar(64)', ASCII],
    support_basis: ['varchar(8)', ASCII],
    supported_until: ['varchar(10)', ASCII],
  },
};

const INDEXES = {
  favorite_user_support: 'user_id, support, eol_on, extended_until',
  favorite_alert: 'alert_at, id',
};

/** How long the version in use is supported, and what a policy says of that. Each statement can be run again. */
export class FavoriteSupport1764500200000 implements MigrationInterface {
  name = 'FavoriteSupport1764500200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS))
      for (const [column, [type, more]] of Object.entries(columns))
        if (!(await runner.hasColumn(table, column)))
          await runner.query(
            `ALTER TABLE ${table} ADD COLUMN ${column} ${type}${isSqlite(runner) ? '' : ` ${more} NULL`}`,
          );
    for (const [index, columns] of Object.entries(INDEXES))
      if (!(await hasIndex(runner, index))) await runner.query(`CREATE INDEX ${index} ON favorite (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of Object.keys(INDEXES))
      if (await hasIndex(runner, index))
        await runner.query(`DROP INDEX ${index}${isSqlite(runner) ? '' : ' ON favorite'}`);
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const drops: string[] = [];
      for (const column of Object.keys(columns))
        if (await runner.hasColumn(table, column)) drops.push(`DROP COLUMN ${column}`);
      // A server that drops a column at once keeps its room in each row, until there is no more: so it writes the table anew.
      if (isSqlite(runner)) for (const drop of drops) await runner.query(`ALTER TABLE ${table} ${drop}`);
      else if (drops.length > 0) await runner.query(`ALTER TABLE ${table} ${drops.join(', ')}, FORCE`);
    }
  }
}

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

async function hasIndex(runner: QueryRunner, index: string): Promise<boolean> {
  const table = await runner.getTable('favorite');
  return table?.indices.some(({ name }) => name === index) ?? false;
}
