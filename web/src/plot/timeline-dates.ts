import { dateFormat } from '../messages/locale';

type Format = (date: Date) => string;
const inUtc = (options: Intl.DateTimeFormatOptions): Format => {
  const format = dateFormat({ ...options, timeZone: 'UTC' });
  return (date) => format.format(date);
};
const year = inUtc({ year: 'numeric' });
const month = inUtc({ month: 'short' });
const day = inUtc({ month: 'short', day: 'numeric' });
const DAY = 86_400_000;

/** What stands below the ticks of a time axis: as much as tells them apart, and nothing twice in a row. */
export function dateLabels(ticks: readonly Date[]): string[] {
  const [one, ...others] = ticks;
  const step =
    one === undefined || others.length === 0
      ? 0
      : Math.min(...others.map((tick, index) => tick.getTime() - ticks[index]!.getTime()));
  const format: Format = (tick) => {
    if (step > 360 * DAY) return year(tick);
    if (step < 27 * DAY) return day(tick);
    return tick.getUTCMonth() === 0 ? year(tick) : month(tick);
  };
  const labels = ticks.map(format);
  return labels.map((label, index) => (label === labels[index - 1] ? '' : label));
}
