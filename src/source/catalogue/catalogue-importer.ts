import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Moment } from '../../common/moment';
import { foldName } from '../../common/text';
import { Database, type Sql } from '../../database/database';
import { isDuplicateKey, isUnavailable } from '../../database/errors';
import { PublisherWriter } from '../../publisher/publisher.writer';
import { SoftwareWriter } from '../../software/software.writer';
import { VersionChanges } from '../../version/version-changes';
import { VersionWriter } from '../../version/version.writer';
import { SourceStore } from '../polling/source-store';
import { SettingsError } from '../../common/settings/settings';
import { decompressed, type Line, linesOf } from './lines';
import { type CatalogueRecord, type Feed, parseRecord, RecordError } from './record';

/** What an import did: how many publishers, products and versions were added or changed, how many lines changed nothing. */
export interface ImportSummary {
  publishers: number;
  software: number;
  versions: number;
  unchanged: number;
  rejected: number;
}

export interface ImportEvents {
  /** A line that was not taken, and why. */
  rejected?(line: number, reason: string): void;
  /** After each transaction. */
  progress?(lines: number, versions: number): void;
}

interface NumberedRecord {
  line: number;
  record: CatalogueRecord;
}

/** A transaction ends at whichever comes first: it neither holds rows for long nor commits for every line. */
const BATCH_RECORDS = 100;
const BATCH_VERSIONS = 4_000;

/** Reads catalogue files (NDJSON, plain or gzip) into the catalogue. */
@Injectable()
export class CatalogueImporter {
  constructor(
    private readonly database: Database,
    private readonly publishers: PublisherWriter,
    private readonly software: SoftwareWriter,
    private readonly versions: VersionWriter,
    private readonly sources: SourceStore,
    private readonly changes: VersionChanges,
  ) {}

  /**
   * Takes line after line; what is in the file stays as it is in the catalogue when it is there already. A bad line is
   * reported and left out, the others go in, none by half. Memory does not grow with the file.
   * @throws what the database or the stream throws; what was committed until then stays
   */
  async import(input: Readable, events: ImportEvents = {}): Promise<ImportSummary> {
    const summary: ImportSummary = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };
    const lines = linesOf(await decompressed(input));
    const [{ since }] = (await this.database.query<{ since: Moment }>(
      `SELECT ${this.database.dialect.now} AS since`,
    )) as [{ since: Moment }];
    let batch: NumberedRecord[] = [];
    let versions = 0;
    const flush = async (line: number) => {
      await this.importBatch(batch, since, summary, events);
      events.progress?.(line, summary.versions);
      batch = [];
      versions = 0;
    };
    for await (const line of lines) {
      const record = this.read(line, summary, events);
      if (!record) continue;
      batch.push({ line: line.number, record });
      versions += record.versions.length;
      if (batch.length >= BATCH_RECORDS || versions >= BATCH_VERSIONS) await flush(line.number);
    }
    if (batch.length > 0) await flush(batch.at(-1)!.line);
    if (summary.versions > 0) this.changes.next();
    return summary;
  }

  private read(line: Line, summary: ImportSummary, events: ImportEvents): CatalogueRecord | null {
    try {
      if (line.text === null) throw new RecordError('the line is longer than 8 MiB');
      return this.checked(parseRecord(line.text));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      summary.rejected++;
      events.rejected?.(line.number, error.message);
      return null;
    }
  }

  /** @throws RecordError */
  private checked(record: CatalogueRecord): CatalogueRecord {
    try {
      if (record.feed) this.sources.check(record.feed);
      return record;
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const { field, message } = error.problems[0]!;
      throw new RecordError(`feed.${field === 'type' ? field : `settings.${field}`} ${message}`);
    }
  }

  private async importBatch(
    batch: NumberedRecord[],
    since: Moment,
    summary: ImportSummary,
    events: ImportEvents,
  ): Promise<void> {
    try {
      return addTo(
        summary,
        await this.write(
          batch.map(({ record }) => record),
          since,
        ),
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
    }
    // One record of the batch does not go in: the others do.
    for (const { line, record } of batch) {
      try {
        addTo(summary, await this.write([record], since));
      } catch (error) {
        if (isUnavailable(error)) throw error;
        summary.rejected++;
        events.rejected?.(line, `the database refused it: ${(error as Error).message.slice(0, 200)}`);
      }
    }
  }

  /** A product that another process added a moment ago is a duplicate key here, and known when tried again. */
  private async write(records: CatalogueRecord[], since: Moment): Promise<ImportSummary> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((sql) => this.writeRecords(sql, records, since));
      } catch (error) {
        if (attempt === 3 || !isDuplicateKey(error)) throw error;
      }
    }
  }

  private async writeRecords(sql: Sql, records: CatalogueRecord[], since: Moment): Promise<ImportSummary> {
    const publishers = await this.publishers.write(
      sql,
      records.map((record) => ({ ...record.publisher, from: identityOf(record) })),
      since,
    );
    const keys = records.map(({ publisher }) => foldName(publisher.name));
    const software = await this.software.write(
      sql,
      records.map((record, index) => ({
        ...record.software,
        ordering: record.ordering,
        source: record.source,
        publisherId: publishers.ids.get(keys[index]!)!,
      })),
    );
    const added = new Set(software.filter(({ state }) => state === 'added').map(({ id }) => id));
    const versions = await this.versions.write(
      sql,
      records.map((record, index) => ({
        softwareId: software[index]!.id,
        isNew: added.has(software[index]!.id),
        versions: record.versions,
      })),
    );
    const changed: boolean[] = [];
    for (const [index, { feed }] of records.entries()) {
      const { id, state } = software[index]!;
      const fed = feed !== null && (await this.writeFeed(sql, id, feed, records.length));
      changed.push(state !== 'same' || fed);
    }
    const unchanged = records.filter(
      (_record, index) => !changed[index] && versions[index] === 0 && !publishers.changes[index],
    );
    return {
      publishers: publishers.counted,
      software: new Set(software.filter((_one, index) => changed[index]).map(({ id }) => id)).size,
      versions: versions.reduce((sum, count) => sum + count, 0),
      unchanged: unchanged.length,
      rejected: 0,
    };
  }

  /** Sources that come together are asked one after the other: the larger the batch, the later some of it. @returns whether it changed */
  private async writeFeed(sql: Sql, softwareId: string, feed: Feed, batch: number): Promise<boolean> {
    const accepted = await this.sources.accept(sql, softwareId, feed);
    return this.sources.write(sql, softwareId, accepted, Math.floor(Math.random() * batch));
  }
}

/** Of the product within its publisher, in the length of a column. */
function identityOf({ source, software }: CatalogueRecord): string {
  return source ?? `name:${createHash('sha256').update(foldName(software.name)).digest('hex')}`;
}

function addTo(summary: ImportSummary, part: ImportSummary): void {
  for (const key of Object.keys(part) as (keyof ImportSummary)[]) summary[key] += part[key];
}
