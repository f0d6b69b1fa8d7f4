import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, RecordProblem } from 'advisory-match';
import { TimeSlice } from 'small-parts';
import { AdvisoryImport, type ImportedAdvisories } from '../../../advisory/store/advisory-import';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import {
  type Knowledge,
  type KnowledgeDocument,
  KnowledgeError,
  KnowledgeProvider,
  type Learnt,
  reject,
  type Rejected,
  type Stored,
  type Writing,
} from './knowledge-provider';

/** Records of advisories, read while they are written. */
interface StreamedRecords extends Knowledge {
  stream: AsyncIterable<AdvisoryRecord>;
  /** Records that are dropped at once. */
  dropped: number;
}

export type Counts = Omit<StreamedRecords, 'stream'>;

/** A provider of advisories. */
@Injectable()
export abstract class AdvisoryDocuments extends KnowledgeProvider<StreamedRecords> {
  override readonly isWhole = false;

  constructor(
    protected readonly imports: AdvisoryImport,
    private readonly advisories: AdvisoryRepository,
  ) {
    super();
  }

  /** The records of a document, which are counted in `counts`. @throws RecordProblem */
  protected abstract recordsOf(document: KnowledgeDocument, counts: Counts): AsyncIterable<AdvisoryRecord>;

  /** Why documents without any record are none. @param first what was rejected, if anything */
  protected abstract emptyReason(first?: Rejected): string;

  async read(documents: AsyncIterable<KnowledgeDocument>): Promise<StreamedRecords> {
    const counts: Counts = { asOf: null, records: 0, rejected: [], dropped: 0 };
    const records = this.validRecords(documents, counts);
    const first = await records.next();
    if (first.done && counts.dropped === 0) throw new KnowledgeError(this.emptyReason(counts.rejected[0]));
    async function* stream() {
      if (!first.done) yield first.value;
      yield* records;
    }
    return Object.assign(counts, { stream: stream() });
  }

  async write(knowledge: StreamedRecords, writing: Writing): Promise<Learnt> {
    const held = ({ newest }: ImportedAdvisories): string => {
      const { asOf, records, rejected } = knowledge;
      const stored: Stored = { asOf: asOf ?? newest ?? '1970-01-01', records, rejected: rejected.length };
      return JSON.stringify(stored);
    };
    const done = await this.imports.run(knowledge.stream, { provider: this.name, ...writing }, held);
    knowledge.asOf ??= done.newest;
    const { changed, heldBecause } = done;
    return {
      matched: await this.matched(),
      changed,
      dropped: done.dropped + knowledge.dropped,
      ...(heldBecause === null ? {} : { held_because: heldBecause }),
    };
  }

  override async accept(writing: Writing): Promise<(Learnt & { stored: Stored }) | null> {
    const accepted = await this.imports.accept({ provider: this.name, ...writing });
    if (accepted === null) return null;
    const { changed, held } = accepted;
    return { matched: await this.matched(), changed, stored: JSON.parse(held) as Stored };
  }

  override matched(): Promise<number> {
    return this.advisories.products(this.name);
  }

  private async *validRecords(
    documents: AsyncIterable<KnowledgeDocument>,
    counts: Counts,
  ): AsyncGenerator<AdvisoryRecord> {
    const slice = new TimeSlice();
    for await (const document of documents) {
      if (slice.isOver) await slice.next();
      const { name, day } = document;
      if (day !== null && (counts.asOf ?? '') < day) counts.asOf = day;
      try {
        yield* this.recordsOf(document, counts);
      } catch (error) {
        if (!(error instanceof RecordProblem)) throw error;
        reject(counts.rejected, name ?? 'It', error.message);
      }
    }
  }
}

/** One that has one record in each document. */
export abstract class AdvisoryProvider extends AdvisoryDocuments {
  override readonly form = 'records';

  /** @returns null for a record that is dropped @throws RecordProblem */
  protected abstract record(content: unknown): AdvisoryRecord | null;

  protected async *recordsOf({ text }: KnowledgeDocument, counts: Counts): AsyncGenerator<AdvisoryRecord> {
    const record = await Promise.resolve(this.record(contentOf(text)));
    if (record === null) return void counts.dropped++;
    counts.records++;
    yield record;
  }

  protected emptyReason(first?: Rejected): string {
    return first ? `It has no valid record: ${first.at} ${first.reason}.` : 'It has no records.';
  }
}

/** @throws RecordProblem */
export function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordProblem('is not JSON');
  }
}
