import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../../database/database';
import { executeIn, queryIn } from '../../../database/pages';
import { insertRows, pagesOf, placeholders } from '../../../database/rows';
import type { RowOf } from '../../../database/row-of';
import type { Labelled } from './note-match';
import type { NoteText, ReleaseNote } from './release-note.entity';

export type NoteTextRow = RowOf<NoteText>;
export type ReleaseNoteRow = Pick<RowOf<ReleaseNote>, 'version_id' | 'digest' | 'url'>;
export type FoundNote = NoteTextRow & ReleaseNoteRow & { fetched_at: UtcTimestamp };

const TEXT_COLUMNS = ['digest', 'body', 'size', 'format', 'cut', 'breaking', 'security'] as const;
/** Texts in one statement: some megabytes at most. */
const TEXTS_AT_ONCE = 50;
const ORPHANS_PAGE = 500;

/** All statements on `note_text` and `release_note`. */
@Injectable()
export class NoteStoreRepository {
  constructor(private readonly database: Database) {}

  find(versionIds: string[]): Promise<FoundNote[]> {
    const columns = TEXT_COLUMNS.map((column) => `t.${column}`).join(', ');
    const statement = (places: string) => `SELECT n.version_id, n.url, n.fetched_at, ${columns}
      FROM release_note n JOIN note_text t ON t.digest = n.digest WHERE n.version_id IN (${places})`;
    return queryIn(this.database, versionIds, statement, [], TEXTS_AT_ONCE);
  }

  /** The current notes of these versions. */
  async current(versionIds: string[], sql: Sql = this.database): Promise<Map<string, ReleaseNoteRow>> {
    const statement = (places: string) =>
      `SELECT version_id, digest, url FROM release_note WHERE version_id IN (${places})`;
    const rows = await queryIn<ReleaseNoteRow>(sql, versionIds, statement);
    return new Map(rows.map((row) => [row.version_id, row]));
  }

  /** How many changes the notes of each of these versions call breaking, as a text to compare. */
  async countBreaking(sql: Sql, versionIds: string[]): Promise<string> {
    const rows = await queryIn<{ version_id: string; breaking: number }>(
      sql,
      versionIds,
      (places) => `SELECT n.version_id, t.breaking FROM release_note n JOIN note_text t ON t.digest = n.digest
        WHERE n.version_id IN (${places}) AND t.breaking > 0`,
    );
    const found = rows.map(({ version_id, breaking }) => `${version_id} ${breaking}`);
    return found.sort().join('\n');
  }

  /** Those of the texts that are stored. @param ending locks them */
  async stored(digests: string[], sql: Sql = this.database, ending = ''): Promise<Set<string>> {
    const statement = (places: string) =>
      `SELECT digest FROM note_text WHERE digest IN (${places}) ORDER BY digest ${ending}`;
    return new Set((await queryIn<{ digest: string }>(sql, digests, statement)).map(({ digest }) => digest));
  }

  /** A text that somebody else has stored meanwhile stays. */
  async insertTexts(sql: Sql, rows: NoteTextRow[]): Promise<void> {
    const keep = sql.dialect.onDuplicate(['digest'], { digest: 'note_text.digest' });
    const values = rows.map((row) => TEXT_COLUMNS.map((column): Parameter => row[column]));
    for (const page of pagesOf(values, TEXTS_AT_ONCE)) await insertRows(sql, 'note_text', TEXT_COLUMNS, page, keep);
  }

  async setNotes(sql: Sql, rows: ReleaseNoteRow[]): Promise<void> {
    const { dialect } = sql;
    const columns = { version_id: 'text', digest: 'text', url: 'unicode' } as const;
    const set = { digest: dialect.given('digest'), url: dialect.given('url'), fetched_at: dialect.given('fetched_at') };
    for (const { version_id, digest, url } of rows.filter((row) => (row.url?.length ?? 0) > 255))
      await sql.execute(
        `INSERT INTO release_note (version_id, digest, url, fetched_at) VALUES (?, ?, ?, ${dialect.now})
         ${dialect.onDuplicate(['version_id'], set)}`,
        [version_id, digest, url],
      );
    for (const page of pagesOf(rows.filter((row) => (row.url?.length ?? 0) <= 255))) {
      const values = page.map(({ version_id, digest, url }) => [version_id, digest, url]);
      await sql.execute(
        `INSERT INTO release_note (version_id, digest, url, fetched_at)
         SELECT g.version_id, g.digest, g.url, ${dialect.now} FROM (${dialect.givenRows(columns)}) g WHERE 1 = 1
         ${dialect.onDuplicate(['version_id'], set)}`,
        [JSON.stringify(values)],
      );
    }
  }

