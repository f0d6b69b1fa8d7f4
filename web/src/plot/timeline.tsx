import { type ReactNode, useMemo, useState } from 'react';
import { now as serverNow } from '../api/clock';
import type { TimelineResponse } from '../api/generated';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { exactDate, relativeTime } from '../parts/relative-time';
import { Group, NativeSelect, Text } from '../parts/ui';
import classes from './plot.module.css';
import {
  defaultRange,
  type Flag,
  isDateless,
  lanesOf,
  type Mark,
  marksOf,
  type Range,
  RANGES,
  spanOf,
  ticksOf,
} from './timeline-model';

const words = messages.software.timeline;
const LANE = 32;
/** Of a line of words above the lanes. */
const LINE = 16;
const FOOT = 26;
const LONGEST = 24;

interface Props {
  timeline: TimelineResponse;
  /** Undefined: the shortest range that shows the version in use. */
  range: Range | undefined;
  onRange(range: Range): void;
  /** Also where the plot does not know it. */
  inUse: { version: string; created_at: string } | null;
  /** Where a release can be read about. */
  linkOf(mark: Mark): ReactNode;
}

/** The releases of a product by date, one lane a series. The slider below goes from release to release and reads them. */
export function Timeline({ timeline, range: given, onRange, inUse, linkOf }: Props) {
  const [now] = useState(serverNow);
  const [chosen, setChosen] = useState<string | null>(null);
  const all = useMemo(() => marksOf(timeline), [timeline]);
  const range = given ?? defaultRange(all, now);
  const span = spanOf(range, all, now);
  const marks = all.filter(({ time }) => time >= span.start && time <= span.end);
  const flagged = (flag: Flag) => marks.find(({ flags }) => flags.has(flag));
  const [available, latest] = [flagged('available'), flagged('latest')];
  // The slider begins at what is on offer, else at the newest.
  const current = marks.find(({ id }) => id === chosen) ?? available ?? latest ?? marks.at(-1);
  const [first, last] = [marks[0], marks.at(-1)];
  const summary = {
    from: first ? exactDate(first.time) : null,
    to: last ? exactDate(last.time) : null,
    inUse: inUse?.version ?? null,
    available: available?.version ?? null,
    latest: latest?.version ?? null,
  };
  const mine = inUse && { version: inUse.version, time: Date.parse(inUse.created_at) };
  const lines: Line[] = [
    ...lineOf('mine', words.inUse, mine),
    ...lineOf('offer', words.available, available),
    ...lineOf('offer', words.latest, latest === available ? null : latest),
  ].filter(({ time }) => time >= span.start);
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed">
          {isDateless(all) ? words.dateless : words.count(marks.length, all.length)}
        </Text>
        <NativeSelect
          aria-label={words.range}
          data={RANGES.map((value) => ({ value, label: words.ranges[value] }))}
          value={range}
          onChange={(event) => onRange(event.currentTarget.value as Range)}
        />
      </Group>
      <Plot marks={marks} lanes={lanesOf(timeline, marks)} lines={lines} span={span} current={current} />
      {current && (
        <>
          <input
            type="range"
            className={classes.slider}
            max={marks.length - 1}
            value={marks.indexOf(current)}
            aria-label={words.summary(marks.length, summary)}
            aria-valuetext={words.markOf(current)}
            onInput={(event) => setChosen(marks[event.currentTarget.valueAsNumber]!.id)}
          />
          <p className={classes.reading} data-reading>
            <strong>
              <Name>{current.version}</Name>
            </strong>{' '}
            {[...words.signsOf(current), `${exactDate(current.time)} (${relativeTime(current.time)})`].join(' · ')}{' '}
            {chosen !== null && linkOf(current)}
          </p>
        </>
      )}
    </>
  );
}

/** A line through all lanes, and what it is. */
interface Line {
  kind: 'mine' | 'offer';
  time: number;
  text: string;
}

function lineOf(kind: Line['kind'], name: (version: string) => string, of?: { version: string; time: number } | null) {
  if (!of) return [];
  const version = visibleText(of.version);
  return [{ kind, time: of.time, text: name(version.length > LONGEST ? `${version.slice(0, LONGEST)}…` : version) }];
}

/** What the slider says in words. */
function Plot({
  marks,
  lanes,
  lines,
  span: { start, end },
  current,
}: {
  marks: readonly Mark[];
  lanes: readonly (string | null)[];
  lines: readonly Line[];
  span: ReturnType<typeof spanOf>;
  current: Mark | undefined;
}) {
  const top = 10 + lines.length * LINE;
  const bottom = top + lanes.length * LANE;
  const part = (time: number) => (time - start) / (end - start);
  const x = (time: number) => `${(part(time) * 100).toFixed(2)}%`;
  const y = ({ series }: Mark) => top + (lanes.indexOf(series) + 0.5) * LANE;
  return (
    <div className={classes.plot} aria-hidden="true">
      <div style={{ paddingTop: top, lineHeight: `${LANE}px` }}>
        {lanes.map((lane) => (
          <div key={lane ?? ''} className={`${classes.name} one-line`}>
            <Name>{lane ?? words.older}</Name>
          </div>
        ))}
      </div>
      <svg height={bottom + FOOT}>
        {lanes.map((lane, index) => (
          <line key={lane ?? ''} x2="100%" y1={top + (index + 0.5) * LANE} y2={top + (index + 0.5) * LANE} />
        ))}
        <line x2="100%" y1={bottom} y2={bottom} />
        {ticksOf({ start, end }).map(({ time, label }) => (
          <g key={time}>
            <line x1={x(time)} x2={x(time)} y1={top} y2={bottom + 4} strokeDasharray="1 4" />
            <text x={x(time)} y={bottom + FOOT - 6} textAnchor={part(time) > 0.95 ? 'end' : 'middle'}>
              {label}
            </text>
          </g>
        ))}
        {/* One below the other, so that no words meet. */}
        {lines.map(({ kind, time, text }, row) => (
          <g key={text} className={classes.line} data-line={kind}>
            <line x1={x(time)} x2={x(time)} y1={row * LINE + 4} y2={bottom} strokeDasharray="3 3" />
            <text
              x={x(time)}
              dx={part(time) > 0.5 ? -5 : 5}
              y={row * LINE + 14}
              textAnchor={part(time) > 0.5 ? 'end' : 'start'}
            >
              {text}
            </text>
          </g>
        ))}
        {marks.map((mark) => (
          <circle key={mark.id} cx={x(mark.time)} cy={y(mark)} r={4} className={classes.mark} data-age={ageOf(mark)}>
            <title>{words.markOf(mark)}</title>
          </circle>
        ))}
        {current && <circle cx={x(current.time)} cy={y(current)} r={9} className={classes.current} />}
      </svg>
    </div>
  );
}

const ageOf = ({ flags }: Mark) => (flags.has('in_use') ? 'mine' : flags.has('newer') ? 'newer' : 'older');
