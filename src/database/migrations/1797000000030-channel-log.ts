import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTable } from './change-table';

/** The list of notifications by channel. A server makes an index while others write. */
export class ChannelLog1797000000030 implements MigrationInterface {
  name = 'ChannelLog1797000000030';

  async up(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'delivery', {
      addIndexes: { delivery_channel_log: 'channel_id, created_at, notification_id' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeTable(runner, 'delivery', { dropIndexes: ['delivery_channel_log'] });
  }
}
