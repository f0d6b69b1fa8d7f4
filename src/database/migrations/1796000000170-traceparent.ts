import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, dropFrom, typesOf } from './change-table';

const TABLES = ['update_mark', 'notification'];

const additionsOf = (runner: QueryRunner) => ({ columns: { traceparent: typesOf(runner).ascii(55) } });

/** The trace that a change or a notification began in, for the process that goes on with it. */
export class Traceparent1796000000170 implements MigrationInterface {
  name = 'Traceparent1796000000170';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await addTo(runner, table, additionsOf(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dropFrom(runner, table, additionsOf(runner));
  }
}
