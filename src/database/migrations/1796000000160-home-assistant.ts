import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, createTables, dropFrom, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

const tablesWith = ({ uuid, ascii, moment }: Types): Table[] => [
  {
    name: 'home_assistant_entity',
    definition: `
      id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL,
      kind ${ascii(8)} NOT NULL,
      digest ${ascii(64)} NOT NULL,
      PRIMARY KEY (id)`,
    indexes: ['INDEX home_assistant_entity_user (user_id, id)'],
  },
  {
    name: 'home_assistant_lease',
    definition: `
      id ${ascii(8)} NOT NULL,
      instance ${ascii(12)} NOT NULL,
      holder ${uuid} NOT NULL,
      held_until ${moment} NOT NULL,
      PRIMARY KEY (id)`,
  },
];

const additionsWith = ({ moment }: Types) => ({
  columns: { home_assistant_at: moment },
  indexes: { user_home_assistant: 'home_assistant_at, id' },
});

/** Who wants their favorites in Home Assistant, what was published there, and which replica does it. */
export class HomeAssistant1796000000160 implements MigrationInterface {
  name = 'HomeAssistant1796000000160';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, tablesWith(typesOf(runner)));
    await addTo(runner, 'user', additionsWith(typesOf(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFrom(runner, 'user', additionsWith(typesOf(runner)));
    await dropTables(runner, tablesWith(typesOf(runner)));
  }
}
