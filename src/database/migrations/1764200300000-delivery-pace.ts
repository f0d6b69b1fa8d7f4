import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = [
  `CREATE TABLE IF NOT EXISTS "delivery_pace" (
    "user_id" varchar(36) NOT NULL,
    "lane" varchar(16) NOT NULL,
    "window_at" datetime(6) NOT NULL,
    "used" integer NOT NULL,
    PRIMARY KEY ("user_id", "lane")
  )`,
  `CREATE INDEX IF NOT EXISTS "delivery_pace_window" ON "delivery_pace" ("window_at")`,
];

const MYSQL = [
  `CREATE TABLE IF NOT EXISTS \`delivery_pace\` (
    \`user_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`lane\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`window_at\` datetime(6) NOT NULL,
    \`used\` int NOT NULL,
    INDEX \`delivery_pace_window\` (\`window_at\`),
    PRIMARY KEY (\`user_id\`, \`lane\`)
  ) ENGINE=InnoDB`,
];

const COLUMN = 'held_until';

export class DeliveryPace1764200300000 implements MigrationInterface {
  name = 'DeliveryPace1764200300000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    for (const statement of sqlite ? SQLITE : MYSQL) await runner.query(statement);
    if (!(await runner.hasColumn('delivery', COLUMN)))
      await runner.query(`ALTER TABLE delivery ADD COLUMN ${COLUMN} datetime(6) NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('delivery', COLUMN)) await runner.query(`ALTER TABLE delivery DROP COLUMN ${COLUMN}`);
    await runner.query('DROP TABLE IF EXISTS delivery_pace');
  }
}
