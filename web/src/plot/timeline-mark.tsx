import { messages } from '../messages';
import classes from './plot.module.css';
import type { Flag, Kind, Mark } from './timeline-model';

const words = messages.software.timeline;
const RADII = { major: 6, minor: 4.5, patch: 3, other: 3 };

interface Sign {
  kind: Kind;
  flags: ReadonlySet<Flag>;
  id?: string;
}

/** A release: larger for a larger step, hollow for a pre-release, a cross when it was withdrawn. */
export function TimelineMark({ mark: { id, kind, flags }, x, y }: { mark: Sign; x: number; y: number }) {
  const age = flags.has('in_use') ? 'mine' : flags.has('newer') ? 'newer' : 'older';
  return (
    <g transform={`translate(${x.toFixed(1)} ${y})`} data-age={age} data-id={id} className={classes.mark}>
      {flags.has('withdrawn') ? (
        <path d="M-4-4 4 4M4-4-4 4" />
      ) : (
        <circle r={RADII[kind]} data-hollow={flags.has('prerelease') || undefined} />
      )}
    </g>
  );
}

/** What can be seen, with its words. */
const SIGNS: readonly [name: string, kind: Kind, flag?: Flag][] = [
  [words.kinds.major!, 'major'],
  [words.kinds.minor!, 'minor'],
  [words.kinds.patch!, 'patch'],
  [words.flags.prerelease!, 'minor', 'prerelease'],
  [words.flags.withdrawn!, 'minor', 'withdrawn'],
];

/** What the signs mean: those that are to be seen, and no others. */
export function TimelineLegend(props: {
  marks: readonly Mark[];
  series: string | null;
  minimumAgeDays: number | null;
}) {
  const { marks, series, minimumAgeDays } = props;
  const seen = SIGNS.filter(([, kind, flag]) =>
    marks.some((mark) => (flag ? mark.flags.has(flag) : mark.kind === kind)),
  );
  return (
    <ul className={classes.legend} aria-label={words.legend}>
      {seen.map(([name, kind, flag]) => (
        <li key={name}>
          <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden="true">
            <TimelineMark mark={{ kind, flags: new Set(flag ? [flag] : []) }} x={0} y={0} />
          </svg>
          {name}
        </li>
      ))}
      {series !== null && <li data-ground="outside">{words.outside(series)}</li>}
      {minimumAgeDays !== null && <li data-ground="young">{words.tooYoung(minimumAgeDays)}</li>}
    </ul>
  );
}
