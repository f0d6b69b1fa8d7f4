import { scaleUtc } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import classes from './plot.module.css';
import { dateLabels } from './timeline-dates';
import { TimelineMark } from './timeline-mark';
import { isOutside, nearest, type Plot, type Span } from './timeline-model';

const words = { ...messages.software.timeline, support: messages.support };
const LANE = 32;
/** Of a line of words above the lanes. */
const LINE = 16;
const BOTTOM = 26;
const DAY = 86_400_000;
/** How near to a mark a finger has to come. */
const REACH = 24;
/** Releases that a page of keys goes. */
const PAGE = 10;

export interface TimelineChartProps {
  /** What is within `span`. */
  plot: Plot;
  span: Span;
  width: number;
  now: number;
  /** A sentence for those who do not see it. */
  label: string;
  active: number;
  onActive(index: number): void;
  onOpen(): void;
  /** The version in use, also where the plot does not show it. */
  inUse: { version: string; time: number } | null;
  /** Of the policy. */
  series: string | null;
  minimumAgeDays: number | null;
  /** `YYYY-MM-DD`, of the version in use. */
  supportEndsOn: string | null;
}

/** A line through all lanes, and what it is. Beyond what is seen, only the words. */
interface Line {
  kind: 'mine' | 'offer' | 'end';
  time: number;
  text: string;
}

/** Releases by date, one lane a series. One place in the order of focus, in which the keys go from release to release. */
export function TimelineChart(props: TimelineChartProps) {
  const { plot, span, width, now, label, active, onActive, onOpen, series, minimumAgeDays } = props;
  const lines = linesOf(props);
  const top = 10 + lines.length * LINE;
  const left = gutterOf(plot, width);
  const right = width - 10;
  const bottom = top + plot.lanes.length * LANE;
  const x = scaleUtc([span.start, span.end], [left, right]);
  const places = plot.marks.map((mark) => ({ mark, x: x(mark.time), y: top + (mark.lane + 0.5) * LANE }));
  // There may be a thousand, and a key changes none of them.
  const marks = useMemo(
    () => places.map((place) => <TimelineMark key={place.mark.id} {...place} />),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what places follow from
    [plot, span, width, top],
  );
  const current = places[active];
  const young = minimumAgeDays === null ? right : Math.max(left, x(now - minimumAgeDays * DAY));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = {
      ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
      ...{ PageUp: PAGE, PageDown: -PAGE, Home: -Infinity, End: Infinity },
    };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) onOpen();
    else onActive(Math.max(0, Math.min(places.length - 1, active + step)));
  };
  const onPointerDown = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const near = nearest(places, clientX - box.left, clientY - box.top, REACH);
    if (near) onActive(places.indexOf(near));
  };
  return (
    <svg
      className={classes.timeline}
      width={width}
      height={bottom + BOTTOM}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, places.length)}
      aria-valuenow={active + 1}
      aria-valuetext={current ? words.markOf(current.mark) : undefined}
      aria-orientation="horizontal"
      onFocus={() => onActive(active)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <Lanes lanes={plot.lanes} left={left} right={right} top={top} series={series} />
      <Dates x={x} top={top} bottom={bottom} />
      {x(now) - young > 1 && (
        <rect x={young} y={top} width={x(now) - young} height={bottom - top} className={classes.young} />
      )}
      {lines.map(({ kind, time, text }, row) => {
        const at = Math.max(left, Math.min(right, x(time)));
        const isSeen = at === x(time);
        const isLate = at > (left + right) / 2;
        return (
          <g key={text} className={classes.line} data-line={kind} data-seen={isSeen}>
            {isSeen && <path d={`M${at.toFixed(1)} ${row * LINE + 4}V${bottom}`} />}
            <text x={at + (isLate ? -5 : 5)} y={row * LINE + 14} textAnchor={isLate ? 'end' : 'start'}>
              {isSeen ? text : isLate ? `${text} →` : `← ${text}`}
            </text>
          </g>
        );
      })}
      {marks}
      {current && <circle cx={current.x} cy={current.y} r={11} className={classes.focus} />}
    </svg>
  );
}

/** What is named above the lanes, one below the other so that no words meet. */
function linesOf({ plot: { marks }, inUse, supportEndsOn }: TimelineChartProps): Line[] {
  const flagged = (flag: 'available' | 'latest') => marks.find(({ flags }) => flags.has(flag));
  const [available, latest] = [flagged('available'), flagged('latest')];
  const named = (kind: Line['kind'], name: (version: string) => string, one?: { version: string; time: number }) =>
    one ? [{ kind, time: one.time, text: name(short(one.version)) }] : [];
  return [
    ...named('mine', words.inUse, inUse ?? undefined),
    ...named('offer', words.available, available),
    ...named('offer', words.latest, latest === available ? undefined : latest),
    ...(supportEndsOn
      ? [{ kind: 'end' as const, time: Date.parse(supportEndsOn) + DAY, text: words.support.timeline(supportEndsOn) }]
      : []),
  ];
}

/** As wide as the longest name of a series, within bounds. */
function gutterOf({ lanes }: Plot, width: number): number {
  const longest = Math.max(...lanes.map((lane) => (lane ?? words.older).length), 3);
  return Math.min(longest * 7.5 + 14, width * 0.25);
}

function Lanes({
  lanes,
  left,
  right,
  top,
  series,
}: {
  lanes: Plot['lanes'];
  left: number;
  right: number;
  top: number;
  series: string | null;
}) {
  const hatch = useId();
  const most = Math.floor((left - 10) / 7);
  return (
    <>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className={classes.hatch} />
      </pattern>
      {lanes.map((lane, index) => {
        const y = top + index * LANE;
        return (
          <g key={lane ?? ''}>
            {isOutside(lane, series) && (
              <rect x={left} y={y} width={right - left} height={LANE} fill={`url(#${hatch})`} data-outside={lane} />
            )}
            <path d={`M${left} ${y + LANE / 2}H${right}`} className={classes.lane} />
            <text x={left - 8} y={y + LANE / 2 + 4} textAnchor="end" className={classes.laneName}>
              {short(lane ?? words.older, most)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Dates({ x, top, bottom }: { x: ReturnType<typeof scaleUtc<number, number>>; top: number; bottom: number }) {
  const [left, right] = x.range() as [number, number];
  const ticks = x.ticks(Math.max(2, Math.floor((right - left) / 80)));
  const labels = dateLabels(ticks);
  return (
    <g className={classes.dates}>
      <path d={`M${left} ${bottom}H${right}`} />
      {ticks.map((tick, index) => (
        <g key={tick.getTime()} transform={`translate(${x(tick).toFixed(1)} 0)`}>
          <path d={`M0 ${top}V${bottom + 4}`} />
          <text y={bottom + BOTTOM - 6} textAnchor={x(tick) > right - 20 ? 'end' : 'middle'}>
            {labels[index]}
          </text>
        </g>
      ))}
    </g>
  );
}

const LONGEST = 24;
const short = (version: string, most = LONGEST) => {
  const text = visibleText(version);
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
};
