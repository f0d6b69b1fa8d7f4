import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "software_identifier" (
    "software_id" varchar(36) NOT NULL,
    "type" varchar(16) NOT NULL,
    "value" varchar(255) NOT NULL,
    "origin" varchar(16) NOT NULL,
    CONSTRAINT "fk_software_identifier_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("software_id", "type", "value", "origin")
  )`,
  `CREATE INDEX IF NOT EXISTS "software_identifier_value" ON "software_identifier" ("type", "value")`,
];

const MYSQL = [
  `CREATE TABLE IF NOT EXISTS \`software_identifier\` (
    \`software_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`type\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`value\` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`origin\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    INDEX \`software_identifier_value\` (\`type\`, \`value\`),
    PRIMARY KEY (\`software_id\`, \`type\`, \`value\`, \`origin\`),
    CONSTRAINT \`fk_software_identifier_software\` FOREIGN KEY (\`software_id\`) REFERENCES \`software\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

export class SoftwareIdentifier1764300400000 implements MigrationInterface {
  name = 'SoftwareIdentifier1764300400000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : MYSQL) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS software_identifier');
  }
}
