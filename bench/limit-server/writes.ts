import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Pool, RowDataPacket } from 'mysql2/promise';
import { NEW, NOW, readsClock, type Recorded } from '../lib/recorded';

type Row = RowDataPacket & Record<string, string | number | null>;
type Values = Record<string, string | number | boolean | null>;

export interface Written {
  status: number;
  body: string;
  location: string | null;
}

/** The statements of the service for a favorite that is created, and for one that is changed. */
interface Transactions {
  create: Recorded[];
  update: Recorded[];
}

const recorded = process.env.STATEMENTS
  ? (JSON.parse(readFileSync(process.env.STATEMENTS, 'utf8')) as Transactions)
  : null;

export async function write(pool: Pool, user: string, method: string, path: string, body: string, origin: string) {
  const input = JSON.parse(body) as Values;
  const creates = method === 'POST';
  const id = creates ? randomUUID() : path.slice(path.lastIndexOf('/') + 1);
  const row = await run(pool, creates ? recorded!.create : recorded!.update, { ...input, user, id });
  const location = creates ? `${origin}/api/v1/favorite/${id}` : null;
  return { status: creates ? 201 : 200, body: JSON.stringify({ data: favoriteOf(row) }), location };
}

/** The same statements in the same transaction. The row of the last one that reads is the answer. */
async function run(pool: Pool, statements: Recorded[], values: Values): Promise<Row> {
  const connection = await pool.getConnection();
  try {
    let row: Row | undefined;
    for (const { text, parameters } of statements) {
      if (parameters.length === 0 && !text.startsWith('SELECT')) await connection.query(text);
      else {
        const given = parameters.map((value) => {
          if (typeof value !== 'string' || !value.startsWith(':')) return value;
          const name = value.slice(1);
          if (value.startsWith(NEW)) values[name] ??= randomUUID();
          return values[name]!;
        });
        const [rows] = await connection.execute<Row[]>(text, given);
        if (Array.isArray(rows) && rows.length > 0) row = rows[0];
        if (readsClock(text)) values[NOW.slice(1)] = row!.now!;
      }
    }
    return row!;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

const full = (stored: string) => (stored.length === 19 ? `${stored}.000000` : stored);
const moment = (stored: unknown) => `${(stored as string).slice(0, 10)}T${full(stored as string).slice(11)}Z`;

const favoriteOf = (row: Row) => ({
  uuid: row.id,
  software: row.software,
  publisher: row.publisher,
  notes: row.notes,
  version: { id: row.version_id, version: row.version, created_at: moment(row.version_created_at) },
  update_available: row.update_available === 1,
  notified_version:
    row.notified_id === null
      ? null
      : { id: row.notified_id, version: row.notified_version, created_at: moment(row.notified_created_at) },
  notifications_enabled: row.notifications_enabled === 1,
  use_default_notification: row.use_default_notification === 1,
  notify_always: row.notify_always === 1,
  created_at: moment(row.created_at),
  updated_at: moment(row.updated_at),
});
