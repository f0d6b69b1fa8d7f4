import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import { LONGEST_INTERVAL } from '../../software/freshness.sql';
import type { DueSource } from './due-source';
import { SoftwareSource } from './software-source.entity';
import { SourceHostRepository } from './source-host.repository';

/** The columns that are set explicitly. */
export interface SourceRow {
  type: string;
  /** Sealed. */
  settings: string;
  /** See `SourceHost`. */
  host: string;
  interval_seconds: number | null;
}

export type NewSource = Pick<SoftwareSource, 'softwareId' | 'type' | 'settings' | 'host' | 'intervalSeconds'>;

const INSERTED = {
  software_id: 'text',
  type: 'text',
  settings: 'long text',
  host: 'text',
  interval_seconds: 'integer',
} as const;

const rowOf = ({ softwareId, type, settings, host, intervalSeconds, due }: NewSource & { due: number }) => [
  softwareId,
  type,
  settings,
  host,
  intervalSeconds,
  due,
];

/** As after an insert: without any results of polls. */
const WITHOUT_RESULTS = {
  againAt: null,
  restingSince: null,
  etag: null,
  lastModified: null,
  answerHash: null,
  answerReleases: null,
  answerProductAt: null,
  lastAttemptAt: null,
  lastSuccessAt: null,
  releasedAt: null,
  failures: 0,
  failingSince: null,
  lastError: null,
  notice: null,
  reportedAt: null,
  reportId: null,
};

/** With its state, as people see it. */
export interface SourceState extends SourceRow {
  software_id: string;
  name: string;
  last_attempt_at: UtcTimestamp | null;
  last_success_at: UtcTimestamp | null;
  last_error: string | null;
  notice: string | null;
  failures: number;
  failing_since: UtcTimestamp | null;
  next_at: UtcTimestamp;
  resting_since: UtcTimestamp | null;
  /** Until when its host is paused. */
  rest_until: UtcTimestamp | null;
}

/** The source of a product; type and settings are null for a product without one. */
export interface ProductSource {
  software_id: string;
  type: string | null;
  settings: string | null;
}

/** Of `software_source s`, `software p` and `source_host h`. */
export const SELECT_STATE = `s.software_id, p.name, s.type, s.settings, s.host, s.interval_seconds, s.last_attempt_at,
  s.last_success_at, s.last_error, s.notice, s.failures, s.failing_since, s.next_at, s.resting_since, h.rest_until`;

const STATES = `SELECT ${SELECT_STATE}
  FROM software_source s JOIN software p ON p.id = s.software_id LEFT JOIN source_host h ON h.host = s.host`;

/** Somebody tracks the product. Index: `favorite_software`. */
const IS_TRACKED = 'EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = software_source.software_id)';

/** That, or somebody has asked for a poll that was not made yet. */
const IS_WANTED = `(${IS_TRACKED}
  OR (again_at IS NOT NULL AND (last_attempt_at IS NULL OR again_at > last_attempt_at)))`;

/** No other place was set for its release notes: see `NOTES_FROM`. */
const TAKES_NOTES = `(${IS_TRACKED} AND NOT EXISTS (SELECT 1 FROM software p
  WHERE p.id = software_source.software_id AND p.notes_from <> 'source'))`;

/** SQL of `software_source`, but for results of polls (`PollResultRepository`) and reports (`FailingSourceRepository`). */
@Injectable()
export class SoftwareSourceRepository {
  constructor(
    private readonly database: Database,
    private readonly hosts: SourceHostRepository,
  ) {}

  /** Labels that favorites of the product have, the most frequent first: at most 20. Index: `favorite_software`. */
  async labelsInUse(softwareId: string): Promise<string[]> {
    const rows = await this.database.query<{ version: string }>(
      `SELECT v.version FROM favorite f JOIN version v ON v.id = f.version_id WHERE f.software_id = ?
       GROUP BY v.version ORDER BY COUNT(*) DESC, v.version DESC LIMIT 20`,
      [softwareId],
    );
    return rows.map(({ version }) => version);
  }

  async find(softwareId: string): Promise<SourceState | undefined> {
    const [row] = await this.database.query<SourceState>(`${STATES} WHERE s.software_id = ?`, [softwareId]);
    return row;
  }

