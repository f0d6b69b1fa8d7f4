import { Injectable } from '@nestjs/common';
import { type AdvisoryRange, type AdvisoryRecord, assess } from 'advisory-match';
import { TimeSlice } from 'small-parts';
import { Database, type Sql } from '../../database/database';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { VersionChanges } from '../../version/versions/version-changes';
import { AdvisoryImportRepository, type BatchRow, digestOf, type StoredDigest } from './advisory-import.repository';
import { AdvisoryRepository, type StoredRecord } from './advisory.repository';
import { AssessmentService } from './assessment.service';

/** A transaction ends at whichever comes first. */
const CHUNK_RECORDS = 100;
const CHUNK_LENGTH = 1_000_000;

/** An import that would change the verdict of more products than both is suspicious. */
const PART_AT_MOST = 0.02;
const PRODUCTS_AT_MOST = 10;

/** Begins each transaction. @throws when another process imports for this provider now */
type Hold = (sql: Sql) => Promise<void>;

export interface ImportOptions {
  provider: string;
  hold: Hold;
  /** It is the snapshot that came with the service: nobody is told of it, if nothing was imported before. */
  isBundled?: boolean;
  signal?: AbortSignal;
}

/** The result of an import. */
export interface ImportedAdvisories {
  /** Records about products of the catalogue. */
  records: number;
  /** Records about other products, or about none that can be named. */
  dropped: number;
  /** Records that are new, differ, or count no more. */
  written: number;
  /** The newest day of a record; null = none has one. */
  newest: string | null;
  /** Products whose advisories changed. */
  changed: number;
  /** Why it waits for the operator; null = it counts already. */
  heldBecause: string | null;
}

interface Chunk {
  records: { record: AdvisoryRecord; digest: string }[];
  length: number;
}

/**
 * Imports the records of a provider. It may end anywhere: until all of it is written, and has passed the canary, nobody sees any of it. What
 * the records do not list stays, as OSV marks what it withdraws.
 */
@Injectable()
export class AdvisoryImport {
  constructor(
    private readonly database: Database,
    private readonly repository: AdvisoryImportRepository,
    private readonly assessments: AssessmentService,
    private readonly advisories: AdvisoryRepository,
    private readonly orderings: OrderingRepository,
    private readonly changes: VersionChanges,
  ) {}

  /** @param held what is remembered of an import that waits */
  async run(
    records: AsyncIterable<AdvisoryRecord>,
    options: ImportOptions,
    held: (done: ImportedAdvisories) => string = () => '{}',
  ): Promise<ImportedAdvisories> {
    const { provider } = options;
    await this.repository.prepare(provider);
    const { batch } = await this.begin(options);
    const done = await this.write(records, batch + 1, options);
    if (done.written > 0) {
      done.heldBecause = await this.objection(provider, batch + 1, options.hold);
      if (done.heldBecause !== null) await this.holdBack(options, done.heldBecause, held(done));
      else done.changed = await this.publish(options);
    }
    return done;
  }

  /** Lets an import count that was held. @returns what was remembered of it; null = none is held */
  async accept(options: ImportOptions): Promise<{ held: string; changed: number } | null> {
    const row = await this.repository.find(this.database, options.provider);
    if (row === null || row.heldBecause === null) return null;
    return { held: row.held ?? '{}', changed: await this.publish(options) };
  }

  /** Removes what an import left that was not finished, or not accepted, and what one that counts no longer needs. */
  private async begin({ provider, hold }: ImportOptions): Promise<BatchRow> {
    const row = await this.database.transaction(async (sql) => {
      await hold(sql);
      await this.repository.setHeld(sql, provider, null, null);
      return (await this.repository.find(sql, provider))!;
    });
    await this.inSteps(hold, (sql) => this.repository.dropUnseen(sql, provider, row.batch));
    await this.inSteps(hold, (sql) => this.repository.dropEnded(sql, provider, row.batch));
    await this.inSteps(hold, async (sql) => {
      await this.repository.resume(sql, provider, row.batch);
      return false;
    });
    return row;
  }

  private async inSteps(hold: Hold, step: (sql: Sql) => Promise<boolean>): Promise<void> {
    let hasMore = true;
    while (hasMore)
      hasMore = await this.database.transaction(async (sql) => {
        await hold(sql);
        return step(sql);
      });
  }

  private async write(
    records: AsyncIterable<AdvisoryRecord>,
    next: number,
    options: ImportOptions,
  ): Promise<ImportedAdvisories> {
    const done = { records: 0, dropped: 0, written: 0, newest: null as string | null, changed: 0, heldBecause: null };
    const identifiers = await this.repository.identifiers();
    for await (const chunk of chunksOf(records, identifiers)) {
      options.signal?.throwIfAborted();
      done.written += await this.database.transaction(async (sql) => {
        await options.hold(sql);
        return this.writeChunk(sql, options.provider, next, chunk);
      });
      for (const { record } of chunk.records) {
        if (record.affected.length > 0) done.records++;
        else done.dropped++;
        if (record.modified !== null && (done.newest === null || record.modified > done.newest))
          done.newest = record.modified;
      }
    }
    return done;
  }

