import type { AdvisoryRecord } from 'advisory-match';
import { AdvisoryImport, type ImportedAdvisories } from '../../../advisory/store/advisory-import';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import {
  type KnowledgeDocument,
  KnowledgeProvider,
  type Learnt,
  type Stored,
  type Writing,
} from './knowledge-provider';
import { type StreamedRecords, streamed } from './record-stream';

/** A provider of advisories. */
export abstract class AdvisoryDocuments extends KnowledgeProvider<StreamedRecords> {
  override readonly isWhole = false;

  constructor(
    protected readonly imports: AdvisoryImport,
    private readonly advisories: AdvisoryRepository,
  ) {
    super();
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
      matched: await this.advisories.products(this.name),
      changed,
      dropped: done.dropped + knowledge.dropped,
      ...(heldBecause === null ? {} : { held_because: heldBecause }),
    };
  }

  override async accept(writing: Writing): Promise<(Learnt & { stored: Stored }) | null> {
    const accepted = await this.imports.accept({ provider: this.name, ...writing });
    if (accepted === null) return null;
    const matched = await this.advisories.products(this.name);
    return { matched, changed: accepted.changed, stored: JSON.parse(accepted.held) as Stored };
  }

  override matched(): Promise<number> {
    return this.advisories.products(this.name);
  }
}

/** One that has one record in each document. */
export abstract class AdvisoryProvider extends AdvisoryDocuments {
  override readonly form = 'records';

  /** @returns null for a record that is dropped @throws RecordProblem */
  protected abstract record(content: unknown): AdvisoryRecord | null;

  read(documents: AsyncIterable<KnowledgeDocument>): Promise<StreamedRecords> {
    return streamed(documents, (content) => this.record(content));
  }
}
