import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PatternBudgetSpent } from 'version-order';
import { type Actor, COMMAND_LINE } from '../../api/identity/actor';
import { SettingsError } from '../../common/settings/settings';
import { Database, type Transaction } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { isDuplicateKey, isUnavailable } from '../../database/errors';
import { NotesSourceService } from '../release-notes/notes-source.service';
import { VersionChanges } from '../../version/versions/version-changes';
import { SourceSettings } from '../polling/source-settings';
import { BatchWriter } from './batch-writer';
import {
  type ImportEvents,
  type ImportMode,
  ImportRun,
  type ImportSummary,
  PLAIN_IMPORT,
  type WrittenBatch,
} from './import-run';
import { decompressed } from './lines';
import { ndjsonReadings, type Place, type Reading } from './reading';
import { type CatalogueRecord, RecordError } from './record';
import type { RefreshCounts } from './refresh-rules';

interface PlacedRecord {
  at: Place;
  record: CatalogueRecord;
}

/** An operator's own import may take as long as it needs. */
const UNLIMITED = Infinity;

/** A transaction ends at whichever comes first: it neither keeps locks for long nor commits for every line. */
const BATCH = { records: 100, versions: 4_000 };
/** Where nobody waits for locks: most pages of an index that a batch changes are changed by the next one as well, and written again. */
const BATCH_ALONE = { records: 1_000, versions: 20_000 };

/** A product that another process adds at the same moment is a duplicate key, and known at the next attempt. */
const ATTEMPTS = 3;

export type RefreshSummary = ImportSummary & RefreshCounts;

/** Rolls a dry run back. */
class DryRun extends Error {
  constructor(readonly written: WrittenBatch) {
    super('dry run');
  }
}

@Injectable()
export class CatalogueImporter {
  constructor(
    private readonly database: Database,
    private readonly writer: BatchWriter,
    private readonly sources: SourceSettings,
    private readonly notes: NotesSourceService,
    private readonly changes: VersionChanges,
  ) {}

  /** Imports a catalogue file: NDJSON, plain or gzip. Memory does not grow with it. See `importAll`. */
  async import(input: Readable, events?: ImportEvents, actor?: Actor): Promise<ImportSummary> {
    return this.importAll(ndjsonReadings(await decompressed(input)), events, actor);
  }

  /** Imports a newer catalogue file by `RefreshRules`. Products that the file does not name stay unchanged. See `importAll`. */
  async refresh(
    input: Readable,
    events: ImportEvents = {},
    actor = COMMAND_LINE,
    { isDryRun = false, isAlone = false } = {},
  ): Promise<RefreshSummary> {
    const readings = ndjsonReadings(await decompressed(input));
    const run = await this.run(readings, actor, UNLIMITED, events, { isRefresh: true, isDryRun, isAlone });
    return { ...run.summary, ...run.refreshed };
  }

  /**
   * Imports records into the catalogue; products and facts that they do not mention stay unchanged. Each record is imported as a whole or rejected.
   * @param patternsMs milliseconds for the patterns of all products; records that need more are rejected
   * @throws errors of the database and the reader; committed records stay
   */
  async importAll(
    readings: AsyncIterable<Reading>,
    events: ImportEvents = {},
    actor = COMMAND_LINE,
    patternsMs = UNLIMITED,
  ): Promise<ImportSummary> {
    return (await this.run(readings, actor, patternsMs, events, PLAIN_IMPORT)).summary;
  }

  private async run(
    readings: AsyncIterable<Reading>,
    actor: Actor,
    patternsMs: number,
    events: ImportEvents,
    mode: ImportMode,
  ): Promise<ImportRun> {
    const run = new ImportRun(actor, await databaseNow(this.database), patternsMs, events, mode);
    await this.runBatches(readings, run);
    return run;
  }

  private async runBatches(readings: AsyncIterable<Reading>, run: ImportRun): Promise<void> {
    const { mode } = run;
    const most = mode.isAlone ? BATCH_ALONE : BATCH;
    let batch: PlacedRecord[] = [];
    let versions = 0;
    for await (const reading of readings) {
      if ('record' in reading) run.warn(reading.at, reading.record.outdated);
      const error = 'error' in reading ? reading.error : this.settingsError(reading.record);
      if ('error' in reading || error) {
        run.reject(reading.at, error!);
        continue;
      }
      batch.push(reading);
      versions += reading.record.versions.length;
      if (batch.length < most.records && versions < most.versions) continue;
      await this.importBatch(batch, run);
      batch = [];
      versions = 0;
    }
    if (batch.length > 0) await this.importBatch(batch, run);
    if (run.summary.versions > 0 && !mode.isDryRun) this.changes.next();
  }

  /** The mistake in the settings of the record's source or notes source; null = none. */
  private settingsError({ source, notes, outdated }: CatalogueRecord): RecordError | null {
    const name = outdated.includes('feed') ? 'feed' : 'source';
    const ofSource = (field: string) => `${name}.${field === 'type' ? field : `settings.${field}`}`;
    const ofNotes = (field: string) =>
      ['from', 'settings'].includes(field) ? `notes_${field}` : `notes_settings.${field}`;
    return (
      (source && problemOf(() => this.sources.check(source), ofSource)) ??
      (notes && problemOf(() => void this.notes.accept(notes), ofNotes))
    );
  }

  /** Imports all records in one transaction; if it is refused, each in its own. */
  private async importBatch(batch: PlacedRecord[], run: ImportRun): Promise<void> {
    const refused = await this.commit(batch, run);
    if (refused !== null && batch.length === 1) run.reject(batch[0]!.at, refused);
    else if (refused !== null)
      for (const one of batch) {
        const error = await this.commit([one], run);
        if (error !== null) run.reject(one.at, error);
      }
    run.progress();
  }

  /** @returns why the records were refused; null = they are committed */
  private async commit(batch: PlacedRecord[], run: ImportRun): Promise<RecordError | null> {
    const records = batch.map(({ record }) => record);
    for (let attempt = 1; ; attempt++) {
      try {
        run.committed(await this.database.transaction((sql) => this.write(sql, records, run)));
        return null;
      } catch (error) {
        if (error instanceof DryRun) {
          run.committed(error.written);
          return null;
        }
        if (isUnavailable(error)) throw error;
        if (attempt === ATTEMPTS || !isDuplicateKey(error)) return refusal(error as Error, run);
      }
    }
  }

  private async write(sql: Transaction, records: CatalogueRecord[], run: ImportRun): Promise<WrittenBatch> {
    const written = await this.writer.write(sql, records, run);
    if (run.mode.isDryRun) throw new DryRun(written);
    return written;
  }
}

function refusal(error: Error, { patterns }: ImportRun): RecordError {
  if (error instanceof RecordError) return error;
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

function problemOf(check: () => void, nameOf: (field: string) => string): RecordError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { field, message } = error.problems[0]!;
    return new RecordError(`${nameOf(field)} ${message}`, nameOf(field));
  }
}