  /** @returns how many records it has changed */
  private async writeChunk(sql: Sql, provider: string, next: number, { records }: Chunk): Promise<number> {
    const byId = new Map<string, Chunk['records'][number]>();
    for (const one of records) if (!isOlder(one.record, byId.get(one.record.id)?.record)) byId.set(one.record.id, one);
    const stored = await this.repository.stored(sql, provider, [...byId.keys()]);
    const [added, ended, removed]: [AdvisoryRecord[], string[], string[]] = [[], [], []];
    for (const { record, digest } of byId.values()) {
      const before = stored.get(record.id);
      const isWanted = !record.isWithdrawn && record.affected.length > 0;
      if (isUnchanged(before, record, digest, isWanted)) continue;
      if (before?.fromBatch === next) removed.push(before.id);
      else if (before && !before.isEnded) ended.push(before.id);
      if (isWanted) added.push(record);
    }
    await this.repository.remove(sql, removed);
    await this.repository.end(sql, ended, next);
    await this.repository.insert(sql, provider, next, added);
    return added.length + ended.length;
  }

  private async holdBack({ provider, hold }: ImportOptions, because: string, held: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      await hold(sql);
      await this.repository.setHeld(sql, provider, because, held);
    });
  }

  /**
   * Counts the products whose newest version would become affected, or no longer be. Those of which the provider had no record before do not
   * count: a first import is none of a change of mind.
   * @param next the batch that is written and not seen yet
   * @returns why it should wait; null = it may count
   */
  private async objection(provider: string, next: number, hold: (sql: Sql) => Promise<void>): Promise<string | null> {
    if (next === 1) return null;
    const touched = await this.repository.touched(this.database, provider, next);
    let flips = 0;
    // One by one: a product may have thousands of records.
    for (const { softwareId } of touched) {
      await this.database.transaction(hold);
      if (await this.flips(provider, softwareId)) flips++;
    }
    const products = await this.repository.withKeys(this.database);
    if (flips <= PRODUCTS_AT_MOST || flips <= PART_AT_MOST * products) return null;
    const percent = Math.round((flips / products) * 1_000) / 10;
    return `It would change the verdict of the newest version of ${flips} products (${percent} % of ${products}).`;
  }

  private async flips(provider: string, id: string): Promise<boolean> {
    const now = (await this.advisories.recordsOf(this.database, [id])).get(id) ?? [];
    if (!now.some((record) => record.provider === provider)) return false;
    const then = (await this.advisories.recordsOf(this.database, [id], { withNextOf: provider })).get(id) ?? [];
    const label = (await this.repository.latest(this.database, [id])).get(id);
    const [row] = await this.orderings.findProducts(this.database, [id]);
    if (label === undefined || row === undefined) return false;
    const isAffected = (records: StoredRecord[]) =>
      assess(label, orderingOf(row), records).some(({ state }) => state === 'affected');
    return isAffected(now) !== isAffected(then);
  }

  /** @returns how many products it concerns */
  private async publish({ provider, hold, isBundled = false }: ImportOptions): Promise<number> {
    const { batch, changed } = await this.database.transaction(async (sql) => {
      await hold(sql);
      const row = (await this.repository.find(sql, provider))!;
      const touched = await this.repository.touched(sql, provider, row.batch + 1);
      await this.repository.raise(sql, provider, isBundled && row.batch === 0 ? 1 : row.quietBatch);
      await this.assessments.outdate(sql, touched);
      return { batch: row.batch + 1, changed: touched.length };
    });
    if (changed > 0) this.changes.next();
    await this.inSteps(hold, (sql) => this.repository.dropEnded(sql, provider, batch));
    return changed;
  }
}

const isOlder = (one: { modified: string | null }, other: { modified: string | null } | undefined) =>
  one.modified !== null && (other?.modified ?? '') > one.modified;

function isUnchanged(
  before: StoredDigest | undefined,
  record: AdvisoryRecord,
  digest: string,
  isWanted: boolean,
): boolean {
  if (!before) return !isWanted;
  if (isOlder(record, before)) return true;
  return before.isEnded ? !isWanted : isWanted && before.digest === digest;
}

async function* chunksOf(records: AsyncIterable<AdvisoryRecord>, identifiers: Set<string>): AsyncGenerator<Chunk> {
  const slice = new TimeSlice();
  let chunk: Chunk = { records: [], length: 0 };
  for await (const given of records) {
    if (slice.isOver) await slice.next();
    const record = { ...given, affected: given.affected.filter((range) => isNamed(range, identifiers)) };
    chunk.records.push({ record, digest: digestOf(record) });
    chunk.length += lengthOf(record);
    if (chunk.records.length < CHUNK_RECORDS && chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = { records: [], length: 0 };
  }
  if (chunk.records.length > 0) yield chunk;
}

const isNamed = ({ key }: AdvisoryRange, identifiers: Set<string>) =>
  identifiers.has(`${key.type === 'repo' ? 'purl' : key.type} ${key.value}`);

const lengthOf = ({ affected }: AdvisoryRecord) =>
  affected.reduce((sum, { ranges, versions }) => sum + 100 + 50 * ranges.flat().length + 20 * versions.length, 1_000);
