import type { CatalogueRecord, RecordError } from './record';

/** The number of a line, or a path, with `:<line>` if known. */
export type Place = number | string;

/** A record that was read, or why it could not be. */
export type Reading = { at: Place; record: CatalogueRecord } | { at: Place; error: RecordError };

/** On a record: why it was rejected, or what should change in it. */
export interface Remark {
  at: Place;
  /** The field that this is about; null = not about a single field. */
  field: string | null;
  /** A sentence that also names the field. */
  reason: string;
}
