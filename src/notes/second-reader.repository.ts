import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { Database, type Sql } from '../database/database';

/** Seconds after which the host of a process that died is free. */
const LEASE_SECONDS = 300;
const DAY = 86_400;

/** A product whose notes are to be read. */
export interface DueReader {
  software_id: string;
  /** `pkg:github/owner/name` */
  purl: string;
  etag: string | null;
  last_modified: string | null;
  target: string | null;
}

/** All statements on `notes_reader` and `notes_host`. */
@Injectable()
export class SecondReaderRepository {
  constructor(private readonly database: Database) {}

  /** Claims a host that nobody reads at and that does not rest. @returns null when it is not free */
  async claim(host: string): Promise<string | null> {
    const { now, nowPlus, onDuplicate } = this.database.dialect;
    const claim = newId();
    await this.database.execute(
      `INSERT INTO notes_host (host) VALUES (?) ${onDuplicate(['host'], { host: 'notes_host.host' })}`,
      [host],
    );
    const claimed = await this.database.execute(
      `UPDATE notes_host SET claim_id = ?, held_until = ${nowPlus} WHERE host = ?
         AND (held_until IS NULL OR held_until <= ${now}) AND (rest_until IS NULL OR rest_until <= ${now})`,
      [claim, LEASE_SECONDS, host],
    );
    return claimed > 0 ? claim : null;
  }

  /** @param rest seconds until the host is read at again */
  async release(host: string, claim: string, rest: number): Promise<void> {
    await this.database.execute(
      `UPDATE notes_host SET claim_id = NULL, held_until = NULL, rest_until = ${this.database.dialect.nowPlus}
       WHERE host = ? AND claim_id = ?`,
      [rest, host, claim],
    );
  }

  /**
   * A tracked product that is due: one whose source has no notes, that one repository of GitHub names. Those that were never read come first.
   * @param withNotes types of sources that have notes themselves
   * @param softwareId only this one, whether it is due or not
   */
  async next(withNotes: string[], softwareId?: string): Promise<DueReader | undefined> {
    const { now } = this.database.dialect;
    const due =
      softwareId === undefined
        ? `(r.software_id IS NULL OR r.next_at <= ${now}) AND EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id)`
        : 's.id = ?';
    const [row] = await this.database.query<DueReader>(
      `SELECT s.id AS software_id, i.value AS purl, r.etag, r.last_modified, r.target
       FROM software_identifier i JOIN software s ON s.id = i.software_id
         LEFT JOIN software_source c ON c.software_id = s.id LEFT JOIN notes_reader r ON r.software_id = s.id
       WHERE i.type = 'purl' AND i.value >= 'pkg:github/' AND i.value < 'pkg:github0' AND ${due}
         AND (s.notes_from IS NULL OR s.notes_from = 'github')
         AND (c.type IS NULL OR c.type NOT IN (${withNotes.map(() => '?').join(', ')}))
       ORDER BY r.next_at IS NOT NULL, r.next_at, s.id, i.value LIMIT 1`,
      [...(softwareId === undefined ? [] : [softwareId]), ...withNotes],
    );
    return row;
  }

  /** Locks the product. @returns whether it is still there */
  async lock(sql: Sql, softwareId: string): Promise<boolean> {
    const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [softwareId]);
    return rows.length > 0;
  }

  /**
   * It is due again in a day while its newest version is younger than a week, as notes get edited, else in a week; after a failure in a day.
   */
  async done(
    sql: Sql,
    { software_id, purl }: DueReader,
    host: string,
    result: { etag: string | null; lastModified: string | null; error: string | null },
  ): Promise<void> {
    const { now, nowPlus, after, onDuplicate, given } = sql.dialect;
    const [young] = await sql.query(
      `SELECT v.id FROM software s JOIN version v ON v.id = s.latest_version_id
       WHERE s.id = ? AND v.created_at > ${after(now, String(-7 * DAY))}`,
      [software_id],
    );
    const seconds = young || result.error !== null ? DAY : 7 * DAY;
    const columns = ['target', 'host', 'next_at', 'read_at', 'etag', 'last_modified', 'last_error'];
    await sql.execute(
      `INSERT INTO notes_reader (software_id, target, host, next_at, read_at, etag, last_modified, last_error)
       VALUES (?, ?, ?, ${nowPlus}, ${now}, ?, ?, ?)
       ${onDuplicate(['software_id'], Object.fromEntries(columns.map((column) => [column, given(column)])))}`,
      [software_id, purl.slice(0, 64), host, seconds, result.etag, result.lastModified, result.error],
    );
  }
}
