"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OperatorReport1764110000000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "operator_report" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "next_at" datetime(6),
    "claim_id" varchar(36),
    "attempts" integer NOT NULL DEFAULT (0),
    "expires_at" datetime(6) NOT NULL,
    "created_at" datetime(6) NOT NULL
  )`,
    `CREATE INDEX IF NOT EXISTS "operator_report_due" ON "operator_report" ("next_at", "id")`,
];
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`operator_report\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`next_at\` datetime(6) NULL,
    \`claim_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`attempts\` int NOT NULL DEFAULT '0',
    \`expires_at\` datetime(6) NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    INDEX \`operator_report_due\` (\`next_at\`, \`id\`),
    PRIMARY KEY (\`id\`)
  ) ENGINE=InnoDB`,
];
/** Of which report a source is part. */
const COLUMN = 'report_id';
const ON_SQLITE = 'varchar(36)';
const ON_SERVER = 'varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL';
const INDEXES = {
    software_source_report: 'report_id',
    software_source_unreported: 'reported_at, failing_since',
};
class OperatorReport1764110000000 {
    constructor() {
        this.name = 'OperatorReport1764110000000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const statement of sqlite ? SQLITE : MYSQL)
            await runner.query(statement);
        if (!(await runner.hasColumn('software_source', COLUMN)))
            await runner.query(`ALTER TABLE software_source ADD COLUMN ${COLUMN} ${sqlite ? ON_SQLITE : ON_SERVER}`);
        const there = await indexesOf(runner);
        for (const [index, columns] of Object.entries(INDEXES))
            if (!there.has(index))
                await runner.query(`CREATE INDEX ${index} ON software_source (${columns})`);
    }
    async down(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        const there = await indexesOf(runner);
        for (const index of Object.keys(INDEXES))
            if (there.has(index))
                await runner.query(`DROP INDEX ${index}${sqlite ? '' : ' ON software_source'}`);
        if (await runner.hasColumn('software_source', COLUMN))
            await runner.query(`ALTER TABLE software_source DROP COLUMN ${COLUMN}`);
        await runner.query('DROP TABLE IF EXISTS operator_report');
    }
}
exports.OperatorReport1764110000000 = OperatorReport1764110000000;
async function indexesOf(runner) {
    const table = await runner.getTable('software_source');
    return new Set(table?.indices.map(({ name }) => name));
}
//# sourceMappingURL=1764110000000-operator-report.js.map