import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Moment } from '../../common/moment';
import { foldName } from '../../common/text';
import { Database, type Sql } from '../../database/database';
import { isDuplicateKey, isUnavailable } from '../../database/errors';
import { PublisherWriter } from '../../publisher/publisher.writer';
import { SoftwareWriter } from '../../software/software.writer';
import { type Actor, COMMAND_LINE } from '../../user/actor';
import { PatternBudget, PatternBudgetSpent } from '../../version/ordering/pattern-budget';
import { OrderingWriter } from '../../version/ordering.writer';
import { VersionChanges } from '../../version/version-changes';
import { PATTERNS_MS, VersionWriter } from '../../version/version.writer';
import { SettingsError } from '../../common/settings/settings';
import { schemeOf, SourceStore } from '../polling/source-store';
import { ImportEntry } from './import-entry';
import { decompressed } from './lines';
import { ndjsonReadings } from './ndjson';
import type { Place, Reading, Rejection } from './reading';
import { type CatalogueRecord, type Feed, RecordError } from './record';
import { unnamedIdentity } from './record-writer';
import { SaidFacts, type SaidInBatch } from './said-facts';

/** What an import did: how many publishers, products and versions were added or changed, how many lines changed nothing. */
export interface ImportSummary {
  publishers: number;
  software: number;
  versions: number;
  unchanged: number;
  rejected: number;
}

export interface ImportEvents {
  rejected?(rejection: Rejection): void;
  /** After each transaction. */
  progress?(): void;
}

/** An operator's own import takes as long as it takes. */
const UNLIMITED = Infinity;

interface PlacedRecord {
  at: Place;
  record: CatalogueRecord;
}

/** One import: what it did and said so far. */
interface Run {
  entry: ImportEntry;
  /** When it began. */
  since: Moment;
  said: SaidFacts;
  /** For the patterns of all products. */
  patterns: PatternBudget;
  summary: ImportSummary;
  events: ImportEvents;
}

/** Some records of a batch contradict what was said before: their index, and why. */
class Contradictions extends Error {
  constructor(readonly errors: ReadonlyMap<number, RecordError>) {
    super('Records contradict each other');
  }
}

/** A transaction ends at whichever comes first: it neither holds rows for long nor commits for every line. */
const BATCH_RECORDS = 100;
const BATCH_VERSIONS = 4_000;

/** Takes records into the catalogue. */
@Injectable()
export class CatalogueImporter {
  constructor(
    private readonly database: Database,
    private readonly publishers: PublisherWriter,
    private readonly software: SoftwareWriter,
    private readonly versions: VersionWriter,
    private readonly orderings: OrderingWriter,
    private readonly sources: SourceStore,
    private readonly changes: VersionChanges,
  ) {}

  /** A catalogue file: NDJSON, plain or gzip. Memory does not grow with it. See `importAll`. */
  async import(input: Readable, events?: ImportEvents, actor?: Actor): Promise<ImportSummary> {
    return this.importAll(ndjsonReadings(await decompressed(input)), events, actor);
  }

