import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "knowledge" (
    "provider" varchar(32) PRIMARY KEY NOT NULL,
    "target" varchar(64),
    "etag" varchar(255),
    "last_modified" varchar(255),
    "asked_since" datetime(6),
    "next_at" datetime(6) NOT NULL,
    "claim_id" varchar(36),
    "held_until" datetime(6),
    "asked_at" datetime(6),
    "answered_at" datetime(6),
    "failures" integer NOT NULL DEFAULT (0),
    "last_error" varchar(500),
    "as_of" varchar(10),
    "records" integer NOT NULL DEFAULT (0),
    "rejected" integer NOT NULL DEFAULT (0)
  )`,
  `CREATE TABLE IF NOT EXISTS "knowledge_match" (
    "software_id" varchar(36) NOT NULL,
    "provider" varchar(32) NOT NULL,
    "name" varchar(255) NOT NULL,
    "as_of" varchar(10),
    CONSTRAINT "fk_knowledge_match_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("software_id", "provider")
  )`,
];

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const unicode = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const SERVER = [
  `CREATE TABLE IF NOT EXISTS knowledge (
    provider varchar(32) ${ascii} NOT NULL,
    target varchar(64) ${ascii} NULL,
    etag varchar(255) ${ascii} NULL,
    last_modified varchar(255) ${ascii} NULL,
    asked_since datetime(6) NULL,
    next_at datetime(6) NOT NULL,
    claim_id varchar(36) ${ascii} NULL,
    held_until datetime(6) NULL,
    asked_at datetime(6) NULL,
    answered_at datetime(6) NULL,
    failures int NOT NULL DEFAULT 0,
    last_error varchar(500) ${unicode} NULL,
    as_of varchar(10) ${ascii} NULL,
    records int NOT NULL DEFAULT 0,
    rejected int NOT NULL DEFAULT 0,
    PRIMARY KEY (provider)
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS knowledge_match (
    software_id varchar(36) ${ascii} NOT NULL,
    provider varchar(32) ${ascii} NOT NULL,
    name varchar(255) ${unicode} NOT NULL,
    as_of varchar(10) ${ascii} NULL,
    PRIMARY KEY (software_id, provider),
    CONSTRAINT fk_knowledge_match_software FOREIGN KEY (software_id) REFERENCES software (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Providers of knowledge: when each is asked, what it said last and of which products. Each statement can be run again. */
export class Knowledge1764600300000 implements MigrationInterface {
  name = 'Knowledge1764600300000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : SERVER) await runner.query(statement);
    if (!(await runner.hasColumn('lifecycle', 'origin')))
      await runner.query(`ALTER TABLE lifecycle ADD COLUMN origin varchar(16) ${sqlite ? '' : ascii} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('lifecycle', 'origin')) await runner.query('ALTER TABLE lifecycle DROP COLUMN origin');
    await runner.query('DROP TABLE IF EXISTS knowledge_match');
    await runner.query('DROP TABLE IF EXISTS knowledge');
  }
}
