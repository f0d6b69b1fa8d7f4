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
