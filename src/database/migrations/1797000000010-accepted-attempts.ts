import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTable, uuidOf } from './change-table';

/** A delivery says of its accepted attempt what a row of `delivery_attempt` said. Those that have such a row keep it. */
export class AcceptedAttempts1797000000010 implements MigrationInterface {
  name = 'AcceptedAttempts1797000000010';

  async up(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'delivery', { add: { sent_ms: 'integer', sent_code: codeOf(runner) } });
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'delivery', { drop: ['sent_ms', 'sent_code'] });
  }
}

/** As `AsciiColumn(32)`. */
const codeOf = (runner: QueryRunner) => uuidOf(runner).replace('36', '32');
