import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTable } from './change-table';

/** The list of notifications by state and by channel. A server makes indexes while others write. */
export class LogIndexes1797000000030 implements MigrationInterface {
  name = 'LogIndexes1797000000030';

  async up(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'notification', { addIndexes: { notification_state: 'user_id, state, created_at, id' } });
    await changeTable(runner, 'delivery', {
      addIndexes: { delivery_channel_log: 'channel_id, created_at, notification_id' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'notification', { dropIndexes: ['notification_state'] });
    await changeTable(runner, 'delivery', { dropIndexes: ['delivery_channel_log'] });
  }
}
