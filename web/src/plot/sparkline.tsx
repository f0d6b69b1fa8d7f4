import { messages } from '../messages';
import classes from './plot.module.css';

const WIDTH = 72;
const HEIGHT = 20;
const GAP = 2;

/** Releases in each of the last 12 months, oldest first, as small bars; told in words to those who do not see them. */
export function Sparkline({ releases }: { releases: readonly number[] }) {
  const total = releases.reduce((sum, one) => sum + one, 0);
  const silent = releases.length - 1 - releases.findLastIndex((one) => one > 0);
  const label = messages.known.sparkline(total, silent);
  const step = (WIDTH + GAP) / releases.length;
  const most = Math.max(...releases);
  // A month without a release has a line of one pixel: the months stay countable.
  const bars = releases.map((count, month) => {
    const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
    return `M${(month * step).toFixed(1)} ${HEIGHT}v${(-height).toFixed(1)}h${(step - GAP).toFixed(1)}v${height.toFixed(1)}z`;
  });
  return (
    <svg
      className={classes.sparkline}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={bars.join('')} />
    </svg>
  );
}
