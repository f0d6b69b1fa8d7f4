import { ENDING_DAYS, type SupportState } from '../../version/lifecycle/support';

const HAS_ENDED = (today: string) => `(f.support = 3 OR f.eol_on < '${today}')`;

/**
 * The condition for the state that `stateOf` gives a favorite with these columns. Index: favorite_user_support.
 * @param today `YYYY-MM-DD`, as the database says it
 */
export function supportCondition(state: SupportState, today: string): string {
  const soon = daysAfter(today, ENDING_DAYS);
  switch (state) {
    case 'unknown':
      return '(f.support IS NULL OR f.support = 0)';
    case 'supported':
      return `(f.support = 2 OR (f.support = 1 AND f.eol_on > '${soon}'))`;
    case 'ending':
      return `(f.support = 1 AND f.eol_on >= '${today}' AND f.eol_on <= '${soon}')`;
    case 'extended':
      return `(f.support IN (1, 3) AND ${HAS_ENDED(today)} AND f.extended_until >= '${today}')`;
    case 'ended':
      return `(f.support IN (1, 3) AND ${HAS_ENDED(today)} AND (f.extended_until IS NULL OR f.extended_until < '${today}'))`;
  }
}

/** @returns `YYYY-MM-DD` */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
