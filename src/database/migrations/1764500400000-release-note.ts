import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "note_text" (
    "digest" varchar(64) PRIMARY KEY NOT NULL,
    "body" blob NOT NULL,
    "size" integer NOT NULL DEFAULT (0),
    "format" varchar(8) NOT NULL,
    "cut" boolean NOT NULL DEFAULT (0),
    "breaking" integer NOT NULL DEFAULT (0),
    "security" text
  )`,
  `CREATE TABLE IF NOT EXISTS "release_note" (
    "version_id" varchar(36) PRIMARY KEY NOT NULL,
    "digest" varchar(64) NOT NULL,
    "url" varchar(2048),
    "fetched_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_release_note_version" FOREIGN KEY ("version_id") REFERENCES "version" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE INDEX IF NOT EXISTS "release_note_digest" ON "release_note" ("digest")`,
];

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

const SERVER = [
  `CREATE TABLE IF NOT EXISTS note_text (
    digest varchar(64) ${ASCII} NOT NULL,
    body blob NOT NULL,
    size int NOT NULL DEFAULT 0,
    format varchar(8) ${ASCII} NOT NULL,
    cut tinyint NOT NULL DEFAULT 0,
    breaking int NOT NULL DEFAULT 0,
    security text ${ASCII} NULL,
    PRIMARY KEY (digest)
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS release_note (
    version_id varchar(36) ${ASCII} NOT NULL,
    digest varchar(64) ${ASCII} NOT NULL,
    url varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    fetched_at datetime(6) NOT NULL,
    INDEX release_note_digest (digest),
    PRIMARY KEY (version_id),
    CONSTRAINT fk_release_note_version FOREIGN KEY (version_id) REFERENCES version (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Release notes of versions. */
export class ReleaseNote1764500400000 implements MigrationInterface {
  name = 'ReleaseNote1764500400000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : SERVER) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS release_note');
    await runner.query('DROP TABLE IF EXISTS note_text');
  }
}
