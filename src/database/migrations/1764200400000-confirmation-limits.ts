import type { MigrationInterface, QueryRunner } from 'typeorm';

const ID = 'varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL';
const KEY = 'varchar(64) CHARACTER SET ascii COLLATE ascii_bin NULL';

const COLUMNS = [
  { table: 'confirmation_mail', column: 'user_id', sqlite: 'varchar(36)', server: ID },
  { table: 'confirmation_mail', column: 'mailbox_key', sqlite: 'varchar(64)', server: KEY },
  { table: 'channel', column: 'confirmation_expires_at', sqlite: 'datetime(6)', server: 'datetime(6) NULL' },
];

const INDEXES = [
  { name: 'confirmation_mail_user', unique: '', columns: 'user_id, created_at' },
  { name: 'confirmation_mail_mailbox', unique: 'UNIQUE', columns: 'mailbox_key, slot' },
];

const HOURS = {
  sqlite: `CREATE TABLE IF NOT EXISTS "confirmation_hour" ("hour" integer PRIMARY KEY NOT NULL, "mails" integer NOT NULL DEFAULT (0))`,
  server: `CREATE TABLE IF NOT EXISTS confirmation_hour (hour int NOT NULL, mails int NOT NULL DEFAULT '0', PRIMARY KEY (hour)) ENGINE=InnoDB`,
};

/** Mails of channels that are still there count for their users from the start. */
const FILL_USERS = `UPDATE confirmation_mail SET user_id = (SELECT c.user_id FROM channel c WHERE c.id = confirmation_mail.channel_id)
  WHERE user_id IS NULL`;
const FILL_NEWEST = `UPDATE channel SET confirmation_expires_at =
    (SELECT MAX(m.expires_at) FROM confirmation_mail m WHERE m.channel_id = channel.id)
  WHERE confirmation_expires_at IS NULL AND EXISTS (SELECT 1 FROM confirmation_mail m WHERE m.channel_id = channel.id)`;

/** Limits of confirmation mails by user, mailbox and installation, and which mail of a channel is the newest. */
export class ConfirmationLimits1764200400000 implements MigrationInterface {
  name = 'ConfirmationLimits1764200400000';

  async up(runner: QueryRunner): Promise<void> {
    const kind = runner.dataSource.options.type === 'better-sqlite3' ? 'sqlite' : 'server';
    for (const { table, column, ...types } of COLUMNS)
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${types[kind]}`);
    for (const { name, unique, columns } of INDEXES)
      if (!(await hasIndex(runner, name)))
        await runner.query(`CREATE ${unique} INDEX ${name} ON confirmation_mail (${columns})`);
    await runner.query(HOURS[kind]);
    await runner.query(FILL_USERS);
    await runner.query(FILL_NEWEST);
  }

  async down(runner: QueryRunner): Promise<void> {
    const sqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.query('DROP TABLE IF EXISTS confirmation_hour');
    for (const { name } of INDEXES)
      if (await hasIndex(runner, name))
        await runner.query(`DROP INDEX ${name}${sqlite ? '' : ' ON confirmation_mail'}`);
    for (const { table, column } of COLUMNS)
      if (await runner.hasColumn(table, column)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

async function hasIndex(runner: QueryRunner, name: string): Promise<boolean> {
  const table = await runner.getTable('confirmation_mail');
  return table?.indices.some((index) => index.name === name) ?? false;
}
