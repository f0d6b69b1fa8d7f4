import type { Config } from '../../../config/config';
import type { Sql } from '../../../database/database';

/** An answer, or a file that says the same. */
export interface KnowledgeDocument {
  /** What a message calls it; null = it is the only one. */
  name: string | null;
  text: string;
  /** The day on which it was so, if it does not say that itself; null = then it has to. */
  day: string | null;
}

/** A record that cannot be taken, and the rest of a sentence that begins with it. */
export interface Rejected {
  at: string;
  reason: string;
}

/** What documents say, checked. Nothing of it is stored yet. */
export interface Knowledge {
  /** The day (`YYYY-MM-DD`) on which it was so; of several documents, the oldest. */
  asOf: string;
  /** How many there are that can be taken. */
  records: number;
  rejected: Rejected[];
}

/** What was written. */
export interface Learnt {
  /** Products of the catalogue that it tells of. */
  matched: number;
  /** Those of them for which it changed anything. */
  changed: number;
}

/** Begins each transaction of a writer. @throws when somebody else writes now */
export type Hold = (sql: Sql) => Promise<void>;

/** Documents that cannot be taken at all. The message is a sentence. */
export class KnowledgeError extends Error {}

/**
 * Somebody who knows facts about many products at once: asked at an address that the operator gives, or read from files. A provider is one
 * file, and one line in `index.ts`.
 */
export abstract class KnowledgeProvider<K extends Knowledge = Knowledge> {
  /** As the command line, the API and the database call it; at most 32 characters. */
  abstract readonly name: string;
  abstract readonly title: string;

  /** Whom to ask; null = nobody. */
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
