import type { Connection } from 'mysql2/promise';
import { type Address, connect, settled } from './database';

/**
 * What the database by itself needs for the rows that the service writes: bare statements on one connection, without a condition that
 * would have to be looked up, whose rows are known beforehand. No program that writes these rows is faster on that connection.
 */

/** Rows in one transaction: favorites of a check, deliveries that are claimed or written down. */
const PAGE = 500;
const SET = 64;
const KEPT = ['kept_favorite', 'kept_notification', 'kept_delivery'];

/** Takes back what the last check wrote and writes it again. @returns favorites a second */
export async function checkBarely(address: Address): Promise<number> {
  const connection = await connect(address);
  try {
    await keep(connection);
    await connection.query(
      'DELETE n FROM kept_notification k STRAIGHT_JOIN notification n FORCE INDEX (PRIMARY) ON n.id = k.id',
    );
    await connection.query(
      `UPDATE favorite f JOIN kept_favorite k ON k.id = f.id
       SET f.available_version_id = NULL, f.update_available = 0, f.updated_at = f.created_at`,
    );
    await settled(address);
    const [notification, delivery] = [
      await columnsOf(connection, 'notification'),
      await columnsOf(connection, 'delivery'),
    ];
    const count = await countOf(connection, 'kept_favorite');
    const start = performance.now();
    for (let first = 0; first < count; first += PAGE) {
      const page = `k.place > ${first} AND k.place <= ${first + PAGE}`;
      await together(connection, [
        `UPDATE kept_favorite k STRAIGHT_JOIN favorite f ON f.id = k.id
         SET f.available_version_id = k.version_id, f.update_available = 1, f.updated_at = UTC_TIMESTAMP(6) WHERE ${page}`,
        `INSERT INTO notification (${notification}) SELECT ${notification} FROM kept_notification k WHERE ${page}`,
        `INSERT INTO delivery (${delivery}) SELECT ${delivery} FROM kept_delivery k WHERE ${page}`,
      ]);
    }
    return (count * 1_000) / (performance.now() - start);
  } finally {
    await forget(connection);
    await connection.end();
  }
}

/** Claims deliveries that are due and writes down that they were accepted; nothing is sent. @returns deliveries a second */
export async function deliverBarely(address: Address, count: number): Promise<number> {
  const connection = await connect(address);
  try {
    await forget(connection);
    await connection.query(
      `CREATE TABLE kept_delivery (place INT PRIMARY KEY) AS
       SELECT ROW_NUMBER() OVER (ORDER BY d.id) AS place, d.id, n.id AS notification_id, n.favorite_id, n.version_id
       FROM delivery d JOIN notification n ON n.id = d.notification_id WHERE d.next_at <= UTC_TIMESTAMP(6) LIMIT ${count}`,
    );
    await settled(address);
    const start = performance.now();
    for (let first = 0; first < count; first += SET) {
      const set = (table: string, column: string) =>
        `kept_delivery k STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.id = k.${column}`;
      const these = `k.place > ${first} AND k.place <= ${first + SET}`;
      await together(connection, [
        `UPDATE ${set('delivery', 'id')} SET t.claim_id = UUID(), t.attempts = t.attempts + 1,
           t.next_at = TIMESTAMPADD(SECOND, 180, UTC_TIMESTAMP(6)) WHERE ${these}`,
      ]);
      await together(connection, [
        `UPDATE ${set('delivery', 'id')} SET t.state = 'sent', t.next_at = NULL, t.claim_id = NULL,
           t.updated_at = UTC_TIMESTAMP(6) WHERE ${these}`,
        `INSERT INTO delivery_attempt (delivery_id, no, started_at, ms, outcome, code)
         SELECT k.id, 1, UTC_TIMESTAMP(6), 1, 'ok', '204' FROM kept_delivery k WHERE ${these}`,
        `UPDATE ${set('notification', 'notification_id')} SET t.state = 'sent' WHERE ${these}`,
        `UPDATE ${set('favorite', 'favorite_id')} SET t.notified_version_id = k.version_id,
           t.updated_at = UTC_TIMESTAMP(6) WHERE ${these}`,
      ]);
    }
    return (count * 1_000) / (performance.now() - start);
  } finally {
    await forget(connection);
    await connection.end();
  }
}

/** What the last check wrote, in pages of favorites. */
async function keep(connection: Connection): Promise<void> {
  await forget(connection);
  await connection.query(
    `CREATE TABLE kept_favorite (place INT PRIMARY KEY) AS
     SELECT ROW_NUMBER() OVER (ORDER BY f.id) AS place, f.id, n.id AS notification_id, n.version_id
     FROM notification n JOIN favorite f ON f.id = n.favorite_id`,
  );
  for (const [table, column] of [
    ['notification', 'id'],
    ['delivery', 'notification_id'],
  ] as const)
    await connection.query(
      `CREATE TABLE kept_${table} (place INT PRIMARY KEY) AS
       SELECT k.place, t.* FROM kept_favorite k JOIN ${table} t ON t.${column} = k.notification_id`,
    );
}

async function forget(connection: Connection): Promise<void> {
  await connection.query(`DROP TABLE IF EXISTS ${KEPT.join(', ')}`);
}

async function together(connection: Connection, statements: string[]): Promise<void> {
  for (const statement of ['START TRANSACTION', ...statements, 'COMMIT']) await connection.query(statement);
}

async function columnsOf(connection: Connection, table: string): Promise<string> {
  const [rows] = await connection.query(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
    [table],
  );
  return (rows as { name: string }[]).map(({ name }) => name).join(', ');
}

async function countOf(connection: Connection, table: string): Promise<number> {
  const [rows] = await connection.query(`SELECT COUNT(*) AS total FROM ${table}`);
  return Number((rows as { total: number }[])[0]!.total);
}
