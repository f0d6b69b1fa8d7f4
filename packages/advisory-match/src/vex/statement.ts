import type { AdvisoryKey, RangeEvent } from '../matching/advisory';

export const VEX_STATUSES = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;
export type VexStatus = (typeof VEX_STATUSES)[number];

/** Versions of one product that a statement is about. */
export interface VexProduct {
  key: AdvisoryKey;
  /** Those that are named one by one, and those between bounds; neither = all. */
  versions: string[];
  ranges: RangeEvent[][];
  /** The document is about another product that has it: what it says holds in there only. */
  isPart: boolean;
}

export interface VexStatement {
  /** Its place in the document, such as `statements[3]`. */
  at: string;
  /** An id, and others of the same vulnerability. */
  vulnerability: string;
  aliases: string[];
  status: VexStatus;
  /** None, if no product is named by a package URL or a CPE. */
  products: VexProduct[];
  /** Why, in one line of at most 500 characters. */
  reason: string | null;
  /** ISO 8601; null = nobody says. */
  saidAt: string | null;
}

/** A document of OpenVEX or CycloneDX, checked. */
export interface VexDocument {
  /** The same for all revisions of a document; at most 2,048 characters. */
  id: string;
  /** At most 64 characters. */
  author: string;
  statements: VexStatement[];
  /** Statements that cannot be read: the rest of a sentence that begins with the place. */
  rejected: { at: string; reason: string }[];
}

export const STATEMENTS_AT_MOST = 10_000;
/** Products of one statement, where its reading takes long enough that others would wait. */
export const PRODUCTS_OF_ONE = 2_000;
/** Products of all statements together. */
export const PRODUCTS_AT_MOST = 100_000;
