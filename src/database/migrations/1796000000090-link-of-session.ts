import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, dropFrom, typesOf } from './change-table';

const additionsOf = (runner: QueryRunner) => ({ columns: { session_id: typesOf(runner).uuid } });

/** Sign-in links that users make for their other devices: each is of the session that made it. */
export class LinkOfSession1796000000090 implements MigrationInterface {
  name = 'LinkOfSession1796000000090';

  async up(runner: QueryRunner): Promise<void> {
    await addTo(runner, 'sign_in_link', additionsOf(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFrom(runner, 'sign_in_link', additionsOf(runner));
  }
}
