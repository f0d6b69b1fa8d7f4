import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

const tablesWith = ({ uuid, ascii, text, moment }: Types): Table[] => [
  {
    name: 'inventory_decision',
    definition: `
      id ${uuid} NOT NULL,
      inventory_id ${uuid} NOT NULL,
      component ${ascii(64)} NOT NULL,
      name ${text(255)} NOT NULL,
      software_id ${uuid},
      created_at ${moment} NOT NULL,
      PRIMARY KEY (id)`,
    foreignKeys: [
      { column: 'inventory_id', references: 'inventory', onDelete: 'CASCADE' },
      { column: 'software_id', references: 'software', onDelete: 'CASCADE' },
    ],
    indexes: [
      'UNIQUE INDEX inventory_decision_once (inventory_id, component)',
      'INDEX inventory_decision_software (software_id)',
    ],
  },
  {
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
  },
];

/** What users decided about components of an inventory, and what its last upload changed, for the undo. */
export class InventoryDecisions1796000000040 implements MigrationInterface {
  name = 'InventoryDecisions1796000000040';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, tablesWith(typesOf(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, tablesWith(typesOf(runner)));
  }
}
