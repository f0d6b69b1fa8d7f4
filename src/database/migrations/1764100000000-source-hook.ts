import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a source that a release webhook named is asked a second time. */
const COLUMN = 'again_at';

export class SourceHook1764100000000 implements MigrationInterface {
  name = 'SourceHook1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('software_source', COLUMN)))
      await runner.query(`ALTER TABLE software_source ADD COLUMN ${COLUMN} datetime(6) NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('software_source', COLUMN))
      await runner.query(`ALTER TABLE software_source DROP COLUMN ${COLUMN}`);
  }
}
