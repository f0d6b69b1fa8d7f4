import { scaleUtc } from 'd3-scale';
import { type KeyboardEvent, memo, type PointerEvent, useId } from 'react';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import classes from './plot.module.css';
import { type Box, boxesOf, placeLabels, dateLabels } from './timeline-labels';
import { reachOf, TimelineMark } from './timeline-mark';
import { isOutside, type Mark, nearest, type Plot, type Span } from './timeline-model';

const words = {
  ...messages.software.timeline,
  supportEnd: messages.support.timeline,
  supportLater: messages.support.timelineLater,
  supportEarlier: messages.support.timelineEarlier,
};
const LANE = 32;
/** Two lines of words: the version in use, and the end of its support. */
const TOP = 42;
const BOTTOM = 26;
const DAY = 86_400_000;
/** How near to a mark a finger has to come. */
const REACH = 24;

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
  onZoom(factor: number): void;
  onOpen(mark: Mark): void;
  /** The version in use, also where the plot does not show it. */
  inUse: { version: string; time: number } | null;
  /** Of the policy. */
  series: string | null;
  minimumAgeDays: number | null;
  /** `YYYY-MM-DD`, of the version in use. */
  supportEndsOn: string | null;
}

interface Place {
  mark: Mark;
  x: number;
  y: number;
}

/** Releases by date, one lane a series. One place in the order of focus, in which the arrow keys go from release to release. */
export function TimelineChart(props: TimelineChartProps) {
  const { plot, span, width, now, label, active, onActive, onZoom, onOpen, inUse, series, minimumAgeDays } = props;
  const left = gutterOf(plot, width);
  const right = width - 10;
  const height = TOP + plot.lanes.length * LANE + BOTTOM;
  const x = scaleUtc([span.start, span.end], [left, right]);
  const places = plot.marks.map((mark): Place => ({ mark, x: x(mark.time), y: TOP + (mark.lane + 0.5) * LANE }));
  const current = places[active];

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goTo = (index: number) => onActive(Math.max(0, Math.min(places.length - 1, index)));
    const acts: Record<string, () => void> = {
      ArrowRight: () => goTo(active + 1),
      ArrowLeft: () => goTo(active - 1),
      ArrowUp: () => goTo(inLane(plot, active, -1)),
      ArrowDown: () => goTo(inLane(plot, active, 1)),
      Home: () => goTo(0),
      End: () => goTo(places.length - 1),
      '+': () => onZoom(0.5),
      '=': () => onZoom(0.5),
      '-': () => onZoom(2),
      Enter: () => current && onOpen(current.mark),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const near = nearest(
      places.map((place, index) => ({ ...place, index })),
      event.clientX - box.left,
      event.clientY - box.top,
      REACH,
    );
    if (near) onActive(near.index);
  };
  return (
    <svg
      className={classes.timeline}
      width={width}
      height={height}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, places.length)}
      aria-valuenow={active + 1}
      aria-valuetext={current ? words.markOf(current.mark) : undefined}
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <Lanes lanes={plot.lanes} left={left} right={right} series={series} />
      <Dates x={x} height={height} />
      {minimumAgeDays !== null && (
        <TooYoung x0={Math.max(left, x(now - minimumAgeDays * DAY))} x1={Math.min(right, x(now))} height={height} />
      )}
      {inUse && <InUse x={x(inUse.time)} left={left} right={right} height={height} version={inUse.version} />}
      {props.supportEndsOn && <SupportEnd day={props.supportEndsOn} x={x} height={height} />}
      <Marks places={places} />
      <Labels places={places} within={{ left, top: TOP - LANE / 2, right, bottom: height - BOTTOM }} />
      {current && <circle cx={current.x} cy={current.y} r={11} className={classes.focus} />}
    </svg>
  );
}

/** As wide as the longest name of a series, within bounds. */
function gutterOf({ lanes }: Plot, width: number): number {
  const longest = Math.max(...lanes.map((lane) => (lane ?? words.older).length), 3);
  return Math.min(longest * 7.5 + 14, width * 0.25);
}

/** The next mark in the lane above or below, nearest in time; the same mark at the edge. */
function inLane({ marks }: Plot, active: number, direction: -1 | 1): number {
  const from = marks[active];
  if (!from) return 0;
  const beyond = marks.filter(({ lane }) => (lane - from.lane) * direction > 0);
  const lane = direction < 0 ? Math.max(...beyond.map((m) => m.lane)) : Math.min(...beyond.map((m) => m.lane));
  const near = beyond
    .filter((mark) => mark.lane === lane)
    .sort((a, b) => Math.abs(a.time - from.time) - Math.abs(b.time - from.time))[0];
  return near ? marks.indexOf(near) : active;
}

