import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Installation } from './installation';

/** What is read out of release notes: how many breaking changes, and which ids of vulnerabilities. */
export interface Notes {
  text: string;
  url?: string;
  breaking?: number;
  security?: string[];
}

/** Release notes of versions by their ids, as whoever fetches notes leaves them for the next check. */
export function storeNotes(installation: Installation, notes: Map<string, Notes>): void {
  installation.rows((database) => {
    for (const [id, { text, url = null, breaking = 0, security }] of notes) {
      const digest = createHash('sha256').update(text).digest('hex');
      database
        .prepare(
          'INSERT INTO note_text (digest, body, size, format, cut, breaking, security) VALUES (?, ?, ?, ?, 0, ?, ?)',
        )
        .run(
          digest,
          deflateRawSync(text),
          Buffer.byteLength(text),
          'markdown',
          breaking,
          security ? JSON.stringify(security) : null,
        );
      database
        .prepare('INSERT INTO release_note (version_id, digest, url, fetched_at) VALUES (?, ?, ?, ?)')
        .run(id, digest, url, '2026-08-05 10:00:00.000000');
      database
        .prepare(
          `INSERT INTO update_mark (software_id, revision, next_at) SELECT software_id, 1, '2026-08-05 10:00:00.000000' FROM version WHERE id = ?
           ON CONFLICT DO NOTHING`,
        )
        .run(id);
    }
  });
}
