/** How far the service's clock is ahead of this machine's, in milliseconds: ages are told by the service's. */
let ahead = 0;

/** @param date the `Date` header of an answer, which has whole seconds */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  const difference = time - Date.now();
  ahead = Math.abs(difference) < 2_000 ? 0 : difference;
}

export const now = () => Date.now() + ahead;

const DAY = 86_400_000;

/** Whole days from today until a day (`YYYY-MM-DD`); 0 on the day itself, negative after it. */
export const daysUntil = (day: string) => Math.round((Date.parse(day) - Math.floor(now() / DAY) * DAY) / DAY);
