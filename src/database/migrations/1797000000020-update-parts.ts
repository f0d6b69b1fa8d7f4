import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTable, createTables } from './change-table';

/** The favorites of a product that has many are checked in parts. */
export class UpdateParts1797000000020 implements MigrationInterface {
  name = 'UpdateParts1797000000020';

  async up(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'update_mark', { add: { parts_of: 'integer' } });
    await createTables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS update_part');
    await changeTable(runner, 'update_mark', { drop: ['parts_of'] });
  }
}
