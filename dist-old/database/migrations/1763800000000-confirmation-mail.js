"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ConfirmationMail1763800000000 = void 0;
const SQLITE = [
    `CREATE TABLE IF NOT EXISTS "confirmation_mail" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "channel_id" varchar(36) NOT NULL,
    "address_key" varchar(64) NOT NULL,
    "slot" integer NOT NULL DEFAULT (0),
    "next_at" datetime(6),
    "claim_id" varchar(36),
    "attempts" integer NOT NULL DEFAULT (0),
    "expires_at" datetime(6) NOT NULL,
    "created_at" datetime(6) NOT NULL
  )`,
    `CREATE INDEX IF NOT EXISTS "confirmation_mail_channel" ON "confirmation_mail" ("channel_id", "created_at")`,
    `CREATE INDEX IF NOT EXISTS "confirmation_mail_due" ON "confirmation_mail" ("next_at", "id")`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "confirmation_mail_slot" ON "confirmation_mail" ("address_key", "slot")`,
];
const MYSQL = [
    `CREATE TABLE IF NOT EXISTS \`confirmation_mail\` (
    \`id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`channel_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`address_key\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    \`slot\` int NOT NULL DEFAULT '0',
    \`next_at\` datetime(6) NULL,
    \`claim_id\` varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    \`attempts\` int NOT NULL DEFAULT '0',
    \`expires_at\` datetime(6) NOT NULL,
    \`created_at\` datetime(6) NOT NULL,
    INDEX \`confirmation_mail_channel\` (\`channel_id\`, \`created_at\`),
    INDEX \`confirmation_mail_due\` (\`next_at\`, \`id\`),
    UNIQUE INDEX \`confirmation_mail_slot\` (\`address_key\`, \`slot\`),
    PRIMARY KEY (\`id\`)
  ) ENGINE=InnoDB`,
];
/** Addresses that are there already were accepted under the rule of their time: they count as confirmed. */
const CONFIRM_THOSE_THERE = `UPDATE channel SET confirmed_at = created_at
  WHERE type = 'email' AND confirmed_at IS NULL AND state <> 'unconfirmed'`;
/** The version before knows no unconfirmed channels and would send to them. */
const SWITCH_UNCONFIRMED_OFF = `UPDATE channel SET enabled = 0 WHERE state = 'unconfirmed'`;
class ConfirmationMail1763800000000 {
    constructor() {
        this.name = 'ConfirmationMail1763800000000';
    }
    async up(runner) {
        const statements = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
        for (const statement of statements)
            await runner.query(statement);
        await runner.query(CONFIRM_THOSE_THERE);
    }
    async down(runner) {
        await runner.query(SWITCH_UNCONFIRMED_OFF);
        await runner.query(`DROP TABLE IF EXISTS ${runner.dataSource.driver.escape('confirmation_mail')}`);
    }
}
exports.ConfirmationMail1763800000000 = ConfirmationMail1763800000000;
//# sourceMappingURL=1763800000000-confirmation-mail.js.map