import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accessTables } from './initial/access.tables';
import { catalogueTables } from './initial/catalogue.tables';
import { favoriteTables } from './initial/favorite.tables';
import { notificationTables, systemMessageTables } from './initial/notification.tables';
import { createTables, dropTables, typesOf } from './change-table';
import type { Types } from './initial/table';
import { isOfPreview, ledgerOf, takeOver } from './preview';

/** In the order in which they refer to each other. */
const tablesWith = (types: Types) =>
  [accessTables, catalogueTables, favoriteTables, notificationTables, systemMessageTables].flatMap((tables) =>
    tables(types),
  );

/**
 * Every table of the first release: makes them, or takes them over from the last version before it. The names of the migrations of that version
 * stay, so that its programs run none of them again.
 */
export class Initial1765000000000 implements MigrationInterface {
  name = 'Initial1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    if ((await ledgerOf(runner)).some(isOfPreview)) return takeOver(runner);
    await createTables(runner, tablesWith(typesOf(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, tablesWith(typesOf(runner)));
  }
}
