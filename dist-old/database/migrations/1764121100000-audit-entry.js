"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.AuditEntry1764121100000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "audit_entry" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "user_id" varchar(36),
    "means" varchar(16) NOT NULL,
    "credential" varchar(255),
    "action" varchar(40) NOT NULL,
    "resource_type" varchar(16) NOT NULL,
    "resource_id" varchar(36),
    "request_id" varchar(100),
    "details" varchar(2000) NOT NULL,
    "created_at" datetime(6) NOT NULL
  )`,
    `CREATE INDEX IF NOT EXISTS "audit_entry_created" ON "audit_entry" ("created_at", "id")`,
    `CREATE INDEX IF NOT EXISTS "audit_entry_user" ON "audit_entry" ("user_id", "created_at", "id")`,
    `CREATE INDEX IF NOT EXISTS "audit_entry_action" ON "audit_entry" ("action", "created_at", "id")`,
    `CREATE INDEX IF NOT EXISTS "audit_entry_type" ON "audit_entry" ("resource_type", "created_at", "id")`,
    `CREATE INDEX IF NOT EXISTS "audit_entry_resource" ON "audit_entry" ("resource_id", "created_at", "id")`,
];
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`audit_entry\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`user_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`means\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`credential\` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    \`action\` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`resource_type\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`resource_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`request_id\` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`details\` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    INDEX \`audit_entry_resource\` (\`resource_id\`, \`created_at\`, \`id\`),
    INDEX \`audit_entry_type\` (\`resource_type\`, \`created_at\`, \`id\`),
    INDEX \`audit_entry_action\` (\`action\`, \`created_at\`, \`id\`),
    INDEX \`audit_entry_user\` (\`user_id\`, \`created_at\`, \`id\`),
    INDEX \`audit_entry_created\` (\`created_at\`, \`id\`),
    PRIMARY KEY (\`id\`)
  ) ENGINE=InnoDB`,
];
class AuditEntry1764121100000 {
    constructor() {
        this.name = 'AuditEntry1764121100000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const statement of sqlite ? SQLITE : MYSQL)
            await runner.query(statement);
    }
    async down(runner) {
        await runner.query('DROP TABLE IF EXISTS audit_entry');
    }
}
exports.AuditEntry1764121100000 = AuditEntry1764121100000;
//# sourceMappingURL=1764121100000-audit-entry.js.map