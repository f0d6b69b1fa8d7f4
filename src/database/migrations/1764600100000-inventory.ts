import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "inventory" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "user_id" varchar(36) NOT NULL,
    "name" varchar(64) NOT NULL,
    "environment" varchar(64),
    "scope" varchar(8) NOT NULL,
    "format" varchar(32),
    "components" integer NOT NULL DEFAULT (0),
    "run" varchar(36),
    "revision" integer NOT NULL DEFAULT (0),
    "read_at" datetime(6),
    "created_at" datetime(6) NOT NULL,
    "updated_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_inventory_user" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "inventory_user_name" ON "inventory" ("user_id", "name")`,
  `CREATE TABLE IF NOT EXISTS "deployment" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "inventory_id" varchar(36) NOT NULL,
    "favorite_id" varchar(36) NOT NULL,
    "version_id" varchar(36) NOT NULL,
    "seen_version_id" varchar(36) NOT NULL,
    "label" varchar(255) NOT NULL,
    "name" varchar(255) NOT NULL,
    "seen_at" datetime(6) NOT NULL,
    "moved_by" varchar(36),
    "moved_from" varchar(255),
    CONSTRAINT "fk_deployment_inventory" FOREIGN KEY ("inventory_id") REFERENCES "inventory" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "fk_deployment_favorite" FOREIGN KEY ("favorite_id") REFERENCES "favorite" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "fk_deployment_version" FOREIGN KEY ("version_id") REFERENCES "version" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "deployment_once" ON "deployment" ("inventory_id", "favorite_id", "label")`,
  `CREATE INDEX IF NOT EXISTS "deployment_favorite" ON "deployment" ("favorite_id", "inventory_id")`,
  `CREATE INDEX IF NOT EXISTS "deployment_version" ON "deployment" ("version_id")`,
];

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const TEXT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const SERVER = [
  `CREATE TABLE IF NOT EXISTS inventory (
    id varchar(36) ${ASCII} NOT NULL,
    user_id varchar(36) ${ASCII} NOT NULL,
    name varchar(64) ${ASCII} NOT NULL,
    environment varchar(64) ${TEXT} NULL,
    scope varchar(8) ${ASCII} NOT NULL,
    format varchar(32) ${ASCII} NULL,
    components int NOT NULL DEFAULT 0,
    run varchar(36) ${ASCII} NULL,
    revision int NOT NULL DEFAULT 0,
    read_at datetime(6) NULL,
    created_at datetime(6) NOT NULL,
    updated_at datetime(6) NOT NULL,
    UNIQUE INDEX inventory_user_name (user_id, name),
    PRIMARY KEY (id),
    CONSTRAINT fk_inventory_user FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS deployment (
    id varchar(36) ${ASCII} NOT NULL,
    inventory_id varchar(36) ${ASCII} NOT NULL,
    favorite_id varchar(36) ${ASCII} NOT NULL,
    version_id varchar(36) ${ASCII} NOT NULL,
    seen_version_id varchar(36) ${ASCII} NOT NULL,
    label varchar(255) ${TEXT} NOT NULL,
    name varchar(255) ${TEXT} NOT NULL,
    seen_at datetime(6) NOT NULL,
    moved_by varchar(36) ${ASCII} NULL,
    moved_from varchar(255) ${TEXT} NULL,
    UNIQUE INDEX deployment_once (inventory_id, favorite_id, label),
    INDEX deployment_favorite (favorite_id, inventory_id),
    INDEX deployment_version (version_id),
    PRIMARY KEY (id),
    CONSTRAINT fk_deployment_inventory FOREIGN KEY (inventory_id) REFERENCES inventory (id) ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT fk_deployment_favorite FOREIGN KEY (favorite_id) REFERENCES favorite (id) ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT fk_deployment_version FOREIGN KEY (version_id) REFERENCES version (id) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Inventories, what they say is deployed where, and which favorites they have made. Each statement can be run again. */
export class Inventory1764600100000 implements MigrationInterface {
  name = 'Inventory1764600100000';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of isSqlite ? SQLITE : SERVER) await runner.query(statement);
    if (!(await runner.hasColumn('favorite', 'imported')))
      await runner.query(`ALTER TABLE favorite ADD COLUMN imported tinyint${isSqlite ? '' : ' NULL'}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS deployment');
    await runner.query('DROP TABLE IF EXISTS inventory');
    if (await runner.hasColumn('favorite', 'imported')) await runner.query('ALTER TABLE favorite DROP COLUMN imported');
  }
}