  /** @param after the last id of the page before, or an empty text */
  page(after: string, limit: number, failingOnly: boolean): Promise<SourceState[]> {
    const only = failingOnly ? 'AND s.failing_since IS NOT NULL' : '';
    return this.database.query<SourceState>(
      `${STATES} WHERE s.software_id > ? ${only} ORDER BY s.software_id LIMIT ${limit}`,
      [after],
    );
  }

  /** Products in the order of their ids, with what they have. @param after the last id of the page before, or an empty text */
  ofProducts(after: string, limit: number): Promise<ProductSource[]> {
    return this.database.query<ProductSource>(
      `SELECT p.id AS software_id, s.type, s.settings FROM software p
       LEFT JOIN software_source s ON s.software_id = p.id WHERE p.id > ? ORDER BY p.id LIMIT ${limit}`,
      [after],
    );
  }

  /** Locks the row until the transaction ends. */
  async lock(sql: Sql, softwareId: string): Promise<SourceRow | undefined> {
    const [row] = await sql.query<SourceRow>(
      `SELECT type, settings, host, interval_seconds FROM software_source WHERE software_id = ? ${sql.dialect.forUpdate}`,
      [softwareId],
    );
    return row;
  }

  /** Each with the seconds until its first poll. */
  async insert(sql: Sql, sources: (NewSource & { due: number })[]): Promise<void> {
    const { now, after, givenRows } = sql.dialect;
    const statement = `INSERT INTO software_source (${Object.keys(INSERTED).join(', ')}, next_at, created_at)
      SELECT ${Object.keys(INSERTED).join(', ')}, ${after(now, 'due')}, ${now} FROM (${givenRows({ ...INSERTED, due: 'integer' })}) g`;
    for (const page of pagesOf(sources)) {
      const rows = page.map(rowOf);
      await sql.execute(statement, [JSON.stringify(rows)]);
    }
    await this.hosts.makeAllDue(sql, sources);
  }

  /**
   * Replaces the explicit settings and clears all results. Results of a running poll do not count.
   * @param due seconds until the first poll
   */
  async replace(sql: Transaction, { softwareId, ...source }: NewSource, due: number): Promise<void> {
    const { now, after } = sql.dialect;
    await sql.manager.update(SoftwareSource, softwareId, {
      ...source,
      ...WITHOUT_RESULTS,
      revision: () => 'revision + 1',
      nextAt: () => after(now, String(due)),
    });
    await this.hosts.makeDue(sql, source.host, due);
  }

  /** A new source has answered before it was stored. @param age seconds since its newest release; null = unknown */
  async noteAnswer({ manager, dialect }: Transaction, softwareId: string, age: number | null): Promise<void> {
    const now = () => dialect.now;
    const released = age === null ? {} : { releasedAt: () => dialect.after(dialect.now, String(-age)) };
    await manager.update(SoftwareSource, softwareId, { lastAttemptAt: now, lastSuccessAt: now, ...released });
  }

  /** Makes it due now, also if nobody tracks the product. The result of a poll that is under way does not count. */
  async ask(sql: Transaction, softwareId: string, host: string): Promise<void> {
    const now = () => sql.dialect.now;
    const due = { nextAt: now, againAt: now, restingSince: null };
    await sql.manager.update(SoftwareSource, softwareId, { revision: () => 'revision + 1', ...due });
    await this.hosts.makeDue(sql, host, 0);
  }

  /** Makes it due now, also if nobody tracks the product, unless its host is paused. A poll that is under way goes on. @returns whether there is one */
  async askAgain(sql: Sql, softwareId: string): Promise<boolean> {
    const { now, forUpdate } = sql.dialect;
    const [row] = await sql.query<{ host: string }>(
      `SELECT host FROM software_source WHERE software_id = ? ${forUpdate}`,
      [softwareId],
    );
    if (!row) return false;
    await sql.execute(
      `UPDATE software_source SET next_at = ${now}, again_at = ${now}, resting_since = NULL WHERE software_id = ?`,
      [softwareId],
    );
    await this.hosts.makeDue(sql, row.host, 0);
    return true;
  }

