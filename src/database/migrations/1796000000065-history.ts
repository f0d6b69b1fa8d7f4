import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVER_TYPES, SQLITE_TYPES, type Types } from './initial/table';

const columnsWith = ({ uuid, ascii, text, flag }: Types): [column: string, definition: string][] => [
  ['is_single', flag],
  ['means', ascii(16)],
  ['credential_id', uuid],
  ['details', text(2_000)],
  ['products', ascii(110)],
  ['inventory_id', uuid],
];

/** What the history says of a change, beside its undo. */
export class History1796000000065 implements MigrationInterface {
  name = 'History1796000000065';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const [column, definition] of columnsWith(isSqlite ? SQLITE_TYPES : SERVER_TYPES))
      if (!(await runner.hasColumn('favorite_bulk', column)))
        await runner.query(`ALTER TABLE favorite_bulk ADD COLUMN ${column} ${definition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // A server keeps columns that it drops at once, and has room for so many.
    const algorithm = runner.dataSource.options.type === 'better-sqlite3' ? '' : ', ALGORITHM=COPY';
    for (const [column] of columnsWith(SQLITE_TYPES))
      if (await runner.hasColumn('favorite_bulk', column))
        await runner.query(`ALTER TABLE favorite_bulk DROP COLUMN ${column}${algorithm}`);
  }
}
