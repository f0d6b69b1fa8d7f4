import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { SourceHostRepository } from '../polling/source-host.repository';
import type { NotesFacts } from './notes-places';

const DAY = 86_400;
/** A product that is written again and again is not read more often, in seconds. */
const AT_MOST_EVERY = 3_600;
const PLAN_PAGE = 200;
/** Products that one visit reads: meanwhile sources of the host may be due. */
const READ_AT_ONCE = 10;

/** Notes of a product that are due at a host. */
export interface DueNotes {
  software_id: string;
  /** What the rest is about. */
  target: string;
  etag: string | null;
  last_modified: string | null;
  read_at: UtcTimestamp | null;
  next_at: UtcTimestamp;
  /** Why it failed, for people. */
  last_error: string | null;
  /** The product was written since: there may be versions that lack the notes of an answer which is still the same. */
  is_written: number;
  now: UtcTimestamp;
}

/** A place that was found for a product. */
export interface PlannedNotes {
  softwareId: string;
  target: string;
  /** See `SourceHost`. */
  host: string;
}

export interface NotesResult {
  etag: string | null;
  lastModified: string | null;
  /** null = it was read. */
  error: string | null;
}

/** All statements on `notes_reader`. */
@Injectable()
export class NotesReaderRepository {
  constructor(
    private readonly database: Database,
    private readonly hosts: SourceHostRepository,
  ) {}

  async facts(softwareId: string): Promise<(NotesFacts & { is_tracked: number }) | undefined> {
    const [row] = await this.database.query<Omit<NotesFacts, 'purls'> & { is_tracked: number }>(
      `SELECT s.notes_from, s.notes_settings, c.type AS source_type,
         EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS is_tracked
       FROM software s LEFT JOIN software_source c ON c.software_id = s.id WHERE s.id = ?`,
      [softwareId],
    );
    if (!row) return undefined;
    const purls = await this.database.query<{ value: string }>(
      `SELECT value FROM software_identifier WHERE software_id = ? AND type = 'purl' ORDER BY value`,
      [softwareId],
    );
    return { ...row, purls: purls.map(({ value }) => value) };
  }