  /**
   * Takes record after record; what is in the catalogue already stays as it is. A bad one is reported and left out, the others
   * go in, none by half.
   * @param patternsMs milliseconds for the patterns of all products; lines that need more are refused
   * @throws what the database or the reader throws; what was committed until then stays
   */
  async importAll(
    readings: AsyncIterable<Reading>,
    events: ImportEvents = {},
    actor = COMMAND_LINE,
    patternsMs = UNLIMITED,
  ): Promise<ImportSummary> {
    const summary: ImportSummary = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };
    const [{ since }] = (await this.database.query<{ since: Moment }>(
      `SELECT ${this.database.dialect.now} AS since`,
    )) as [{ since: Moment }];
    const patterns = new PatternBudget(patternsMs);
    const run: Run = { entry: new ImportEntry(actor), since, said: new SaidFacts(), patterns, summary, events };
    let batch: PlacedRecord[] = [];
    let versions = 0;
    for await (const reading of readings) {
      const error = 'error' in reading ? reading.error : this.wrongFeed(reading.record);
      if ('error' in reading || error) {
        reject(run, reading.at, error!);
        continue;
      }
      batch.push(reading);
      versions += reading.record.versions.length;
      if (batch.length < BATCH_RECORDS && versions < BATCH_VERSIONS) continue;
      await this.importBatch(batch, run);
      batch = [];
      versions = 0;
    }
    if (batch.length > 0) await this.importBatch(batch, run);
    if (summary.versions > 0) this.changes.next();
    return summary;
  }

  /** Why the settings of its source are not taken; null = they are, or it says none. */
  private wrongFeed({ feed }: CatalogueRecord): RecordError | null {
    try {
      if (feed) this.sources.check(feed);
      return null;
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const { field, message } = error.problems[0]!;
      const name = `feed.${field === 'type' ? field : `settings.${field}`}`;
      return new RecordError(`${name} ${message}`, name);
    }
  }

  private async importBatch(batch: PlacedRecord[], run: Run): Promise<void> {
    const refused = await this.commit(batch, run);
    // One record of the batch does not go in: the others do.
    if (refused !== null)
      for (const one of batch) {
        const error = await this.commit([one], run);
        if (error !== null) reject(run, one.at, error);
      }
    run.events.progress?.();
  }

  /**
   * Writes the records in one transaction, but those that contradict what was said before.
   * @returns why none of them can be taken together; null = they are in
   */
  private async commit(batch: PlacedRecord[], run: Run): Promise<RecordError | null> {
    let left = batch;
    const contradicting: [PlacedRecord, RecordError][] = [];
    while (left.length > 0) {
      try {
        addTo(
          run.summary,
          await this.write(
            left.map(({ record }) => record),
            run,
          ),
        );
        break;
      } catch (error) {
        if (isUnavailable(error)) throw error;
        if (!(error instanceof Contradictions)) return refusal(error as Error, run);
        for (const [index, reason] of error.errors) contradicting.push([left[index]!, reason]);
        left = left.filter((_one, index) => !error.errors.has(index));
      }
    }
    for (const [{ at }, error] of contradicting) reject(run, at, error);
    return null;
  }

  /** A product that another process added a moment ago is a duplicate key here, and known when tried again. */
  private async write(records: CatalogueRecord[], run: Run): Promise<ImportSummary> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { part, said, ids } = await this.database.transaction((sql) => this.writeRecords(sql, records, run));
        said.keep();
        run.entry.keep(ids);
        return part;
      } catch (error) {
        if (attempt === 3 || !isDuplicateKey(error)) throw error;
      }
    }
  }

  private async writeRecords(
    sql: Sql,
    records: CatalogueRecord[],
    run: Run,
  ): Promise<{ part: ImportSummary; said: SaidInBatch; ids: string[] }> {
    const { since, said } = run;
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
    const saidNow = this.compare(said, records, software);
    const added = new Set(software.filter(({ state }) => state === 'added').map(({ id }) => id));
    // Before the versions: it may decide how they are ordered.
    const changed: boolean[] = [];
    for (const [index, record] of records.entries()) {
      const { id, state } = software[index]!;
      const fed = record.feed !== null && (await this.writeFeed(sql, id, record, record.feed, records.length));
      changed.push(state !== 'same' || fed);
    }
    const versions = await this.versions.write(
      sql,
      records.map((record, index) => ({
        softwareId: software[index]!.id,
        isNew: added.has(software[index]!.id),
        versions: record.versions,
      })),
      new PatternBudget(PATTERNS_MS, run.patterns),
    );
    const unchanged = records.filter(
      (_record, index) => !changed[index] && versions[index] === 0 && !publishers.changes[index],
    );
    const part = {
      publishers: publishers.counted,
      software: new Set(software.filter((_one, index) => changed[index]).map(({ id }) => id)).size,
      versions: versions.reduce((sum, count) => sum + count, 0),
      unchanged: unchanged.length,
      rejected: 0,
    };
    const ids = software.filter((_one, index) => changed[index] || versions[index]! > 0).map(({ id }) => id);
    await run.entry.note(sql, run.summary, part, ids);
    return { part, said: saidNow, ids };
  }

  /** Known only now: two records may name one product in different ways. */
  private compare(said: SaidFacts, records: CatalogueRecord[], software: { id: string }[]): SaidInBatch {
    const batch = said.begin();
    const errors = new Map<number, RecordError>();
    records.forEach((record, index) => {
      const error = batch.add(software[index]!.id, record);
      if (error) errors.set(index, error);
    });
    if (errors.size > 0) throw new Contradictions(errors);
    return batch;
  }

  /** Sources that come together are asked one after the other: the larger the batch, the later some of it. @returns whether it changed */
  private async writeFeed(
    sql: Sql,
    softwareId: string,
    { ordering }: CatalogueRecord,
    feed: Feed,
    batch: number,
  ): Promise<boolean> {
    const accepted = await this.sources.accept(sql, softwareId, feed);
    const scheme = ordering === null ? schemeOf(accepted) : undefined;
    if (scheme) await this.orderings.suggest(sql, softwareId, scheme);
    return this.sources.write(sql, softwareId, accepted, Math.floor(Math.random() * batch));
  }
}

function refusal(error: Error, { patterns }: Run): RecordError {
  if (!(error instanceof PatternBudgetSpent))
    return new RecordError(`the database refused it: ${error.message.slice(0, 200)}`);
  const field = `ordering.${error.field}`;
  return new RecordError(
    patterns.isSpent
      ? `${field} was not applied: the patterns of this import have taken too long. Send the rest again, with simpler patterns`
      : `${field} takes too long on the versions of this product: use a simpler pattern, or fewer versions in a line`,
    field,
  );
}

function reject({ summary, events }: Run, at: Place, { field, message }: RecordError): void {
  summary.rejected++;
  events.rejected?.({ at, field, reason: message });
}

/** Of the product within its publisher. */
const identityOf = ({ source, software }: CatalogueRecord) => source ?? unnamedIdentity(software.name);

function addTo(summary: ImportSummary, part: ImportSummary): void {
  for (const key of Object.keys(part) as (keyof ImportSummary)[]) summary[key] += part[key];
}