  /** The versions of a product that have one of these sort keys. Index: version_listed. */
  withKeys(sql: Sql, softwareId: string, keys: string[]): Promise<Labelled[]> {
    const statement = (places: string) =>
      `SELECT id, version, version_key FROM version WHERE software_id = ? AND hidden = 0 AND version_key IN (${places})`;
    return queryIn(sql, keys, statement, [softwareId]);
  }

  /** Versions of a product by id, with their sort keys. */
  async keysOf(sql: Sql, versionIds: string[]): Promise<Map<string, string>> {
    const statement = (places: string) => `SELECT id, version_key FROM version WHERE id IN (${places})`;
    const rows = await queryIn<{ id: string; version_key: string }>(sql, versionIds, statement);
    return new Map(rows.map(({ id, version_key }) => [id, version_key]));
  }

  /**
   * From which sort key on notes of a product are kept: that of the n-th newest version, or of the lowest one that somebody uses; null = all.
   * Indexes: version_listed, favorite_version.
   */
  async keptFrom(sql: Sql, softwareId: string, newest: number): Promise<string | null> {
    const [oldest] = await sql.query<{ version_key: string }>(
      `SELECT version_key FROM version WHERE software_id = ? AND hidden = 0
       ORDER BY version_key DESC, id DESC LIMIT 1 OFFSET ${newest - 1}`,
      [softwareId],
    );
    if (!oldest) return null;
    const [used] = await sql.query<{ version_key: string }>(
      `SELECT v.version_key FROM version v WHERE v.software_id = ? AND v.hidden = 0 AND v.version_key < ?
         AND EXISTS (SELECT 1 FROM favorite f WHERE f.version_id = v.id) ORDER BY v.version_key LIMIT 1`,
      [softwareId, oldest.version_key],
    );
    return used?.version_key ?? oldest.version_key;
  }

  async removeBelow(sql: Sql, softwareId: string, versionKey: string): Promise<void> {
    const rows = await sql.query<{ id: string }>(
      `SELECT n.version_id AS id FROM version v JOIN release_note n ON n.version_id = v.id
       WHERE v.software_id = ? AND v.hidden = 0 AND v.version_key < ?`,
      [softwareId, versionKey],
    );
    const ids = rows.map(({ id }) => id);
    await executeIn(sql, ids, (places) => `DELETE FROM release_note WHERE version_id IN (${places})`);
  }

  /**
   * Removes texts that no version has, of one page in the order of digests. Locks them before it looks for their versions, since every writer that gives a text
   * to a version locks the text first.
   * @returns the last digest of the page, or null after the last page
   */
  removeOrphans(after: string): Promise<{ last: string | null; removed: number }> {
    return this.database.transaction(async (sql) => {
      const page = await sql.query<{ digest: string }>(
        `SELECT t.digest FROM note_text t WHERE t.digest > ? ORDER BY t.digest LIMIT ${ORPHANS_PAGE}`,
        [after],
      );
      if (page.length === 0) return { last: null, removed: 0 };
      const all = page.map(({ digest }) => digest);
      const orphans = await this.without(sql, all);
      if (orphans.length === 0) return { last: all.at(-1)!, removed: 0 };
      const locked = [...(await this.stored(orphans, sql, sql.dialect.forUpdateSkipLocked))];
      const certain = locked.length > 0 ? await this.without(sql, locked) : [];
      if (certain.length > 0)
        await sql.execute(`DELETE FROM note_text WHERE digest IN (${placeholders(certain.length)})`, certain);
      return { last: all.at(-1)!, removed: certain.length };
    });
  }

  /** Those that no version has. Index: release_note_digest. */
  private async without(sql: Sql, digests: string[]): Promise<string[]> {
    const rows = await sql.query<{ digest: string }>(
      `SELECT DISTINCT digest FROM release_note WHERE digest IN (${placeholders(digests.length)})`,
      digests,
    );
    const used = new Set(rows.map(({ digest }) => digest));
    return digests.filter((digest) => !used.has(digest));
  }
}
