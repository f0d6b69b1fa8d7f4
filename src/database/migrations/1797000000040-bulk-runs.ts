import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables } from './change-table';

/** Long bulk operations run in the background. */
export class BulkRuns1797000000040 implements MigrationInterface {
  name = 'BulkRuns1797000000040';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['favorite_bulk_part', 'favorite_bulk_run'])
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
