import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who a user is at an issuer of OpenID Connect. */
const COLUMNS = ['issuer', 'subject'];
const ON_SQLITE = 'varchar(255)';
const ON_SERVER = 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';

const INDEX = 'user_subject';

/** Each statement can be run again. */
export class UserSubject1764121000000 implements MigrationInterface {
  name = 'UserSubject1764121000000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const column of COLUMNS)
      if (!(await runner.hasColumn('user', column)))
        await runner.query(`ALTER TABLE user ADD COLUMN ${column} ${sqlite ? ON_SQLITE : ON_SERVER}`);
    if (!(await hasIndex(runner))) await runner.query(`CREATE UNIQUE INDEX ${INDEX} ON user (${COLUMNS.join(', ')})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    if (await hasIndex(runner)) await runner.query(`DROP INDEX ${INDEX}${sqlite ? '' : ' ON user'}`);
    for (const column of COLUMNS)
      if (await runner.hasColumn('user', column)) await runner.query(`ALTER TABLE user DROP COLUMN ${column}`);
  }
}

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const table = await runner.getTable('user');
  return table!.indices.some(({ name }) => name === INDEX);
}
