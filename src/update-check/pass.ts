import { type Evaluated, PageSize } from './page-evaluator';
import type { ClaimedPart } from './update-part.repository';

/** The result of one pass, including reminders and alerts. */
export interface CheckSummary extends Evaluated {
  software: number;
}

/** Parts that a process checks at the same time: while the database writes a page of one, pages of the others are made. */
const PARTS_AT_ONCE = 3;

/** A pass in progress. */
export class Pass {
  readonly summary: CheckSummary = { software: 0, favorites: 0, flagged: 0, notified: 0 };
  readonly pages = new PageSize();
  readonly failures: { error: unknown }[] = [];
  /** Products with parts that somebody may still take. */
  divided: string[] = [];
  /** The parts that this process checks; null = it takes another one. */
  readonly lanes = Array<ClaimedPart | null>(PARTS_AT_ONCE).fill(null);
}
