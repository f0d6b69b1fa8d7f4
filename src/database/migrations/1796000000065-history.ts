import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, dropFrom, typesOf } from './change-table';
import type { Types } from './initial/table';

const additionsWith = ({ uuid, ascii, text, flag }: Types) => ({
  columns: {
    is_single: flag,
    means: ascii(16),
    credential_id: uuid,
    details: text(2_000),
    products: ascii(110),
    inventory_id: uuid,
  },
});

/** What the history says of a change, beside its undo. */
export class History1796000000065 implements MigrationInterface {
  name = 'History1796000000065';

  async up(runner: QueryRunner): Promise<void> {
    await addTo(runner, 'favorite_bulk', additionsWith(typesOf(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFrom(runner, 'favorite_bulk', additionsWith(typesOf(runner)));
  }
}
