import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, dropFrom, isSqlite, typesOf } from './change-table';

const additionsOf = (runner: QueryRunner) => ({ columns: { days_behind: typesOf(runner).int } });

/** Favorites whose age is filled in by one statement. */
const PAGE = 1_000;

/** How far behind favorites are, in days: the order by what matters reads it from the favorite alone. */
export class DaysBehind1796000000100 implements MigrationInterface {
  name = 'DaysBehind1796000000100';

  async up(runner: QueryRunner): Promise<void> {
    await addTo(runner, 'favorite', additionsOf(runner));
    const days = isSqlite(runner)
      ? `(CAST(strftime('%s', av.released_at) - strftime('%s', v.created_at) AS INTEGER) / 86400)`
      : 'TIMESTAMPDIFF(DAY, v.created_at, av.released_at)';
    for (let after = ''; ;) {
      const page = (await runner.query('SELECT id FROM favorite WHERE id > ? ORDER BY id LIMIT ?', [after, PAGE])) as {
        id: string;
      }[];
      const last = page.at(-1)?.id;
      if (last === undefined) return;
      await runner.query(
        `UPDATE favorite SET days_behind = (SELECT ${days} FROM version v, version av
           WHERE v.id = favorite.version_id AND av.id = favorite.available_version_id)
         WHERE id > ? AND id <= ? AND available_version_id IS NOT NULL`,
        [after, last],
      );
      after = last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFrom(runner, 'favorite', additionsOf(runner));
  }
}
