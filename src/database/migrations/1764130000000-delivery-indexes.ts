import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No index but that of the claim has `next_at` any more, which every attempt changes: three of them cost as much as all else that an
 * attempt writes.
 */
const BEFORE = {
  delivery_channel: 'channel_id, next_at',
  delivery_channel_collect: 'channel_id, collect_at',
  delivery_digest: 'digest_id, next_at',
};
const AFTER = {
  delivery_channel_state: 'channel_id, state, collect_at',
  delivery_digest_members: 'digest_id, collect_at',
};

/** Each statement can be run again. */
export class DeliveryIndexes1764130000000 implements MigrationInterface {
  name = 'DeliveryIndexes1764130000000';

  up(runner: QueryRunner): Promise<void> {
    return exchange(runner, BEFORE, AFTER);
  }

  down(runner: QueryRunner): Promise<void> {
    return exchange(runner, AFTER, BEFORE);
  }
}

/** The new ones first, so that nobody is without. */
async function exchange(runner: QueryRunner, old: object, next: object): Promise<void> {
  const sqlite = runner.dataSource.options.type === 'better-sqlite3';
  const table = await runner.getTable('delivery');
  const there = new Set(table?.indices.map(({ name }) => name!));
  for (const [index, columns] of Object.entries(next))
    if (!there.has(index)) await runner.query(`CREATE INDEX ${index} ON delivery (${columns})`);
  for (const index of Object.keys(old))
    if (there.has(index)) await runner.query(`DROP INDEX ${index}${sqlite ? '' : ' ON delivery'}`);
}
