import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'notification';
const INDEX = 'notification_subject';

/**
 * What a notification is about, if not a version: `kind` and `subject`. Replicas of the version before leave both out and write updates, whose
 * subject is null. Each statement can be run again.
 */
export class NotificationKind1764500300000 implements MigrationInterface {
  name = 'NotificationKind1764500300000';

  async up(runner: QueryRunner): Promise<void> {
    const ascii = isSqlite(runner) ? '' : ' CHARACTER SET ascii COLLATE ascii_bin';
    const columns = {
      kind: `varchar(32)${ascii} NOT NULL DEFAULT ${isSqlite(runner) ? "('update')" : "'update'"}`,
      subject: `varchar(191)${ascii}${isSqlite(runner) ? '' : ' NULL'}`,
    };
    for (const [column, definition] of Object.entries(columns))
      if (!(await runner.hasColumn(TABLE, column)))
        await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${column} ${definition}`);
    if (!(await hasIndex(runner)))
      await runner.query(`CREATE UNIQUE INDEX ${INDEX} ON ${TABLE} (favorite_id, subject)`);
  }

  /** Alerts go: the version before would take them for updates. */
  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner)) await runner.query(`DROP INDEX ${INDEX}${isSqlite(runner) ? '' : ` ON ${TABLE}`}`);
    if (await runner.hasColumn(TABLE, 'subject')) {
      await runner.query(`DELETE FROM ${TABLE} WHERE subject IS NOT NULL`);
      await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN subject`);
    }
    if (await runner.hasColumn(TABLE, 'kind')) await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN kind`);
  }
}

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const table = await runner.getTable(TABLE);
  return table?.indices.some(({ name }) => name === INDEX) ?? false;
}
