import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the last upload of an inventory named and nobody knew. Each statement can be run again. */
export class UnmatchedComponents1764800100000 implements MigrationInterface {
  name = 'UnmatchedComponents1764800100000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    const charset = sqlite ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';
    if (!(await runner.hasColumn('inventory', 'unmatched')))
      await runner.query(
        `ALTER TABLE inventory ADD COLUMN unmatched ${sqlite ? 'integer NOT NULL DEFAULT (0)' : 'int NOT NULL DEFAULT 0'}`,
      );
    if (!(await runner.hasColumn('inventory', 'unmatched_list')))
      await runner.query(`ALTER TABLE inventory ADD COLUMN unmatched_list text${charset}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['unmatched', 'unmatched_list'])
      if (await runner.hasColumn('inventory', column))
        await runner.query(`ALTER TABLE inventory DROP COLUMN ${column}`);
  }
}
