import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, readVex, recordPrefix, RecordProblem, VEX_PROVIDER, vexRecords } from 'advisory-match';
import { AdvisoryImport } from '../../../advisory/store/advisory-import';
import { AdvisoryImportRepository } from '../../../advisory/store/advisory-import.repository';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import { AdvisoryDocuments } from './advisory-provider';
import { type KnowledgeDocument, KnowledgeError } from './knowledge-provider';
import type { StreamedRecords } from './record-stream';

/** Bytes of a document. */
const LONGEST = 20_000_000;

/** What vendors say about vulnerabilities of their own products: documents of OpenVEX and CycloneDX. Only from files: each is somebody's word. */
@Injectable()
export class VexKnowledge extends AdvisoryDocuments {
  readonly name = VEX_PROVIDER;
  readonly title = 'Statements of vendors (VEX)';

  constructor(
    imports: AdvisoryImport,
    advisories: AdvisoryRepository,
    private readonly records: AdvisoryImportRepository,
  ) {
    super(imports, advisories);
  }

  urlsOf(): string[] {
    return [];
  }

  async read(documents: AsyncIterable<KnowledgeDocument>): Promise<StreamedRecords> {
    const knowledge: Omit<StreamedRecords, 'stream'> = { asOf: null, records: 0, rejected: [], dropped: 0 };
    const records = this.recordsOf(documents, knowledge);
    const first = await records.next();
    const [reason] = knowledge.rejected;
    if (first.done) throw new KnowledgeError(reason ? `${reason.at} ${reason.reason}.` : 'It has no statements.');
    async function* stream() {
      yield first.value as AdvisoryRecord;
      yield* records;
    }
    return Object.assign(knowledge, { stream: stream() });
  }

  private async *recordsOf(
    documents: AsyncIterable<KnowledgeDocument>,
    knowledge: Omit<StreamedRecords, 'stream'>,
  ): AsyncGenerator<AdvisoryRecord> {
    for await (const { name, text } of documents)
      try {
        const document = await readVex(contentOf(text));
        const place = name === null ? '' : `${name}: `;
        knowledge.rejected.push(...document.rejected.map(({ at, reason }) => ({ at: place + at, reason })));
        const records = vexRecords(document);
        knowledge.records += records.length;
        yield* records;
        yield* await this.withdrawn(recordPrefix(document), records);
      } catch (error) {
        if (!(error instanceof RecordProblem)) throw error;
        knowledge.rejected.push({ at: name ?? 'It', reason: error.message });
      }
  }

  /** What an earlier revision of the document had, and this one has not. */
  private async withdrawn(prefix: string, records: AdvisoryRecord[]): Promise<AdvisoryRecord[]> {
    const present = new Set(records.map(({ id }) => id));
    const gone = (await this.records.recordIds(this.name, prefix)).filter((id) => !present.has(id));
    const modified = records.reduce<string | null>(
      (last, one) => ((one.modified ?? '') > (last ?? '') ? one.modified : last),
      null,
    );
    return gone.map((id) => ({
      ...{ id, aliases: [], summary: null, severity: 'unknown', cvss: null, database: 'VEX', url: null },
      ...{ published: null, modified, isWithdrawn: true, affected: [] },
    }));
  }
}

/** @throws RecordProblem */
function contentOf(text: string): unknown {
  if (Buffer.byteLength(text) > LONGEST) throw new RecordProblem(`is longer than ${LONGEST / 1_000_000} MB`);
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordProblem('is not JSON');
  }
}
