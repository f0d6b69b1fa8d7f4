import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The terms of rows that are there already are made by the service: `SearchUpkeep`. */
const TERMS = { software_term: 'software', publisher_term: 'publisher' };

const sqliteStatements = (table: string, owner: string) => [
  `CREATE TABLE IF NOT EXISTS "${table}" (
    "kind" tinyint NOT NULL,
    "term" varchar(100) NOT NULL,
    "${owner}_id" varchar(36) NOT NULL,
    ${owner === 'software' ? '"name_length" smallint NOT NULL,' : ''}
    CONSTRAINT "fk_${table}_${owner}" FOREIGN KEY ("${owner}_id") REFERENCES "${owner}" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    PRIMARY KEY ("kind", "term", "${owner}_id")
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS "${table}_${owner}" ON "${table}" ("${owner}_id")`,
];

const serverStatements = (table: string, owner: string) => [
  `CREATE TABLE IF NOT EXISTS \`${table}\` (
    \`kind\` tinyint NOT NULL,
    \`term\` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`${owner}_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ${owner === 'software' ? '`name_length` smallint NOT NULL,' : ''}
    INDEX \`${table}_${owner}\` (\`${owner}_id\`),
    PRIMARY KEY (\`kind\`, \`term\`, \`${owner}_id\`),
    CONSTRAINT \`fk_${table}_${owner}\` FOREIGN KEY (\`${owner}_id\`) REFERENCES \`${owner}\`(\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
];

const COLUMN = 'search_digest';

export class SearchTerms1764300500000 implements MigrationInterface {
  name = 'SearchTerms1764300500000';

  async up(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    const type = sqlite ? 'varchar(16)' : 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin NULL';
    for (const [table, owner] of Object.entries(TERMS)) {
      for (const statement of (sqlite ? sqliteStatements : serverStatements)(table, owner))
        await runner.query(statement);
      if (!(await runner.hasColumn(owner, COLUMN)))
        await runner.query(`ALTER TABLE ${owner} ADD COLUMN ${COLUMN} ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, owner] of Object.entries(TERMS)) {
      if (await runner.hasColumn(owner, COLUMN)) await runner.query(`ALTER TABLE ${owner} DROP COLUMN ${COLUMN}`);
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}
