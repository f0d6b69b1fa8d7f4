import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, dropFrom, isSqlite, typesOf } from './change-table';

const additionsOf = (runner: QueryRunner) => ({ columns: { breaking: `${typesOf(runner).int} NOT NULL DEFAULT 0` } });

/** How many breaking changes favorites are warned of. The next update check counts them: products whose notes have any are marked for it. */
export class BreakingChanges1796000000060 implements MigrationInterface {
  name = 'BreakingChanges1796000000060';

  async up(runner: QueryRunner): Promise<void> {
    await addTo(runner, 'favorite', additionsOf(runner));
    const now = isSqlite(runner) ? `strftime('%Y-%m-%d %H:%M:%f000', 'now')` : 'UTC_TIMESTAMP(6)';
    // A mark that exists is due anyway.
    await runner.query(
      `INSERT INTO update_mark (software_id, revision, next_at)
       SELECT DISTINCT v.software_id, 1, ${now} FROM note_text t JOIN release_note n ON n.digest = t.digest
         JOIN version v ON v.id = n.version_id
       WHERE t.breaking > 0 AND NOT EXISTS (SELECT 1 FROM update_mark m WHERE m.software_id = v.software_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFrom(runner, 'favorite', additionsOf(runner));
  }
}
