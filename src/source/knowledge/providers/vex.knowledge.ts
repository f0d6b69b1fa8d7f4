import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, readVex, recordPrefix, RecordProblem, VEX_PROVIDER, vexRecords } from 'advisory-match';
import { AdvisoryImport } from '../../../advisory/store/advisory-import';
import { AdvisoryImportRepository } from '../../../advisory/store/advisory-import.repository';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import { AdvisoryDocuments, contentOf, type Counts } from './advisory-provider';
import { type KnowledgeDocument, reject, type Rejected } from './knowledge-provider';

/** Bytes of a document. */
const LONGEST = 20_000_000;

/** What vendors say about vulnerabilities of their own products: documents of OpenVEX and CycloneDX. Only from files: each is somebody's word. */
@Injectable()
export class VexKnowledge extends AdvisoryDocuments {
  readonly name = VEX_PROVIDER;
  readonly title = 'Statements of vendors (VEX)';
  readonly setting = null;

  constructor(
    imports: AdvisoryImport,
    advisories: AdvisoryRepository,
    private readonly records: AdvisoryImportRepository,
  ) {
    super(imports, advisories);
  }

  protected async *recordsOf({ name, text }: KnowledgeDocument, counts: Counts): AsyncGenerator<AdvisoryRecord> {
    if (Buffer.byteLength(text) > LONGEST) throw new RecordProblem(`is longer than ${LONGEST / 1_000_000} MB`);
    const document = await readVex(contentOf(text));
    const place = name === null ? '' : `${name}: `;
    for (const { at, reason } of document.rejected) reject(counts.rejected, place + at, reason);
    const records = vexRecords(document);
    counts.records += records.length;
    yield* records;
    yield* await this.withdrawn(recordPrefix(document), records);
  }

  protected emptyReason(first?: Rejected): string {
    return first ? `${first.at} ${first.reason}.` : 'It has no statements.';
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
