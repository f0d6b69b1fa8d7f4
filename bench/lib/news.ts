import { Agent, request } from 'undici';
import { publisherName, publisherOf, softwareName } from '../seed/facts';
import type { Settings, Sizes } from '../settings';
import { type Address, connect } from './database';
import type { Program } from './programs';
import type { Bare, Done } from './worker';

/** Products get a new version, and are afterwards as they were seeded: without an update. */

export interface Checked {
  software: number;
  favorites: number;
  flagged: number;
  notified: number;
}

const LABEL = '99.0.0';

/** Favorites of the most popular product: one of each user. */
export const popularity = ({ users, crowd }: Sizes) => users + crowd;

// What is measured may take long before its answer begins.
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

export async function tell(worker: Program, what: 'import' | 'check' | 'deliver' | 'bare', body: object = {}) {
  const { statusCode, body: answer } = await request(`${worker.url}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
    dispatcher: patient,
  });
  if (statusCode !== 200) throw new Error(`${what}: ${statusCode}`);
  return (await answer.json()) as Done;
}

export const bare = (worker: Program, what: Bare) => tell(worker, 'bare', what);

/** @param number of the product */
export const release = (worker: Program, { sizes }: Settings, number = 0): Promise<Done> =>
  tell(worker, 'import', {
    identity: { kind: 'bench', id: String(number) },
    publisher: { name: publisherName(publisherOf(number, sizes)) },
    software: { name: softwareName(number) },
    versions: [{ version: LABEL }],
  });

/** Also after a run that was cut off. */
export async function restore(address: Address): Promise<void> {
  const connection = await connect(address);
  try {
    // All there are: to delete a million of them takes minutes.
    await connection.query('SET SESSION foreign_key_checks = 0');
    for (const table of ['delivery_attempt', 'delivery', 'notification', 'update_part', 'update_mark'])
      await connection.query(`TRUNCATE TABLE ${table}`);
    await connection.query('SET SESSION foreign_key_checks = 1');
    const [rows] = await connection.query('SELECT software_id FROM version WHERE version = ?', [LABEL]);
    for (const { software_id: id } of rows as { software_id: string }[]) {
      await connection.query(
        `UPDATE favorite SET available_version_id = NULL, update_available = 0, notified_version_id = NULL,
           known_version_id = NULL, updated_at = created_at WHERE software_id = ?`,
        [id],
      );
      await connection.query(
        `UPDATE software SET latest_version_id = (SELECT id FROM version WHERE software_id = ? AND version <> ? ORDER BY id DESC LIMIT 1)
         WHERE id = ?`,
        [id, LABEL, id],
      );
      await connection.query('DELETE FROM version WHERE software_id = ? AND version = ?', [id, LABEL]);
    }
  } finally {
    await connection.end();
  }
}
