import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "web_session" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "user_id" varchar(36) NOT NULL,
    "hash" varchar(64) NOT NULL,
    "means" varchar(16) NOT NULL,
    "credential" varchar(255),
    "access_token_id" varchar(36),
    "scopes" varchar(255) NOT NULL,
    "agent" varchar(64) NOT NULL,
    "created_at" datetime(6) NOT NULL,
    "last_used_at" datetime(6) NOT NULL,
    "idle_until" datetime(6) NOT NULL,
    "ends_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_web_session_user" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "fk_web_session_access_token" FOREIGN KEY ("access_token_id") REFERENCES "access_token" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "web_session_hash" ON "web_session" ("hash")`,
  `CREATE INDEX IF NOT EXISTS "web_session_user" ON "web_session" ("user_id", "created_at", "id")`,
  `CREATE INDEX IF NOT EXISTS "web_session_token" ON "web_session" ("access_token_id")`,
  `CREATE INDEX IF NOT EXISTS "web_session_idle" ON "web_session" ("idle_until")`,
  `CREATE TABLE IF NOT EXISTS "sign_in_link" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "hash" varchar(64) NOT NULL,
    "user_id" varchar(36) NOT NULL,
    "scopes" varchar(255) NOT NULL,
    "created_at" datetime(6) NOT NULL,
    "ends_at" datetime(6) NOT NULL,
    "used_at" datetime(6),
    CONSTRAINT "fk_sign_in_link_user" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "sign_in_link_hash" ON "sign_in_link" ("hash")`,
  `CREATE INDEX IF NOT EXISTS "sign_in_link_user" ON "sign_in_link" ("user_id")`,
  `CREATE INDEX IF NOT EXISTS "sign_in_link_end" ON "sign_in_link" ("ends_at")`,
];

const MYSQL = [
  `CREATE TABLE IF NOT EXISTS \`web_session\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`user_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`hash\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`means\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`credential\` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    \`access_token_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`scopes\` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`agent\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    \`last_used_at\` datetime(6) NOT NULL,
    \`idle_until\` datetime(6) NOT NULL,
    \`ends_at\` datetime(6) NOT NULL,
    UNIQUE INDEX \`web_session_hash\` (\`hash\`),
    INDEX \`web_session_user\` (\`user_id\`, \`created_at\`, \`id\`),
    INDEX \`web_session_token\` (\`access_token_id\`),
    INDEX \`web_session_idle\` (\`idle_until\`),
    PRIMARY KEY (\`id\`),
    CONSTRAINT \`fk_web_session_user\` FOREIGN KEY (\`user_id\`) REFERENCES \`user\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT \`fk_web_session_access_token\` FOREIGN KEY (\`access_token_id\`) REFERENCES \`access_token\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS \`sign_in_link\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`hash\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`user_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`scopes\` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    \`ends_at\` datetime(6) NOT NULL,
    \`used_at\` datetime(6) NULL,
    UNIQUE INDEX \`sign_in_link_hash\` (\`hash\`),
    INDEX \`sign_in_link_user\` (\`user_id\`),
    INDEX \`sign_in_link_end\` (\`ends_at\`),
    PRIMARY KEY (\`id\`),
    CONSTRAINT \`fk_sign_in_link_user\` FOREIGN KEY (\`user_id\`) REFERENCES \`user\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

/** Sessions of the web application, and the links that start them. */
export class WebSession1764400100000 implements MigrationInterface {
  name = 'WebSession1764400100000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : MYSQL) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sign_in_link', 'web_session']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
