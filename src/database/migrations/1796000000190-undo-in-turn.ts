import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, createTables, dropFrom, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

const additionsWith = ({ uuid }: Types) => ({
  favorite: { columns: { last_change: uuid } },
  favorite_bulk_item: { columns: { software_id: uuid } },
});

/** What an upload had changed, for an undo that there is no more. */
const dropped = ({ uuid, text }: Types): Table => ({
  name: 'inventory_change',
  definition: `
    id ${uuid} NOT NULL,
    inventory_id ${uuid} NOT NULL,
    run ${uuid} NOT NULL,
    software_id ${uuid} NOT NULL,
    was ${text(255)},
    becomes ${text(255)},
    name ${text(255)},
    favorite_was ${text(255)},
    PRIMARY KEY (id)`,
  foreignKeys: [{ column: 'inventory_id', references: 'inventory', onDelete: 'CASCADE' }],
  indexes: ['INDEX inventory_change_run (inventory_id, run)'],
});

/** Which entry of the journal changed a favorite last. */
export class UndoInTurn1796000000190 implements MigrationInterface {
  name = 'UndoInTurn1796000000190';

  async up(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    for (const [table, additions] of Object.entries(additionsWith(types))) await addTo(runner, table, additions);
    await dropTables(runner, [dropped(types)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    await createTables(runner, [dropped(types)]);
    for (const [table, additions] of Object.entries(additionsWith(types))) await dropFrom(runner, table, additions);
  }
}
