"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourcePolling1764000000000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "software_source" (
    "software_id" varchar(36) PRIMARY KEY NOT NULL,
    "type" varchar(32) NOT NULL,
    "settings" text NOT NULL,
    "revision" integer NOT NULL DEFAULT (0),
    "host" varchar(255) NOT NULL,
    "repository" varchar(255),
    "interval_seconds" integer,
    "next_at" datetime(6) NOT NULL,
    "etag" varchar(255),
    "last_modified" varchar(255),
    "answer_hash" varchar(43),
    "last_attempt_at" datetime(6),
    "last_success_at" datetime(6),
    "released_at" datetime(6),
    "failures" integer NOT NULL DEFAULT (0),
    "failing_since" datetime(6),
    "last_error" varchar(500),
    "reported_at" datetime(6),
    "created_at" datetime(6) NOT NULL,
    CONSTRAINT "fk_software_source_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
  )`,
    `CREATE INDEX IF NOT EXISTS "software_source_due" ON "software_source" ("host", "next_at", "software_id")`,
    `CREATE INDEX IF NOT EXISTS "software_source_repository" ON "software_source" ("repository")`,
    `CREATE INDEX IF NOT EXISTS "software_source_failing" ON "software_source" ("failing_since", "software_id")`,
    `CREATE TABLE IF NOT EXISTS "source_host" (
    "host" varchar(255) PRIMARY KEY NOT NULL,
    "next_at" datetime(6),
    "claim_id" varchar(36),
    "held_until" datetime(6),
    "rest_until" datetime(6)
  )`,
    `CREATE INDEX IF NOT EXISTS "source_host_due" ON "source_host" ("next_at", "host")`,
];
const ascii = (length) => `varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const text = (length) => `varchar(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`software_source\` (
    \`software_id\` ${ascii(36)} NOT NULL,
    \`type\` ${ascii(32)} NOT NULL,
    \`settings\` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`revision\` int NOT NULL DEFAULT '0',
    \`host\` ${ascii(255)} NOT NULL,
    \`repository\` ${text(255)} NULL,
    \`interval_seconds\` int NULL,
    \`next_at\` datetime(6) NOT NULL,
    \`etag\` ${ascii(255)} NULL,
    \`last_modified\` ${ascii(255)} NULL,
    \`answer_hash\` ${ascii(43)} NULL,
    \`last_attempt_at\` datetime(6) NULL,
    \`last_success_at\` datetime(6) NULL,
    \`released_at\` datetime(6) NULL,
    \`failures\` int NOT NULL DEFAULT '0',
    \`failing_since\` datetime(6) NULL,
    \`last_error\` ${text(500)} NULL,
    \`reported_at\` datetime(6) NULL,
    \`created_at\` datetime(6) NOT NULL,
    INDEX \`software_source_due\` (\`host\`, \`next_at\`, \`software_id\`),
    INDEX \`software_source_repository\` (\`repository\`),
    INDEX \`software_source_failing\` (\`failing_since\`, \`software_id\`),
    PRIMARY KEY (\`software_id\`),
    CONSTRAINT \`fk_software_source_software\` FOREIGN KEY (\`software_id\`) REFERENCES \`software\` (\`id\`) ON DELETE CASCADE ON UPDATE NO ACTION
  ) ENGINE=InnoDB`,
    `CREATE TABLE IF NOT EXISTS \`source_host\` (
    \`host\` ${ascii(255)} NOT NULL,
    \`next_at\` datetime(6) NULL,
    \`claim_id\` ${ascii(36)} NULL,
    \`held_until\` datetime(6) NULL,
    \`rest_until\` datetime(6) NULL,
    INDEX \`source_host_due\` (\`next_at\`, \`host\`),
    PRIMARY KEY (\`host\`)
  ) ENGINE=InnoDB`,
];
/** Which versions a poll has seen at the source: what is missing there later was withdrawn. */
const SEEN = ['source_seen', 'boolean NOT NULL DEFAULT (0)', "tinyint NOT NULL DEFAULT '0'"];
class SourcePolling1764000000000 {
    constructor() {
        this.name = 'SourcePolling1764000000000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const statement of sqlite ? SQLITE : MYSQL)
            await runner.query(statement);
        const [column, onSqlite, onServer] = SEEN;
        if (!(await runner.hasColumn('version', column)))
            await runner.query(`ALTER TABLE version ADD COLUMN ${column} ${sqlite ? onSqlite : onServer}`);
    }
    async down(runner) {
        if (await runner.hasColumn('version', SEEN[0]))
            await runner.query(`ALTER TABLE version DROP COLUMN ${SEEN[0]}`);
        for (const table of ['software_source', 'source_host'])
            await runner.query(`DROP TABLE IF EXISTS ${table}`);
    }
}
exports.SourcePolling1764000000000 = SourcePolling1764000000000;
//# sourceMappingURL=1764000000000-source-polling.js.map