import type { Config } from '../../../config/config';
import type { Sql } from '../../../database/database';

/** An answer, or a file with the same content. */
export interface KnowledgeDocument {
  /** Its name in messages; null = it is the only one. */
  name: string | null;
  text: string;
  /** The day of its facts, if the document has none; null = the document must have it. */
  day: string | null;
}

/** An invalid record, and the rest of a sentence that begins with it. */
export interface Rejected {
  at: string;
  reason: string;
}

/** Checked facts of documents, not stored yet. */
export interface Knowledge {
  /** The day (`YYYY-MM-DD`) of the facts; of several documents, the oldest. */
  asOf: string;
  /** Number of valid records. */
  records: number;
  rejected: Rejected[];
}

/** The result of storing. */
export interface Learnt {
  /** Products of the catalogue that it covers. */
  matched: number;
  /** Those of them for which it changed anything. */
  changed: number;
}

/** Begins each transaction of a writer. @throws when another process writes now */
export type Hold = (sql: Sql) => Promise<void>;

/** Documents that are invalid as a whole. The message is a sentence. */
export class KnowledgeError extends Error {}

/**
 * A provider of facts about many products at once: requested at an address of the operator, or read from files. A provider is one
 * file, and one line in `index.ts`.
 */
export abstract class KnowledgeProvider<K extends Knowledge = Knowledge> {
  /** Its name in the command line, the API and the database; at most 32 characters. */
  abstract readonly name: string;
  abstract readonly title: string;

  /** The URL to request; null = none. */
  abstract urlOf(config: Config): string | null;

  /**
   * @param today `YYYY-MM-DD`, UTC: nothing is of a later day
   * @throws KnowledgeError, SourceError
   */
  abstract read(documents: AsyncIterable<KnowledgeDocument>, today: string): Promise<K>;

  /**
   * Stores it, in several transactions. It may end between any two of them: the same again writes what is missing, and only that.
   * @param signal ends it after a transaction
   */
  abstract write(knowledge: K, hold: Hold, signal?: AbortSignal): Promise<Learnt>;
}
