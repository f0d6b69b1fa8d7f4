import { TimeSlice } from '../../common/time-slice';
import type { LinearPattern } from '../../version/ordering/pattern';
import { SourceError } from './source';

/** Steps of one search (length of the text times the size of the pattern): some 30 ms at worst, in which the process does nothing else. */
const MAX_STEPS = 1_000_000;
/** UTF-16 units of a piece of a page. */
const SHORTEST_PIECE = 8_192;
/** Milliseconds for a whole page. */
const MAX_TIME = 5_000;

/**
 * All places of a page where a pattern is found, one after the other, the work of others in between. A long page is searched in pieces that
 * overlap by half, so a place may have half a piece: 4,096 characters, and with usual patterns a few times as many.
 * @returns what each group takes there, the whole place being the first; at most so many
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
      // It may go on beyond the piece, or be another one with what follows: the next piece begins with it.
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

/** Where the last line begins before `to`, as patterns may ask for that; `to` itself when it is before `from`. */
function lineBefore(page: string, to: number, from: number): number {
  const start = page.slice(from, to).lastIndexOf('\n');
  return start < 0 ? to : from + start + 1;
}