  /**
   * Tracked products that have no row, and of which notes may be read beside their sources.
   * @param after the last id of the page before, or an empty text
   * @param withNotes types of sources that have notes themselves
   * @returns a page; the last one is shorter than the others
   */
  async unplanned(after: string, withNotes: string[]): Promise<{ ids: string[]; isLast: boolean }> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT s.id FROM software s LEFT JOIN software_source c ON c.software_id = s.id
       WHERE s.id > ? AND EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM notes_reader r WHERE r.software_id = s.id)
         AND (s.notes_from <> 'source' OR (s.notes_from IS NULL
           AND (c.type IS NULL OR c.type NOT IN (${withNotes.map(() => '?').join(', ')}))
           AND EXISTS (SELECT 1 FROM software_identifier i WHERE i.software_id = s.id AND i.type = 'purl'
             AND i.value >= 'pkg:git' AND i.value < 'pkg:giu')))
       ORDER BY s.id LIMIT ${PLAN_PAGE}`,
      [after, ...withNotes],
    );
    return { ids: rows.map(({ id }) => id), isLast: rows.length < PLAN_PAGE };
  }

  /** Makes it due now, if the product is still there. */
  async plan({ softwareId, target, host }: PlannedNotes): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { now, onDuplicate, given } = sql.dialect;
      await sql.execute(
        `INSERT INTO notes_reader (software_id, target, host, next_at) SELECT s.id, ?, ?, ${now} FROM software s WHERE s.id = ?
         ${onDuplicate(['software_id'], { target: given('target'), host: given('host'), next_at: given('next_at') })}`,
        [target, host, softwareId],
      );
      await this.hosts.makeDue(sql, host, 0);
    });
  }

  /** It is planned again where it is tracked and has a place. */
  async forget(sql: Sql, softwareId: string): Promise<void> {
    await sql.execute('DELETE FROM notes_reader WHERE software_id = ?', [softwareId]);
  }

  /** Makes those due whose product was written since they were read: it may have a new version. */
  async bringForward(): Promise<void> {
    const { now, after } = this.database.dialect;
    await this.database.execute(
      `UPDATE notes_reader SET next_at = ${now} WHERE next_at > ${now} AND failures = 0
         AND read_at <= ${after(now, String(-AT_MOST_EVERY))}
         AND EXISTS (SELECT 1 FROM software s WHERE s.id = notes_reader.software_id AND s.written_at > notes_reader.read_at)`,
    );
  }

  /** Makes hosts due at which notes are due: `bringForward` does not, nor does a process of a former version that releases a host. */
  async wakeHosts(): Promise<void> {
    const { now } = this.database.dialect;
    const rows = await this.database.query<{ host: string }>(
      `SELECT DISTINCT r.host FROM notes_reader r LEFT JOIN source_host h ON h.host = r.host
       WHERE r.next_at <= ${now} AND (h.host IS NULL OR h.next_at IS NULL OR h.next_at > ${now}) ORDER BY r.host`,
    );
    for (const { host } of rows) await this.hosts.makeDue(this.database, host, 0);
  }

  /** Some that are due at a host, those first that were never read, then the longest unread. Index: `notes_reader_due`. */
  dueAt(host: string): Promise<DueNotes[]> {
    return this.database.query<DueNotes>(
      `${this.selectDue()} WHERE r.host = ? AND r.next_at <= ${this.database.dialect.now}
       ORDER BY r.read_at IS NOT NULL, r.read_at, r.software_id LIMIT ${READ_AT_ONCE}`,
      [host],
    );
  }

  /** Undefined: it was never planned. */
  async find(softwareId: string): Promise<DueNotes | undefined> {
    return (await this.database.query<DueNotes>(`${this.selectDue()} WHERE r.software_id = ?`, [softwareId]))[0];
  }

  private selectDue(): string {
    return `SELECT r.software_id, r.target, r.etag, r.last_modified, r.read_at, r.next_at, r.last_error, ${this.database.dialect.now} AS now,
      (s.written_at IS NOT NULL AND r.read_at IS NOT NULL AND s.written_at > r.read_at) AS is_written
      FROM notes_reader r JOIN software s ON s.id = r.software_id`;
  }

  /** Seconds since notes were read at a host; null = never. */
  async sinceLastRead(host: string): Promise<number | null> {
    const { now, secondsBetween } = this.database.dialect;
    const [row] = await this.database.query<{ seconds: number | null }>(
      `SELECT ${secondsBetween('l.at', now)} AS seconds FROM (SELECT MAX(read_at) AS at FROM notes_reader WHERE host = ?) l`,
      [host],
    );
    return row?.seconds == null ? null : Number(row.seconds);
  }

  /** Nothing is due at the host for so many seconds. */
  async putOff(host: string, seconds: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    await this.database.execute(`UPDATE notes_reader SET next_at = ${nowPlus} WHERE host = ? AND next_at <= ${now}`, [
      seconds,
      host,
    ]);
  }

  /** Locks the product. @returns whether it is still there, and was not given another place meanwhile */
  async lock(sql: Sql, { software_id, target }: DueNotes): Promise<boolean> {
    const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [software_id]);
    if (rows.length === 0) return false;
    const current = await sql.query(
      `SELECT software_id FROM notes_reader WHERE software_id = ? AND target = ? ${sql.dialect.forUpdate}`,
      [software_id, target],
    );
    return current.length > 0;
  }

  /**
   * It is due again in a day while its newest version is younger than a week, as notes get edited, else in a week; after a failure in a day.
   * One that was planned anew meanwhile stays due.
   * @param target where it was read now
   */
  async done(sql: Sql, due: DueNotes, target: string, { etag, lastModified, error }: NotesResult): Promise<void> {
    const { now, nowPlus, after } = sql.dialect;
    const [young] = await sql.query(
      `SELECT v.id FROM software s JOIN version v ON v.id = s.latest_version_id
       WHERE s.id = ? AND v.created_at > ${after(now, String(-7 * DAY))}`,
      [due.software_id],
    );
    const seconds = young || error !== null ? DAY : 7 * DAY;
    await sql.execute(
      `UPDATE notes_reader SET target = ?, next_at = ${nowPlus}, read_at = ?, etag = ?, last_modified = ?, last_error = ?,
         failures = ${error === null ? '0' : 'failures + 1'} WHERE software_id = ? AND target = ?`,
      [target, seconds, due.now, etag, lastModified, error, due.software_id, due.target],
    );
  }
}
