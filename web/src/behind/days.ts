import type { BehindDay, BehindResponse } from '../api/generated';

const DAY = 86_400_000;

/** Every day that was asked for, with what was so on it; null = not known. */
export function everyDay({ from, until, days }: Pick<BehindResponse, 'from' | 'until' | 'days'>) {
  const found: { day: string; counts: BehindDay | null }[] = [];
  let next = 0;
  let counts: BehindDay | null = null;
  for (let time = Date.parse(from); time <= Date.parse(until); time += DAY) {
    const day = new Date(time).toISOString().slice(0, 10);
    while (days[next] && days[next]!.day <= day) counts = days[next++]!;
    found.push({ day, counts });
  }
  return found;
}

/** Every month of the period, `YYYY-MM`; null where nothing was recorded yet. */
export function everyMonth({ from, until, months, known_since: since }: BehindResponse) {
  const first = [since?.slice(0, 7), months[0]?.month].filter((month) => month !== undefined).sort()[0];
  const updates = new Map(months.map((one) => [one.month, one.updates]));
  const found: { month: string; updates: number | null }[] = [];
  for (let month = from.slice(0, 7); month <= until.slice(0, 7); month = monthAfter(month))
    found.push({ month, updates: first === undefined || month < first ? null : (updates.get(month) ?? 0) });
  return found;
}

function monthAfter(month: string): string {
  const [year, place] = month.split('-').map(Number) as [number, number];
  return place === 12 ? `${year + 1}-01` : `${year}-${String(place + 1).padStart(2, '0')}`;
}
