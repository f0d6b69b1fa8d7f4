import type { Rate } from '../../../config/rate';

/** A window of a limit: when it begins, in milliseconds since 1970, and how many places are taken. */
export interface PaceWindow {
  start: number;
  used: number;
}

/** A window further ahead than any backlog was written by a wrong clock. */
const LONGEST_BACKLOG = 60 * 86_400_000;

/**
 * Takes the first free place from `from` on. A window begins with the first place that is taken in it.
 * @returns when the delivery may go out, in milliseconds since 1970
 */
export function takePlace(window: PaceWindow, { points, seconds }: Rate, from: number): number {
  const length = seconds * 1_000;
  const isOver = from >= window.start + length;
  if (isOver || window.start > from + LONGEST_BACKLOG) Object.assign(window, { start: from, used: 0 });
  if (window.used >= points) Object.assign(window, { start: window.start + length, used: 0 });
  window.used++;
  return Math.max(from, window.start);
}
