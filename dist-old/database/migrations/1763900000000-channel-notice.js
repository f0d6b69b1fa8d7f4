"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ChannelNotice1763900000000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "channel_notice" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "about_channel_id" varchar(36) NOT NULL,
    "about_type" varchar(32) NOT NULL,
    "about_name" varchar(100) NOT NULL,
    "reason" varchar(500) NOT NULL,
    "channel_id" varchar(36) NOT NULL,
    "type" varchar(32) NOT NULL,
    "next_at" datetime(6) NOT NULL,
    "claim_id" varchar(36),
    "attempts" integer NOT NULL DEFAULT (0),
    "expires_at" datetime(6) NOT NULL,
    "created_at" datetime(6) NOT NULL
  )`,
    `CREATE INDEX IF NOT EXISTS "channel_notice_due" ON "channel_notice" ("next_at", "id")`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "channel_notice_once" ON "channel_notice" ("about_channel_id", "channel_id")`,
];
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`channel_notice\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`about_channel_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`about_type\` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`about_name\` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`reason\` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`channel_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`type\` varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`next_at\` datetime(6) NOT NULL,
    \`claim_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`attempts\` int NOT NULL DEFAULT '0',
    \`expires_at\` datetime(6) NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    INDEX \`channel_notice_due\` (\`next_at\`, \`id\`),
    UNIQUE INDEX \`channel_notice_once\` (\`about_channel_id\`, \`channel_id\`),
    PRIMARY KEY (\`id\`)
  ) ENGINE=InnoDB`,
];
class ChannelNotice1763900000000 {
    constructor() {
        this.name = 'ChannelNotice1763900000000';
    }
    async up(runner) {
        const statements = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
        for (const statement of statements)
            await runner.query(statement);
    }
    async down(runner) {
        await runner.query(`DROP TABLE IF EXISTS ${runner.dataSource.driver.escape('channel_notice')}`);
    }
}
exports.ChannelNotice1763900000000 = ChannelNotice1763900000000;
//# sourceMappingURL=1763900000000-channel-notice.js.map