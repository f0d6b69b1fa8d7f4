import type { Config } from '../../../config/config';
import type { Sql } from '../../../database/database';

/** An answer, or a file with the same content; or one of many records of it (`KnowledgeProvider.form`). */
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

const REJECTED_AT_MOST = 10_000;

/** Beyond ten thousand it is left out. */
export function reject(rejected: Rejected[], at: string, reason: string): void {
  if (rejected.length < REJECTED_AT_MOST) rejected.push({ at, reason });
}

/** Checked facts of documents, not stored yet. Those of a stream of records are complete when it was written. */
export interface Knowledge {
  /** The day (`YYYY-MM-DD`) of the facts; null = not known yet. */
  asOf: string | null;
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
  /** Records of things that no product of the catalogue is. */
  dropped?: number;
  /** Why it is complete, but waits for the operator (`knowledge accept`). */
  held_because?: string;
}

/** What is remembered of stored facts. */
export interface Stored {
  asOf: string;
  records: number;
  rejected: number;
}

/** Begins each transaction of a writer. @throws when another process writes now */
export type Hold = (sql: Sql) => Promise<void>;

/** How facts are written. */
export interface Writing {
  hold: Hold;
  /** It is the snapshot that came with the service. */
  isBundled: boolean;
  /** Ends it after a transaction. */
  signal?: AbortSignal;
}

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
  /** `document`: an answer is read whole, at most 32 MB. `records`: it is a zip file or lines of JSON, of which each record is a document. */
  readonly form: 'document' | 'records' = 'document';
  /** Whether older facts than the known ones are refused. Otherwise each record says how old it is. */
  readonly isWhole: boolean = true;
  /** In `data/advisories`: the snapshot that comes with the service. */
  readonly bundled: string | null = null;

  /** The setting with the URLs to request; null = it is never asked. */
  abstract readonly setting: 'lifecycleUrl' | 'osvUrl' | 'nvdOverridesUrl' | 'kevUrl' | 'epssUrl' | null;

  /**
   * @param today `YYYY-MM-DD`, UTC: nothing is of a later day
   * @throws KnowledgeError, SourceError
   */
  abstract read(documents: AsyncIterable<KnowledgeDocument>, today: string): Promise<K>;

  /**
   * Stores it, in several transactions. It may end between any two of them: the same again writes what is missing, and only that.
   */
  abstract write(knowledge: K, writing: Writing): Promise<Learnt>;

  /** Lets facts count that were held. @returns null if none are */
  accept(_writing: Writing): Promise<(Learnt & { stored: Stored }) | null> {
    return Promise.resolve(null);
  }

  /** The URLs to request; none = it is not asked. */
  urlsOf(config: Config): string[] {
    return this.setting === null ? [] : [config[this.setting] ?? []].flat();
  }

  /** How many products of the catalogue it covers now; null = those of `knowledge_match`. */
  matched(): Promise<number | null> {
    return Promise.resolve(null);
  }
}
