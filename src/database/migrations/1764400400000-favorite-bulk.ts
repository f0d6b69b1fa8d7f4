import type { MigrationInterface, QueryRunner } from 'typeorm';

const ID = 'varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const TEXT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "favorite_bulk" ("id" varchar(36) PRIMARY KEY NOT NULL, "user_id" varchar(36) NOT NULL,
    "action" varchar(16) NOT NULL, "matched" integer NOT NULL DEFAULT (0), "changed" integer NOT NULL DEFAULT (0),
    "undone_at" datetime(6), "created_at" datetime(6) NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS "favorite_bulk_item" ("bulk_id" varchar(36) NOT NULL, "favorite_id" varchar(36) NOT NULL,
    "before" text NOT NULL, "after" text NOT NULL, "notes" text,
    CONSTRAINT "fk_favorite_bulk_item_bulk" FOREIGN KEY ("bulk_id") REFERENCES "favorite_bulk" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("bulk_id", "favorite_id"))`,
  `CREATE TABLE IF NOT EXISTS "favorite_bulk_skip" ("bulk_id" varchar(36) NOT NULL, "favorite_id" varchar(36) NOT NULL,
    "version" varchar(255) NOT NULL,
    CONSTRAINT "fk_favorite_bulk_skip_bulk" FOREIGN KEY ("bulk_id") REFERENCES "favorite_bulk" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("bulk_id", "favorite_id", "version"))`,
  `CREATE INDEX IF NOT EXISTS "favorite_bulk_user" ON "favorite_bulk" ("user_id", "created_at", "id")`,
  `CREATE INDEX IF NOT EXISTS "favorite_bulk_created" ON "favorite_bulk" ("created_at", "id")`,
];

const SERVER = [
  `CREATE TABLE IF NOT EXISTS favorite_bulk (id ${ID}, user_id ${ID},
    action varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, matched int NOT NULL DEFAULT '0', changed int NOT NULL DEFAULT '0',
    undone_at datetime(6) NULL, created_at datetime(6) NOT NULL,
    INDEX favorite_bulk_user (user_id, created_at, id), INDEX favorite_bulk_created (created_at, id), PRIMARY KEY (id)) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS favorite_bulk_item (bulk_id ${ID}, favorite_id ${ID},
    \`before\` text ${TEXT} NOT NULL, \`after\` text ${TEXT} NOT NULL, notes text ${TEXT} NULL, PRIMARY KEY (bulk_id, favorite_id),
    CONSTRAINT fk_favorite_bulk_item_bulk FOREIGN KEY (bulk_id) REFERENCES favorite_bulk (id) ON DELETE CASCADE ON UPDATE NO ACTION)
    ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS favorite_bulk_skip (bulk_id ${ID}, favorite_id ${ID}, version varchar(255) ${TEXT} NOT NULL,
    PRIMARY KEY (bulk_id, favorite_id, version),
    CONSTRAINT fk_favorite_bulk_skip_bulk FOREIGN KEY (bulk_id) REFERENCES favorite_bulk (id) ON DELETE CASCADE ON UPDATE NO ACTION)
    ENGINE=InnoDB`,
];

/** Changes of many favorites, for their undo. */
export class FavoriteBulk1764400400000 implements MigrationInterface {
  name = 'FavoriteBulk1764400400000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : SERVER) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['favorite_bulk_skip', 'favorite_bulk_item', 'favorite_bulk'])
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
