import { TimeSlice } from 'small-parts';
import type { LinearPattern } from 'version-order';
import { SourceError } from '../../common/fetch/source-error';

/** Steps of one search (length of the text times size of the pattern): it blocks the process for 30 ms at worst. */
const MAX_STEPS = 1_000_000;
/** UTF-16 units of a piece of a page. */
const SHORTEST_PIECE = 8_192;
/** Milliseconds for a whole page. */
const MAX_TIME = 5_000;

/**
 * The matches of a pattern on a page. A long page is searched in pieces that overlap by half, without blocking the event loop. So a match
 * may have half a piece: 4,096 characters, and with usual patterns a few times as many.
 * @returns the groups of each match, the whole match first; at most `atMost`
 * @throws SourceError when it takes too long
 */
export async function* matchesOn(
  page: string,
  pattern: LinearPattern,
  atMost: number,
): AsyncGenerator<(string | null)[]> {
  const size = Math.max(SHORTEST_PIECE, 4 * Math.floor(MAX_STEPS / 4 / Math.max(1, pattern.size)));
  const slice = new TimeSlice();
  let spent = 0;
  for (let from = 0, left = atMost; from < page.length && left > 0;) {
    const isLast = from + size >= page.length;
    const limit = isLast ? Infinity : size / 2;
    let next = isLast ? page.length : lineBefore(page, from + size / 2, from + size / 4);
    let begun = performance.now();
    for (const { groups, start, end } of pattern.places(page.slice(from, from + size))) {
      // It may continue beyond the piece: the next piece begins with it.
      if (end > limit && start > 0) {
        next = from + start;
        break;
      }
      yield groups;
      next = Math.max(next, from + end);
      if (--left === 0 || spent + performance.now() - begun > MAX_TIME) break;
      if (!slice.isOver) continue;
      spent += performance.now() - begun;
      await slice.next();
      begun = performance.now();
    }
    spent += performance.now() - begun;
    if (spent > MAX_TIME) throw new SourceError('The page is too long for this pattern', null, 'size');
    from = next;
    if (slice.isOver) await slice.next();
  }
}

/** The beginning of the last line between `from` and `to`, for patterns with `^`; `to` when there is none. */
function lineBefore(page: string, to: number, from: number): number {
  const start = page.slice(from, to).lastIndexOf('\n');
  return start < 0 ? to : from + start + 1;
}