function Lanes({
  lanes,
  left,
  right,
  series,
}: {
  lanes: Plot['lanes'];
  left: number;
  right: number;
  series: string | null;
}) {
  const hatch = useId();
  const most = Math.floor((left - 10) / 7);
  const shortened = (name: string) => (name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name);
  return (
    <>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className={classes.hatch} />
      </pattern>
      {lanes.map((lane, index) => {
        const y = TOP + index * LANE;
        return (
          <g key={lane ?? ''}>
            {isOutside(lane, series) && (
              <rect x={left} y={y} width={right - left} height={LANE} fill={`url(#${hatch})`} data-outside={lane} />
            )}
            <path d={`M${left} ${y + LANE / 2}H${right}`} className={classes.lane} />
            <text x={left - 8} y={y + LANE / 2 + 4} textAnchor="end" className={classes.laneName}>
              {shortened(visibleText(lane ?? words.older))}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Dates({ x, height }: { x: ReturnType<typeof scaleUtc<number, number>>; height: number }) {
  const [left, right] = x.range() as [number, number];
  const ticks = x.ticks(Math.max(2, Math.floor((right - left) / 80)));
  const labels = dateLabels(ticks);
  return (
    <g className={classes.dates}>
      <path d={`M${left} ${height - BOTTOM}H${right}`} />
      {ticks.map((tick, index) => (
        <g key={tick.getTime()} transform={`translate(${x(tick).toFixed(1)} 0)`}>
          <path d={`M0 ${TOP}V${height - BOTTOM + 4}`} />
          <text y={height - 6} textAnchor={x(tick) > right - 20 ? 'end' : 'middle'}>
            {labels[index]}
          </text>
        </g>
      ))}
    </g>
  );
}

function TooYoung({ x0, x1, height }: { x0: number; x1: number; height: number }) {
  if (x1 - x0 < 1) return null;
  return (
    <g className={classes.young}>
      <rect x={x0} y={TOP} width={x1 - x0} height={height - TOP - BOTTOM} />
      <path d={`M${x0.toFixed(1)} ${TOP}V${height - BOTTOM}`} />
    </g>
  );
}

/** The line through all lanes: what lies to its right is newer than what runs here. */
function InUse(props: { x: number; left: number; right: number; height: number; version: string }) {
  const { left, right, height, version } = props;
  const isEarlier = props.x < left;
  const x = Math.max(left, Math.min(right, props.x));
  const [anchor, shift] = x > (left + right) / 2 ? (['end', -5] as const) : (['start', 5] as const);
  return (
    <g className={classes.inUse}>
      {!isEarlier && <path d={`M${x.toFixed(1)} 6V${height - BOTTOM}`} />}
      <text x={x + (isEarlier ? 0 : shift)} y={14} textAnchor={anchor}>
        {isEarlier ? words.inUseEarlier(short(version)) : words.inUse(short(version))}
      </text>
    </g>
  );
}

/** The line through all lanes at the end of support; words alone where it lies beyond what is seen. */
function SupportEnd({
  day,
  x,
  height,
}: {
  day: string;
  x: ReturnType<typeof scaleUtc<number, number>>;
  height: number;
}) {
  const [left, right] = x.range() as [number, number];
  const place = x(Date.parse(day) + DAY);
  const isSeen = place >= left && place <= right;
  const at = Math.max(left, Math.min(right, place));
  const text =
    place > right ? words.supportLater(day) : place < left ? words.supportEarlier(day) : words.supportEnd(day);
  const [anchor, shift] = at > (left + right) / 2 ? (['end', -5] as const) : (['start', 5] as const);
  return (
    <g className={classes.supportEnd} data-support-end={isSeen ? 'seen' : 'beyond'}>
      {isSeen && <path d={`M${at.toFixed(1)} 20V${height - BOTTOM}`} />}
      <text x={at + (isSeen ? shift : 0)} y={30} textAnchor={anchor}>
        {text}
      </text>
    </g>
  );
}

const Marks = memo(
  ({ places }: { places: Place[] }) => places.map((place) => <TimelineMark key={place.mark.id} {...place} />),
  (before, after) =>
    before.places.length === after.places.length &&
    before.places.every((one, index) => {
      const other = after.places[index]!;
      return (
        one.mark.id === other.mark.id && one.x === other.x && one.y === other.y && one.mark.flags === other.mark.flags
      );
    }),
);

/** What is newest and what is on offer, beside their marks. */
function Labels({ places, within }: { places: Place[]; within: Box }) {
  const named = places.filter(({ mark: { flags } }) => flags.has('latest') || flags.has('available'));
  const labels = named.map(({ mark, x, y }) => ({
    x,
    y,
    radius: reachOf(mark),
    text: mark.flags.has('latest') ? words.latest(short(mark.version)) : words.available(short(mark.version)),
  }));
  const taken = places.flatMap(({ mark, x, y }) =>
    boxesOf({ x, y, radius: reachOf(mark), bell: mark.flags.has('notified') }),
  );
  return placeLabels(labels, taken, within).map(({ x, y, anchor }, index) => (
    <text key={named[index]!.mark.id} x={x} y={y} textAnchor={anchor} className={classes.label}>
      {labels[index]!.text}
    </text>
  ));
}

const LONGEST = 24;
const short = (version: string) => {
  const text = visibleText(version);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
};
