import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "lifecycle" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "software_id" varchar(36) NOT NULL,
    "cycle" varchar(64) NOT NULL,
    "label" varchar(255),
    "range_from" varchar(255),
    "range_to" varchar(255),
    "released_on" varchar(10),
    "lts_from" varchar(10),
    "active_until" varchar(10),
    "eol_on" varchar(10),
    "is_eol" boolean,
    "extended_until" varchar(10),
    "is_extended_over" boolean,
    "latest" varchar(255),
    "link" varchar(2048),
    "as_of" varchar(10) NOT NULL,
    "gone_at" datetime(6),
    "ordering_revision" integer NOT NULL DEFAULT (0),
    CONSTRAINT "fk_lifecycle_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "lifecycle_cycle" ON "lifecycle" ("software_id", "cycle")`,
  `CREATE INDEX IF NOT EXISTS "lifecycle_range" ON "lifecycle" ("software_id", "range_from")`,
];

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const text = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const MYSQL = [
  `CREATE TABLE IF NOT EXISTS \`lifecycle\` (
    \`id\` varchar(36) ${ascii} NOT NULL,
    \`software_id\` varchar(36) ${ascii} NOT NULL,
    \`cycle\` varchar(64) ${text} NOT NULL,
    \`label\` varchar(255) ${text} NULL,
    \`range_from\` varchar(255) ${ascii} NULL,
    \`range_to\` varchar(255) ${ascii} NULL,
    \`released_on\` varchar(10) ${ascii} NULL,
    \`lts_from\` varchar(10) ${ascii} NULL,
    \`active_until\` varchar(10) ${ascii} NULL,
    \`eol_on\` varchar(10) ${ascii} NULL,
    \`is_eol\` tinyint NULL,
    \`extended_until\` varchar(10) ${ascii} NULL,
    \`is_extended_over\` tinyint NULL,
    \`latest\` varchar(255) ${text} NULL,
    \`link\` varchar(2048) ${text} NULL,
    \`as_of\` varchar(10) ${ascii} NOT NULL,
    \`gone_at\` datetime(6) NULL,
    \`ordering_revision\` int NOT NULL DEFAULT '0',
    UNIQUE INDEX \`lifecycle_cycle\` (\`software_id\`, \`cycle\`),
    INDEX \`lifecycle_range\` (\`software_id\`, \`range_from\`),
    PRIMARY KEY (\`id\`),
    CONSTRAINT \`fk_lifecycle_software\` FOREIGN KEY (\`software_id\`) REFERENCES \`software\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Until when the release cycles of products are supported. */
export class Lifecycle1764500100000 implements MigrationInterface {
  name = 'Lifecycle1764500100000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : MYSQL) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS lifecycle');
  }
}
