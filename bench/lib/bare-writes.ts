import type { Connection } from 'mysql2/promise';
import type { Result } from '../measures/measure';
import { median } from './compare';
import { type Address, connect, settled } from './database';

/**
 * What the database by itself needs for the rows that the service writes: bare statements, without a condition that would have to be
 * looked up, whose rows are known beforehand. No program that writes these rows on as many connections is faster.
 */

/** Rows in one transaction: favorites of a check, deliveries that are claimed or written down, answers of sources. */
const PAGE = 500;
const SET = 64;
const ANSWERS = 100;
const UNCHANGED = 200;
const KEPT = ['kept_favorite', 'kept_notification', 'kept_delivery', 'kept_version', 'kept_source'];

/** Rows a second, on so many connections, each with a part of them of its own. */
export type Barely = (address: Address, connections: number) => Promise<number>;

/** On how many connections they are written: one, and as many as make two processors busy. */
export const CONNECTIONS = [1, 2];

/**
 * The line of a table that says how much of it the service does.
 * @param ours what the service did in each round, a second
 * @param bare the same for each of `CONNECTIONS`
 */
export function bareLine(what: string, ours: number[], bare: number[][]): Result {
  const of = (rates: number[]) => {
    const ratio = median(rates.map((rate, round) => ours[round]! / rate));
    return `**${ratio.toFixed(2)}** of ${median(rates).toFixed(0)}`;
  };
  const counts = CONNECTIONS.join(' and ');
  return {
    what: `${what}, on ${counts} connections`,
    aim: '',
    measured: `${bare.map(of).join(', ')} a second`,
    holds: null,
  };
}

/** Rows that are known beforehand, numbered from 1 in `place`, and what is written for those of a page. */
interface Work {
  table: (typeof KEPT)[number];
  size: number;
  /** Statements of transactions, one after the other. @param page a condition on `k`, the table */
  transactions(page: string): string[][];
}

/** Takes back what the last check wrote and writes it again. */
export const checkBarely: Barely = (address, connections) =>
  barely(address, connections, async (connection) => {
    await keepChecked(connection);
    await connection.query(
      'DELETE n FROM kept_notification k STRAIGHT_JOIN notification n FORCE INDEX (PRIMARY) ON n.id = k.id',
    );
    await connection.query(
      `UPDATE favorite f JOIN kept_favorite k ON k.id = f.id
       SET f.available_version_id = NULL, f.update_available = 0, f.updated_at = f.created_at`,
    );
    const notification = await columnsOf(connection, 'notification');
    const delivery = await columnsOf(connection, 'delivery');
    return {
      table: 'kept_favorite',
      size: PAGE,
      transactions: (page) => [
        [
          `UPDATE kept_favorite k STRAIGHT_JOIN favorite f ON f.id = k.id
           SET f.available_version_id = k.version_id, f.update_available = 1, f.updated_at = UTC_TIMESTAMP(6) WHERE ${page}`,
          `INSERT INTO notification (${notification}) SELECT ${notification} FROM kept_notification k WHERE ${page}`,
          `INSERT INTO delivery (${delivery}) SELECT ${delivery} FROM kept_delivery k WHERE ${page}`,
        ],
      ],
    };
  });

/** Claims so many deliveries that are due and writes down that they were accepted; nothing is sent. */
export const deliverBarely =
  (count: number): Barely =>
  (address, connections) =>
    barely(address, connections, async (connection) => {
      await connection.query(
        `CREATE TABLE kept_delivery (place INT PRIMARY KEY) AS
         SELECT ROW_NUMBER() OVER (ORDER BY d.id) AS place, d.id, n.id AS notification_id, n.favorite_id, n.version_id
         FROM delivery d JOIN notification n ON n.id = d.notification_id WHERE d.next_at <= UTC_TIMESTAMP(6) LIMIT ${count}`,
      );
      const set = (table: string, column: string) =>
        `kept_delivery k STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.id = k.${column}`;
      return {
        table: 'kept_delivery',
        size: SET,
        transactions: (page) => [
          [
            `UPDATE ${set('delivery', 'id')} SET t.claim_id = UUID(), t.attempts = t.attempts + 1,
               t.next_at = TIMESTAMPADD(SECOND, 180, UTC_TIMESTAMP(6)) WHERE ${page}`,
          ],
          [
            `UPDATE ${set('delivery', 'id')} SET t.state = 'sent', t.next_at = NULL, t.claim_id = NULL,
               t.updated_at = UTC_TIMESTAMP(6), t.sent_ms = 1, t.sent_code = '204' WHERE ${page}`,
            `UPDATE ${set('notification', 'notification_id')} SET t.state = 'sent' WHERE ${page}`,
            `UPDATE ${set('favorite', 'favorite_id')} SET t.notified_version_id = k.version_id,
               t.updated_at = UTC_TIMESTAMP(6) WHERE ${page}`,
          ],
        ],
      };
    });

