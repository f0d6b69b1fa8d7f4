import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Additions, addTo, dropFrom, typesOf } from './change-table';

const additionsOf = (runner: QueryRunner): [table: string, additions: Additions][] => [
  ['software', { columns: { stars: typesOf(runner).int, popularity: 'smallint NOT NULL DEFAULT 0' } }],
  ['software_term', { columns: { popularity: 'smallint NOT NULL DEFAULT 0' } }],
];

/** How well known products are, for the order of a search: the columns are filled with the search terms, by the first upkeep. */
export class Popularity1796000000010 implements MigrationInterface {
  name = 'Popularity1796000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, additions] of additionsOf(runner)) await addTo(runner, table, additions);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, additions] of additionsOf(runner)) await dropFrom(runner, table, additions);
  }
}
