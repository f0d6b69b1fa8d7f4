import type { Mark } from './timeline-model';
import classes from './plot.module.css';

const RADII = { major: 6, minor: 4.5, patch: 3, other: 3 };
/** Of the ring around the version in use, beyond the mark. */
const RING = 4;

/** How much room it takes, without its bell. */
export const reachOf = ({ kind, flags }: Mark) => RADII[kind] + (flags.has('in_use') ? RING + 1 : 0);

/** Where a mark stands in relation to the version in use: a word for the style sheet. */
const ageOf = ({ flags }: Mark) => (flags.has('in_use') ? 'mine' : flags.has('newer') ? 'newer' : 'older');

/** A release: larger for a larger step, hollow for a pre-release, a cross when it was withdrawn, with a ring when it is in use. */
export function TimelineMark({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  const radius = RADII[mark.kind];
  const { flags } = mark;
  return (
    <g transform={`translate(${x.toFixed(1)} ${y})`} data-age={ageOf(mark)} data-id={mark.id} className={classes.mark}>
      {flags.has('withdrawn') ? (
        <path d="M-4-4 4 4M4-4-4 4" className={classes.cross} />
      ) : (
        <circle r={radius} data-rim={radius > 3 || undefined} data-hollow={flags.has('prerelease') || undefined} />
      )}
      {flags.has('in_use') && <circle r={radius + RING} className={classes.ring} />}
      {flags.has('notified') && <Bell y={-radius - 12} />}
    </g>
  );
}

const Bell = ({ y }: { y: number }) => (
  <path d={`M-4 ${y + 7}h8l-1.2-1.6V${y + 3}a2.8 2.8 0 0 0-5.6 0v2.4zM-1 ${y + 8.6}h2`} className={classes.bell} />
);
