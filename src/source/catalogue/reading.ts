import type { CatalogueRecord, RecordError } from './record';

/** Where something stands: the number of a line, or a path (with `:<line>` when it is about one). */
export type Place = number | string;

/** What a reader made of a piece of its input: a record, or why there is none. */
export type Reading = { at: Place; record: CatalogueRecord } | { at: Place; error: RecordError };

/** Something that was not taken, and why. */
export interface Rejection {
  at: Place;
  /** Which field is wrong; null = it is not about one. */
  field: string | null;
  /** A sentence that names the field too. */
  reason: string;
}
