import { messages } from '../messages';
import classes from './plot.module.css';
import type { Mark } from './timeline-model';
import { TimelineMark } from './timeline-mark';

const words = messages.software.timeline;

const sample = (flags: Mark['flags'], kind: Mark['kind']): Mark => ({
  id: '',
  version: '',
  time: 0,
  lane: 0,
  series: null,
  kind,
  flags,
});

/** What the signs mean: those that are to be seen, and no others. */
export function TimelineLegend(props: {
  marks: readonly Mark[];
  series: string | null;
  minimumAgeDays: number | null;
}) {
  const { marks, series, minimumAgeDays } = props;
  const has = (test: (mark: Mark) => boolean) => marks.some(test);
  const newer = new Set(['newer'] as const);
  const entries: [string, Mark | null][] = [
    ...(['major', 'minor', 'patch'] as const)
      .filter((kind) => has((mark) => mark.kind === kind))
      .map((kind): [string, Mark] => [words.kinds[kind]!, sample(newer, kind)]),
    ...(has(({ flags }) => flags.has('prerelease'))
      ? [[words.flags.prerelease!, sample(new Set(['newer', 'prerelease'] as const), 'minor')] as [string, Mark]]
      : []),
    ...(has(({ flags }) => flags.has('withdrawn'))
      ? [[words.flags.withdrawn!, sample(new Set(['withdrawn'] as const), 'minor')] as [string, Mark]]
      : []),
    ...(has(({ flags }) => flags.has('in_use'))
      ? [[words.flags.in_use!, sample(new Set(['in_use'] as const), 'patch')] as [string, Mark]]
      : []),
  ];
  return (
    <ul className={classes.legend} aria-label={words.legend}>
      {entries.map(([text, mark]) => (
        <li key={text}>
          <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden="true">
            {mark && <TimelineMark mark={mark} x={0} y={0} />}
          </svg>
          {text}
        </li>
      ))}
      {has(({ flags }) => flags.has('notified')) && (
        <li>
          <svg width={12} height={14} viewBox="-6 -16 12 14" aria-hidden="true">
            <TimelineMark mark={sample(new Set(['notified'] as const), 'patch')} x={0} y={0} />
          </svg>
          {words.flags.notified}
        </li>
      )}
      {series !== null && (
        <li>
          <span className={classes.outside} />
          {words.outside(series)}
        </li>
      )}
      {minimumAgeDays !== null && (
        <li>
          <span className={classes.tooYoung} />
          {words.tooYoung(minimumAgeDays)}
        </li>
      )}
    </ul>
  );
}
