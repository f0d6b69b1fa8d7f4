import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What everybody sees lies side by side, so that lists do not pass over the own versions of many users. */
const BEFORE = {
  version_order: 'software_id, version_key, id',
  version_created: 'software_id, created_at, id',
};
const AFTER = {
  version_listed: 'software_id, hidden, version_key, id',
  version_listed_created: 'software_id, hidden, created_at, id',
};

/** Versions that the catalogue does not know. Each statement can be run again. */
export class HiddenVersion1764300700000 implements MigrationInterface {
  name = 'HiddenVersion1764300700000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    const type = sqlite ? 'boolean NOT NULL DEFAULT (0)' : 'tinyint NOT NULL DEFAULT 0';
    if (!(await runner.hasColumn('version', 'hidden')))
      await runner.query(`ALTER TABLE version ADD COLUMN hidden ${type}`);
    await exchange(runner, BEFORE, AFTER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await exchange(runner, AFTER, BEFORE);
    if (await runner.hasColumn('version', 'hidden')) await runner.query('ALTER TABLE version DROP COLUMN hidden');
  }
}

/** The new ones first, so that nobody is without. */
async function exchange(runner: QueryRunner, old: object, next: object): Promise<void> {
  const sqlite = runner.dataSource.options.type === 'better-sqlite3';
  const table = await runner.getTable('version');
  const there = new Set(table?.indices.map(({ name }) => name!));
  for (const [index, columns] of Object.entries(next))
    if (!there.has(index)) await runner.query(`CREATE INDEX ${index} ON version (${columns})`);
  for (const index of Object.keys(old))
    if (there.has(index)) await runner.query(`DROP INDEX ${index}${sqlite ? '' : ' ON version'}`);
}