/** Takes back the latest version of each product and stores it again, with the mark of one that is tracked, which is taken away as by a check. */
export const storeBarely: Barely = (address, connections) =>
  barely(address, connections, async (connection) => {
    await connection.query(
      `CREATE TABLE kept_version (place INT PRIMARY KEY) AS
       SELECT ROW_NUMBER() OVER (ORDER BY v.software_id) AS place, v.*, e.answer_hash, e.answer_releases
       FROM software s JOIN version v ON v.id = s.latest_version_id JOIN software_source e ON e.software_id = s.id`,
    );
    await connection.query('UPDATE software_source SET answer_hash = NULL, answer_releases = NULL');
    await connection.query('UPDATE software SET latest_version_id = NULL');
    await connection.query('DELETE v FROM kept_version k STRAIGHT_JOIN version v FORCE INDEX (PRIMARY) ON v.id = k.id');
    const version = await columnsOf(connection, 'version');
    return {
      table: 'kept_version',
      size: ANSWERS,
      transactions: (page) => [
        [
          `INSERT INTO version (${version}) SELECT ${version} FROM kept_version k WHERE ${page}`,
          `UPDATE kept_version k STRAIGHT_JOIN software s FORCE INDEX (PRIMARY) ON s.id = k.software_id
           SET s.latest_version_id = k.id, s.updated_at = UTC_TIMESTAMP(6) WHERE ${page}`,
          `INSERT INTO update_mark (software_id, revision, next_at) SELECT f.software_id, 1, UTC_TIMESTAMP(6) FROM kept_version k JOIN favorite f ON f.software_id = k.software_id WHERE ${page}`,
          polled(
            'kept_version',
            `s.answer_hash = k.answer_hash, s.answer_releases = k.answer_releases, s.released_at = UTC_TIMESTAMP(6),
             s.answer_product_at = (SELECT p.updated_at FROM software p WHERE p.id = s.software_id)`,
            page,
          ),
        ],
        [
          `DELETE m FROM kept_version k STRAIGHT_JOIN update_mark m FORCE INDEX (PRIMARY) ON m.software_id = k.software_id WHERE ${page}`,
        ],
      ],
    };
  });

/** Writes the due times of all sources, as when they have nothing new. */
export const postponeBarely: Barely = (address, connections) =>
  barely(address, connections, async (connection) => {
    await connection.query(
      `CREATE TABLE kept_source (place INT PRIMARY KEY) AS
       SELECT ROW_NUMBER() OVER (ORDER BY software_id) AS place, software_id FROM software_source`,
    );
    return {
      table: 'kept_source',
      size: UNCHANGED,
      transactions: (page) => [[polled('kept_source', 's.etag = s.etag', page)]],
    };
  });

const polled = (table: string, more: string, page: string) =>
  `UPDATE ${table} k STRAIGHT_JOIN software_source s FORCE INDEX (PRIMARY) ON s.software_id = k.software_id
   SET s.next_at = TIMESTAMPADD(SECOND, 3600 + k.place, UTC_TIMESTAMP(6)), s.last_attempt_at = UTC_TIMESTAMP(6),
     s.last_success_at = UTC_TIMESTAMP(6), ${more} WHERE ${page}`;

async function barely(
  address: Address,
  count: number,
  prepare: (connection: Connection) => Promise<Work>,
): Promise<number> {
  const connections = await Promise.all(Array.from({ length: count }, () => connect(address)));
  const first = connections[0]!;
  try {
    await forget(first);
    const work = await prepare(first);
    await settled(address);
    const rows = await countOf(first, work.table);
    const part = Math.ceil(rows / count / work.size) * work.size;
    const start = performance.now();
    await Promise.all(connections.map((connection, number) => write(connection, work, number * part, part)));
    return (rows * 1_000) / (performance.now() - start);
  } finally {
    await forget(first);
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

async function write(connection: Connection, { size, transactions }: Work, first: number, rows: number): Promise<void> {
  for (let place = first; place < first + rows; place += size)
    for (const statements of transactions(`k.place > ${place} AND k.place <= ${place + size}`))
      for (const statement of ['START TRANSACTION', ...statements, 'COMMIT']) await connection.query(statement);
}

/** What the last check wrote, in pages of favorites. */
async function keepChecked(connection: Connection): Promise<void> {
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
