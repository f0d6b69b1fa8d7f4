import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'delivery_channel_ended';

/** What became of a channel's deliveries, day by day. */
export class ChannelStatistics1764400500000 implements MigrationInterface {
  name = 'ChannelStatistics1764400500000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasIndex(runner)))
      await runner.query(`CREATE INDEX ${INDEX} ON delivery (channel_id, state, updated_at, attempts)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    if (await hasIndex(runner)) await runner.query(`DROP INDEX ${INDEX}${sqlite ? '' : ' ON delivery'}`);
  }
}

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const table = await runner.getTable('delivery');
  return table?.indices.some(({ name }) => name === INDEX) ?? false;
}
