import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables } from './change-table';
import { isOfPreview, ledgerOf, takeOver } from './preview';

/**
 * Makes the tables of the classes, or takes over what the last version before the first release left. The names of the migrations of that version
 * stay, so that its programs run none of them again.
 */
export class Initial1797000000000 implements MigrationInterface {
  name = 'Initial1797000000000';

  async up(runner: QueryRunner): Promise<void> {
    if ((await ledgerOf(runner)).some(isOfPreview)) await takeOver(runner);
    await createTables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner);
  }
}
