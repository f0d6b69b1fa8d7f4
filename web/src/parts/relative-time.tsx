import { now } from '../api/clock';
import { dateFormat } from '../messages/locale';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * 86_400],
  ['month', 30.44 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
// Releases are dated by days of UTC.
const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
const clock = dateFormat({ timeStyle: 'short' });

/** One for each unit: making one costs more than a row. */
const numbers = new Map<string, Intl.NumberFormat>();
function inUnit(unit: string): Intl.NumberFormat {
  const format = numbers.get(unit) ?? new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
  numbers.set(unit, format);
  return format;
}

export function relativeTime(time: string | number): string {
  const seconds = (new Date(time).getTime() - now()) / 1_000;
  const [unit, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ['minute', 60];
  return Math.abs(seconds) < 60 ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}

/** `11 days`, `4 months`: an age, for columns that say so. */
export function ageOf(time: string): string {
  const seconds = Math.max(0, (now() - new Date(time).getTime()) / 1_000);
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? ['minute', 60];
  return inUnit(unit).format(Math.floor(seconds / size));
}

export const exactTime = (time: string | number) => exact.format(new Date(time));
export const exactDate = (time: string | number) => day.format(new Date(time));
export const monthOf = (time: string | number) => month.format(new Date(time));
export const clockTime = (time: Date) => clock.format(time);

/** Of today, the time is enough. */
export const shortTime = (time: Date) =>
  time.toDateString() === new Date().toDateString() ? clockTime(time) : exactTime(time.getTime());

/** `3 days ago`, with the exact time on hover. */
export function RelativeTime({ time, age = false }: { time: string; age?: boolean }) {
  return (
    <time dateTime={time} title={exactTime(time)}>
      {age ? ageOf(time) : relativeTime(time)}
    </time>
  );
}
