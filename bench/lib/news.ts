import { Agent, request } from 'undici';
import { idOf, publisherName, publisherOf, softwareName } from '../seed/facts';
import type { Settings, Sizes } from '../settings';
import { type Address, connect } from './database';
import type { Program } from './programs';
import type { Bare, Done } from './worker';

/** The most popular product gets a new version, and is afterwards as it was seeded. */

export interface Checked {
  software: number;
  favorites: number;
  flagged: number;
  notified: number;
}

const POPULAR = idOf('software', 0);
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

export const release = (worker: Program, { sizes }: Settings): Promise<Done> =>
  tell(worker, 'import', {
    identity: { kind: 'bench', id: '0' },
    publisher: { name: publisherName(publisherOf(0, sizes)) },
    software: { name: softwareName(0) },
    versions: [{ version: LABEL }],
  });

/** Also after a run that was cut off. */
export async function restore(address: Address, versionsOf: number): Promise<void> {
  const connection = await connect(address);
  try {
    await connection.query('DELETE FROM notification WHERE software_id = ?', [POPULAR]);
    await connection.query('DELETE FROM update_mark');
    await connection.query(
      `UPDATE favorite SET available_version_id = NULL, update_available = 0, notified_version_id = NULL,
         known_version_id = NULL, updated_at = created_at WHERE software_id = ?`,
      [POPULAR],
    );
    await connection.query('UPDATE software SET latest_version_id = ? WHERE id = ?', [
      idOf('version', versionsOf - 1),
      POPULAR,
    ]);
    await connection.query('DELETE FROM version WHERE software_id = ? AND version = ?', [POPULAR, LABEL]);
  } finally {
    await connection.end();
  }
}
