import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

/** Where the version in use of a favorite is asked for, and what was answered last. */
const probeTable = ({ uuid, ascii, text, longAscii, moment, int }: Types): Table => ({
  name: 'probe',
  definition: `
    id ${uuid} NOT NULL,
    user_id ${uuid} NOT NULL,
    favorite_id ${uuid} NOT NULL,
    software_id ${uuid} NOT NULL,
    environment ${text(64)} NOT NULL,
    preset ${ascii(64)},
    json_path ${text(255)},
    pattern ${text(255)},
    header ${ascii(64)},
    settings ${longAscii} NOT NULL,
    interval_seconds ${int} NOT NULL,
    host ${ascii(255)} NOT NULL,
    next_at ${moment} NOT NULL,
    revision ${int} NOT NULL DEFAULT 0,
    failures ${int} NOT NULL DEFAULT 0,
    asked_at ${moment},
    answered_at ${moment},
    answer ${text(255)},
    failing_since ${moment},
    message ${text(500)},
    created_at ${moment} NOT NULL,
    updated_at ${moment} NOT NULL,
    PRIMARY KEY (id)`,
  foreignKeys: [
    { column: 'user_id', references: 'user', onDelete: 'CASCADE' },
    { column: 'favorite_id', references: 'favorite', onDelete: 'CASCADE' },
  ],
  indexes: [
    'UNIQUE INDEX probe_once (favorite_id, environment)',
    'INDEX probe_due (host, next_at)',
    'INDEX probe_user (user_id)',
  ],
});

/** The table of probes. */
export class Probe1796000000030 implements MigrationInterface {
  name = 'Probe1796000000030';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [probeTable(typesOf(runner))]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [probeTable(typesOf(runner))]);
  }
}
