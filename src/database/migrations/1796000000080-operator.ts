import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Additions, addTo, createTables, dropFrom, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

/** For the operator's lists. */
const additionsWith = ({ moment }: Types): Record<string, Additions> => ({
  software_source: {
    indexes: { software_source_type: 'type, software_id', software_source_host: 'host, software_id' },
  },
  source_host: { indexes: { source_host_rest: 'rest_until, host' } },
  advisory_batch: { columns: { reported_at: moment } },
});

const tablesWith = ({ uuid, ascii, int }: Types): Table[] => [
  {
    name: 'user_day',
    definition: `
      user_id ${uuid} NOT NULL,
      day ${ascii(10)} NOT NULL,
      tracked ${int} NOT NULL DEFAULT 0,
      major ${int} NOT NULL DEFAULT 0,
      minor ${int} NOT NULL DEFAULT 0,
      patch ${int} NOT NULL DEFAULT 0,
      other ${int} NOT NULL DEFAULT 0,
      median_days ${int},
      worst_days ${int},
      PRIMARY KEY (user_id, day)`,
    foreignKeys: [{ column: 'user_id', references: 'user', onDelete: 'CASCADE' }],
    indexes: ['INDEX user_day_day (day)'],
  },
  {
    name: 'user_update',
    definition: `
      user_id ${uuid} NOT NULL,
      day ${ascii(10)} NOT NULL,
      updates ${int} NOT NULL DEFAULT 0,
      PRIMARY KEY (user_id, day)`,
    foreignKeys: [{ column: 'user_id', references: 'user', onDelete: 'CASCADE' }],
    indexes: ['INDEX user_update_day (day)'],
  },
];

/** Lists of sources and hosts for the operator, when they were told of a held import, and how far behind users were day by day. */
export class Operator1796000000080 implements MigrationInterface {
  name = 'Operator1796000000080';

  async up(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    await createTables(runner, tablesWith(types));
    for (const [table, additions] of Object.entries(additionsWith(types))) await addTo(runner, table, additions);
  }

  async down(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    for (const [table, additions] of Object.entries(additionsWith(types))) await dropFrom(runner, table, additions);
    await dropTables(runner, tablesWith(types));
  }
}
