"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Limits1764122000000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "rate_limit" (
    "key" varchar(255) PRIMARY KEY NOT NULL,
    "points" integer NOT NULL,
    "expire" bigint NOT NULL
  )`,
    `CREATE INDEX IF NOT EXISTS "rate_limit_expire" ON "rate_limit" ("expire")`,
    `CREATE TABLE IF NOT EXISTS "upkeep" (
    "name" varchar(32) PRIMARY KEY NOT NULL,
    "next_at" datetime(6) NOT NULL
  )`,
];
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`rate_limit\` (
    \`key\` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`points\` int NOT NULL,
    \`expire\` bigint NOT NULL,
    INDEX \`rate_limit_expire\` (\`expire\`),
    PRIMARY KEY (\`key\`)
  ) ENGINE=InnoDB`,
    `CREATE TABLE IF NOT EXISTS \`upkeep\` (
    \`name\` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`next_at\` datetime(6) NOT NULL,
    PRIMARY KEY (\`name\`)
  ) ENGINE=InnoDB`,
];
/** The oldest notifications, which are the first to go. */
const INDEX = 'notification_created';
class Limits1764122000000 {
    constructor() {
        this.name = 'Limits1764122000000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const statement of sqlite ? SQLITE : MYSQL)
            await runner.query(statement);
        if (!(await hasIndex(runner)))
            await runner.query(`CREATE INDEX ${INDEX} ON notification (created_at, id)`);
    }
    async down(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        if (await hasIndex(runner))
            await runner.query(`DROP INDEX ${INDEX}${sqlite ? '' : ' ON notification'}`);
        await runner.query('DROP TABLE IF EXISTS upkeep');
        await runner.query('DROP TABLE IF EXISTS rate_limit');
    }
}
exports.Limits1764122000000 = Limits1764122000000;
async function hasIndex(runner) {
    const table = await runner.getTable('notification');
    return table?.indices.some(({ name }) => name === INDEX) ?? false;
}
//# sourceMappingURL=1764122000000-limits.js.map