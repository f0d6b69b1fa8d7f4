import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

const tablesWith = ({ uuid, text }: Types): Table[] => [
  {
    name: 'tag',
    definition: `
      id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL,
      name ${text(40)} NOT NULL,
      name_key ${text(255)} NOT NULL,
      PRIMARY KEY (id)`,
    foreignKeys: [{ column: 'user_id', references: 'user', onDelete: 'CASCADE' }],
    indexes: ['UNIQUE INDEX tag_user_name (user_id, name_key)'],
  },
  {
    name: 'favorite_tag',
    definition: `favorite_id ${uuid} NOT NULL, tag_id ${uuid} NOT NULL, PRIMARY KEY (favorite_id, tag_id)`,
    foreignKeys: [
      { column: 'favorite_id', references: 'favorite', onDelete: 'CASCADE' },
      { column: 'tag_id', references: 'tag', onDelete: 'CASCADE' },
    ],
    indexes: ['INDEX favorite_tag_tag (tag_id, favorite_id)'],
  },
];

/** Tags of favorites. */
export class Tags1796000000070 implements MigrationInterface {
  name = 'Tags1796000000070';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, tablesWith(typesOf(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, tablesWith(typesOf(runner)));
  }
}
