import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../../database/database';
import { insertRows, pagesOf, placeholders } from '../../../database/rows';
import type { NoteFormat } from './note-cut';
import type { Labelled } from './note-match';

/** A row of `note_text`. */
export interface NoteTextRow {
  digest: string;
  /** Deflated. */
  body: Buffer;
  size: number;
  format: NoteFormat;
  cut: number;
  breaking: number;
  /** JSON. */
  security: string | null;
}

/** A row of `release_note`. */
export interface ReleaseNoteRow {
  version_id: string;
  digest: string;
  url: string | null;
}

export type FoundNote = NoteTextRow & ReleaseNoteRow & { fetched_at: UtcTimestamp };

const TEXT_COLUMNS = ['digest', 'body', 'size', 'format', 'cut', 'breaking', 'security'] as const;
/** Texts in one statement: some megabytes at most. */
const TEXTS_AT_ONCE = 50;
const ORPHANS_PAGE = 500;

/** All statements on `note_text` and `release_note`. */
@Injectable()
export class NoteStoreRepository {
  constructor(private readonly database: Database) {}

  async find(versionIds: string[]): Promise<FoundNote[]> {
    const found: FoundNote[] = [];
    for (const page of pagesOf(versionIds, TEXTS_AT_ONCE)) {
      const rows = await this.database.query<FoundNote>(
        `SELECT n.version_id, n.url, n.fetched_at, ${TEXT_COLUMNS.map((column) => `t.${column}`).join(', ')}
         FROM release_note n JOIN note_text t ON t.digest = n.digest WHERE n.version_id IN (${placeholders(page.length)})`,
        page,
      );
      found.push(...rows);
    }
    return found;
  }

  /** The current notes of these versions. */
  async current(sql: Sql, versionIds: string[]): Promise<Map<string, ReleaseNoteRow>> {
    const found = new Map<string, ReleaseNoteRow>();
    for (const page of pagesOf(versionIds)) {
      const rows = await sql.query<ReleaseNoteRow>(
        `SELECT version_id, digest, url FROM release_note WHERE version_id IN (${placeholders(page.length)})`,
        page,
      );
      for (const row of rows) found.set(row.version_id, row);
    }
    return found;
  }

  /** The same outside a transaction. */
  currentOf(versionIds: string[]): Promise<Map<string, ReleaseNoteRow>> {
    return this.current(this.database, versionIds);
  }

  /** How many changes the notes of each of these versions call breaking, as a text to compare. */
  async countBreaking(sql: Sql, versionIds: string[]): Promise<string> {
    const found: string[] = [];
    for (const page of pagesOf(versionIds)) {
      const rows = await sql.query<{ version_id: string; breaking: number }>(
        `SELECT n.version_id, t.breaking FROM release_note n JOIN note_text t ON t.digest = n.digest
         WHERE n.version_id IN (${placeholders(page.length)}) AND t.breaking > 0`,
        page,
      );
      found.push(...rows.map(({ version_id, breaking }) => `${version_id} ${breaking}`));
    }
    return found.sort().join('\n');
  }

  /** Those of the texts that are stored. @param ending locks them */
  async stored(sql: Sql, digests: string[], ending = ''): Promise<Set<string>> {
    const found = new Set<string>();
    for (const page of pagesOf(digests)) {
      const rows = await sql.query<{ digest: string }>(
        `SELECT digest FROM note_text WHERE digest IN (${placeholders(page.length)}) ORDER BY digest ${ending}`,
        page,
      );
      for (const { digest } of rows) found.add(digest);
    }
    return found;
  }

  /** Those of these texts that are stored, as the database itself knows them. */
  known(digests: string[]): Promise<Set<string>> {
    return this.stored(this.database, digests);
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
  async withKeys(sql: Sql, softwareId: string, keys: string[]): Promise<Labelled[]> {
    const found: Labelled[] = [];
    for (const page of pagesOf(keys)) {
      const rows = await sql.query<Labelled>(
        `SELECT id, version, version_key FROM version
         WHERE software_id = ? AND hidden = 0 AND version_key IN (${placeholders(page.length)})`,
        [softwareId, ...page],
      );
      found.push(...rows);
    }
    return found;
  }

  /** Versions of a product by id, with their sort keys. */
  async keysOf(sql: Sql, versionIds: string[]): Promise<Map<string, string>> {
    const keys = new Map<string, string>();
    for (const page of pagesOf(versionIds)) {
      const rows = await sql.query<{ id: string; version_key: string }>(
        `SELECT id, version_key FROM version WHERE id IN (${placeholders(page.length)})`,
        page,
      );
      for (const { id, version_key } of rows) keys.set(id, version_key);
    }
    return keys;
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
    for (const page of pagesOf(rows.map(({ id }) => id)))
      await sql.execute(`DELETE FROM release_note WHERE version_id IN (${placeholders(page.length)})`, page);
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
      const locked = [...(await this.stored(sql, orphans, sql.dialect.forUpdateSkipLocked))];
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
