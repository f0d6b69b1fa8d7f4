import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onServer, onSqlite, SERVER_TYPES, SQLITE_TYPES, type Table, type Types } from './initial/table';

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
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const tables = tablesWith(isSqlite ? SQLITE_TYPES : SERVER_TYPES);
    for (const statement of isSqlite ? tables.flatMap(onSqlite) : tables.map(onServer)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesWith(SQLITE_TYPES).toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
  }
}
