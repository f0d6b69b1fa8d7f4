import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const UNICODE = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const COLUMNS = {
  notes_from: ['varchar(16)', `varchar(16) ${ASCII} NULL`],
  notes_settings: ['text', `text ${UNICODE} NULL`],
};

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "notes_reader" (
    "software_id" varchar(36) PRIMARY KEY NOT NULL,
    "target" varchar(64) NOT NULL,
    "host" varchar(255) NOT NULL,
    "next_at" datetime(6) NOT NULL,
    "read_at" datetime(6),
    "etag" varchar(255),
    "last_modified" varchar(255),
    "answer_hash" varchar(64),
    "failures" integer NOT NULL DEFAULT (0),
    "last_error" varchar(500),
    CONSTRAINT "fk_notes_reader_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE INDEX IF NOT EXISTS "notes_reader_due" ON "notes_reader" ("host", "next_at", "software_id")`,
  `CREATE TABLE IF NOT EXISTS "notes_host" (
    "host" varchar(255) PRIMARY KEY NOT NULL,
    "claim_id" varchar(36),
    "held_until" datetime(6),
    "rest_until" datetime(6)
  )`,
];

const SERVER = [
  `CREATE TABLE IF NOT EXISTS notes_reader (
    software_id varchar(36) ${ASCII} NOT NULL,
    target varchar(64) ${ASCII} NOT NULL,
    host varchar(255) ${ASCII} NOT NULL,
    next_at datetime(6) NOT NULL,
    read_at datetime(6) NULL,
    etag varchar(255) ${ASCII} NULL,
    last_modified varchar(255) ${ASCII} NULL,
    answer_hash varchar(64) ${ASCII} NULL,
    failures int NOT NULL DEFAULT 0,
    last_error varchar(500) ${UNICODE} NULL,
    INDEX notes_reader_due (host, next_at, software_id),
    PRIMARY KEY (software_id),
    CONSTRAINT fk_notes_reader_software FOREIGN KEY (software_id) REFERENCES software (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS notes_host (
    host varchar(255) ${ASCII} NOT NULL,
    claim_id varchar(36) ${ASCII} NULL,
    held_until datetime(6) NULL,
    rest_until datetime(6) NULL,
    PRIMARY KEY (host)
  ) ENGINE=InnoDB`,
];

/**
 * Where a product's release notes are read if its source has none, and when. Each statement can be run again. Nothing uses `notes_host` any
 * more, as notes are read in the turns of `source_host`: it stays for replicas of the version before, which cannot do without it.
 */
export class NotesSource1764500500000 implements MigrationInterface {
  name = 'NotesSource1764500500000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = isSqlite(runner);
    for (const [column, [embedded, server]] of Object.entries(COLUMNS))
      if (!(await runner.hasColumn('software', column)))
        await runner.query(`ALTER TABLE software ADD COLUMN ${column} ${sqlite ? embedded : server}`);
    for (const statement of sqlite ? SQLITE : SERVER) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS notes_host');
    await runner.query('DROP TABLE IF EXISTS notes_reader');
    for (const column of Object.keys(COLUMNS))
      if (await runner.hasColumn('software', column)) await runner.query(`ALTER TABLE software DROP COLUMN ${column}`);
  }
}

const isSqlite = (runner: QueryRunner) => runner.dataSource.options.type === 'better-sqlite3';