  /** Makes those due now that rest or were never polled, in a transaction that has share-locked the products. */
  async wake(sql: Transaction, softwareIds: string[]): Promise<void> {
    const hosts: { host: string; due: number }[] = [];
    for (const page of pagesOf([...softwareIds].sort())) {
      const waiting = await sql.query<{ software_id: string; host: string }>(
        `SELECT software_id, host FROM software_source
         WHERE software_id IN (${placeholders(page.length)}) AND (resting_since IS NOT NULL OR last_attempt_at IS NULL)`,
        page,
      );
      if (waiting.length === 0) continue;
      for (const { host } of waiting) hosts.push({ host, due: 0 });
      const source = sql.dialect.givenRows({ id: 'text' });
      await sql.execute(
        sql.dialect.updateJoined('software_source', {
          source,
          on: 'e.id = software_source.software_id',
          set: `next_at = ${sql.dialect.now}, resting_since = NULL`,
          where: '1 = 1',
        }),
        [JSON.stringify(waiting.map(({ software_id }) => [software_id]))],
      );
    }
    await this.hosts.makeAllDue(sql, hosts);
  }

  /**
   * Has these sources rest, unless somebody tracks their products after all. Locks the products, as whoever makes a favorite does, and
   * skips those that others have locked. They are looked at again in a day: whatever they have missed, that is the longest it takes.
   */
  async rest(softwareIds: string[]): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { now, nowPlus, forUpdateSkipLocked } = sql.dialect;
      const products = await sql.query<{ id: string }>(
        `SELECT id FROM software WHERE id IN (${placeholders(softwareIds.length)}) ORDER BY id ${forUpdateSkipLocked}`,
        softwareIds,
      );
      if (products.length === 0) return;
      await sql.execute(
        `UPDATE software_source SET next_at = ${nowPlus}, resting_since = COALESCE(resting_since, ${now})
         WHERE software_id IN (${placeholders(products.length)}) AND next_at <= ${now} AND NOT ${IS_WANTED}`,
        [LONGEST_INTERVAL, ...products.map(({ id }) => id)],
      );
    });
  }

  /** @returns whether there was one */
  async delete({ manager }: Transaction, softwareId: string): Promise<boolean> {
    return (await manager.delete(SoftwareSource, softwareId)).affected! > 0;
  }

  /**
   * The due sources of a host, each once even if it stays due: first those that somebody waits for, and of these the longest due.
   * @param pageSize how many are read with one statement
   * @param wantedOnly the others are put to rest
   */
  async *dueAt(host: string, pageSize: number, wantedOnly: boolean): AsyncGenerator<DueSource> {
    const parts = wantedOnly ? [''] : [`AND ${IS_WANTED}`, `AND NOT ${IS_WANTED}`];
    for (const part of parts) yield* this.duePart(host, part, pageSize, wantedOnly);
  }

  /** The longest due first. Index: `software_source_due`. */
  private async *duePart(host: string, part: string, pageSize: number, wantedOnly: boolean): AsyncGenerator<DueSource> {
    const { now, secondsBetween } = this.database.dialect;
    for (let last: DueSource | undefined; ;) {
      const after = last ? 'AND next_at >= ? AND (next_at > ? OR software_id > ?)' : '';
      const page = await this.database.queryPrepared<DueSource>(
        `SELECT software_id, type, settings, revision, interval_seconds, etag, last_modified, answer_hash, failures, next_at,
           CASE WHEN again_at <= ${now} THEN again_at END AS again_at, ${wantedOnly ? IS_WANTED : 1} AS is_wanted,
           ${TAKES_NOTES} AS takes_notes,
           ${secondsBetween('released_at', now)} AS age
         FROM software_source WHERE host = ? AND next_at <= ${now} ${after} ${part} ORDER BY next_at, software_id LIMIT ${pageSize}`,
        [host, ...(last ? [last.next_at, last.next_at, last.software_id] : [])],
      );
      const others = page.filter(({ is_wanted }) => !Number(is_wanted));
      if (others.length > 0) await this.rest(others.map(({ software_id }) => software_id));
      yield* others.length > 0 ? page.filter(({ is_wanted }) => Number(is_wanted)) : page;
      if (page.length < pageSize) return;
      last = page.at(-1)!;
    }
  }

  /** A SELECT of how many are failing, up to 10,000. Index: `software_source_failing`. */
  selectFailing(): string {
    const failing = 'SELECT software_id FROM software_source WHERE failing_since IS NOT NULL LIMIT 10000';
    return `SELECT COUNT(*) FROM (${failing}) failing`;
  }
}
