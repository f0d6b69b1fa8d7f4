import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "feed" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "user_id" varchar(36) NOT NULL,
    "kind" varchar(16) NOT NULL,
    "name" varchar(100),
    "hash" varchar(64) NOT NULL,
    "favorite_id" varchar(36),
    "software_id" varchar(36),
    "filters" text,
    "details" varchar(8) NOT NULL,
    "releases" boolean NOT NULL DEFAULT (0),
    "revision" varchar(64),
    "changed_at" datetime(6) NOT NULL,
    "last_used_at" datetime(6),
    "created_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_feed_user" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "fk_feed_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "fk_feed_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "feed_hash" ON "feed" ("hash")`,
  `CREATE INDEX IF NOT EXISTS "feed_user" ON "feed" ("user_id", "created_at", "id")`,
  `CREATE INDEX IF NOT EXISTS "feed_favorite" ON "feed" ("favorite_id")`,
  `CREATE INDEX IF NOT EXISTS "feed_software" ON "feed" ("software_id")`,
  `CREATE TABLE IF NOT EXISTS "feed_event" (
    "favorite_id" varchar(36) NOT NULL,
    "subject" varchar(36) NOT NULL,
    "ends_on" varchar(10) NOT NULL,
    "revision" integer NOT NULL DEFAULT (0),
    "changed_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_feed_event_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("favorite_id", "subject")
  )`,
];

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const TEXT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const SERVER = [
  `CREATE TABLE IF NOT EXISTS feed (
    id varchar(36) ${ASCII} NOT NULL,
    user_id varchar(36) ${ASCII} NOT NULL,
    kind varchar(16) ${ASCII} NOT NULL,
    name varchar(100) ${TEXT} NULL,
    hash varchar(64) ${ASCII} NOT NULL,
    favorite_id varchar(36) ${ASCII} NULL,
    software_id varchar(36) ${ASCII} NULL,
    filters text ${TEXT} NULL,
    details varchar(8) ${ASCII} NOT NULL,
    releases tinyint NOT NULL DEFAULT 0,
    revision varchar(64) ${ASCII} NULL,
    changed_at datetime(6) NOT NULL,
    last_used_at datetime(6) NULL,
    created_at datetime(6) NOT NULL,
    UNIQUE INDEX feed_hash (hash),
    INDEX feed_user (user_id, created_at, id),
    INDEX feed_favorite (favorite_id),
    INDEX feed_software (software_id),
    PRIMARY KEY (id),
    CONSTRAINT fk_feed_user FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT fk_feed_favorite FOREIGN KEY (favorite_id) REFERENCES favorite (id) ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT fk_feed_software FOREIGN KEY (software_id) REFERENCES software (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS feed_event (
    favorite_id varchar(36) ${ASCII} NOT NULL,
    subject varchar(36) ${ASCII} NOT NULL,
    ends_on varchar(10) ${ASCII} NOT NULL,
    revision int NOT NULL DEFAULT '0',
    changed_at datetime(6) NOT NULL,
    PRIMARY KEY (favorite_id, subject),
    CONSTRAINT fk_feed_event_favorite FOREIGN KEY (favorite_id) REFERENCES favorite (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Shared addresses, and the days that calendars have shown. */
export class Feed1764600200000 implements MigrationInterface {
  name = 'Feed1764600200000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : SERVER) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['feed_event', 'feed']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
