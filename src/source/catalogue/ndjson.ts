import type { Readable } from 'node:stream';
import { TimeSlice } from '../../common/concurrency/time-slice';
import { type Line, linesOf } from './lines';
import type { Reading } from './reading';
import { parseRecord, RecordError } from './record';

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
