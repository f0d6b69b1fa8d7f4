import type { Readable } from 'node:stream';
import { TimeSlice } from 'small-parts';
import { type Line, linesOf } from './lines';
import { type CatalogueRecord, parseRecord, RecordError } from './record';

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

/** The records of an unpacked catalogue file, one per line. */
export async function* ndjsonReadings(unpacked: Readable): AsyncGenerator<Reading> {
  const slice = new TimeSlice();
  for await (const line of linesOf(unpacked)) {
    if (slice.isOver) await slice.next();
    yield readingOf(line);
  }
}

function readingOf({ number, text }: Line): Reading {
  if (text === null) return { at: number, error: new RecordError('the line is longer than 8 MiB') };
  try {
    return { at: number, record: parseRecord(text) };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return { at: number, error };
  }
}
