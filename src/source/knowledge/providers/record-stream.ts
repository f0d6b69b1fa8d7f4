import { type AdvisoryRecord, RecordProblem } from 'advisory-match';
import { TimeSlice } from 'small-parts';
import { type Knowledge, type KnowledgeDocument, KnowledgeError, type Rejected } from './knowledge-provider';

/** The rest is counted only. */
const REJECTED_AT_MOST = 10_000;

/** Records of advisories, read while they are written. */
export interface StreamedRecords extends Knowledge {
  stream: AsyncIterable<AdvisoryRecord>;
  /** Records that are dropped at once. */
  dropped: number;
}

/**
 * Reads one record of each document.
 * @param read null = the record is dropped
 * @throws KnowledgeError when none of them is valid
 */
export async function streamed(
  documents: AsyncIterable<KnowledgeDocument>,
  read: (content: unknown) => AdvisoryRecord | null,
): Promise<StreamedRecords> {
  const knowledge: Omit<StreamedRecords, 'stream'> = { asOf: null, records: 0, rejected: [], dropped: 0 };
  const records = validRecords(documents, read, knowledge);
  const first = await records.next();
  if (first.done && knowledge.dropped === 0) throw new KnowledgeError(emptyReason(knowledge.rejected));
  async function* stream() {
    if (!first.done) yield first.value;
    yield* records;
  }
  return Object.assign(knowledge, { stream: stream() });
}

const emptyReason = ([first]: Rejected[]) =>
  first ? `It has no valid record: ${first.at} ${first.reason}.` : 'It has no records.';

async function* validRecords(
  documents: AsyncIterable<KnowledgeDocument>,
  read: (content: unknown) => AdvisoryRecord | null,
  knowledge: Omit<StreamedRecords, 'stream'>,
): AsyncGenerator<AdvisoryRecord> {
  const slice = new TimeSlice();
  for await (const { name, text, day } of documents) {
    if (slice.isOver) await slice.next();
    if (day !== null && (knowledge.asOf ?? '') < day) knowledge.asOf = day;
    try {
      const record = read(contentOf(text));
      if (record === null) knowledge.dropped++;
      else {
        knowledge.records++;
        yield record;
      }
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      if (knowledge.rejected.length < REJECTED_AT_MOST)
        knowledge.rejected.push({ at: name ?? 'It', reason: error.message });
    }
  }
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordProblem('is not JSON');
  }
}
