import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `updated_at` of a product was when this service wrote it. That is `written_at` now, and `updated_at` is when the product changed
 * upstream: for those that are there, when their latest version was released.
 */
export class SoftwareWrittenAt1764300601000 implements MigrationInterface {
  name = 'SoftwareWrittenAt1764300601000';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'datetime(6)' : 'datetime(6) NULL';
    if (!(await runner.hasColumn('software', 'written_at')))
      await runner.query(`ALTER TABLE software ADD COLUMN written_at ${type}`);
    const released = `(SELECT v.released_at FROM version v
      WHERE v.id = software.latest_version_id AND v.released_at < software.updated_at)`;
    await runner.query(
      `UPDATE software SET written_at = updated_at, updated_at = COALESCE(${released}, updated_at) WHERE written_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('software', 'written_at'))) return;
    await runner.query('UPDATE software SET updated_at = written_at WHERE written_at > updated_at');
    await runner.query('ALTER TABLE software DROP COLUMN written_at');
  }
}
