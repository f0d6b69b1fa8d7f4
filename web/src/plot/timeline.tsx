import type { TimelineResponse } from '../api/generated';
import { Button, Group, NativeSelect, Table, Text } from '../parts/ui';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { now as serverNow } from '../api/clock';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { exactDate, relativeTime } from '../parts/relative-time';
import classes from './plot.module.css';
import { TimelineChart } from './timeline-chart';
import { TimelineLegend } from './timeline-mark';
import { defaultRange, isDateless, type Mark, plotOf, type Range, RANGES, spanOf, visiblePlot } from './timeline-model';

const words = messages.software.timeline;

export interface TimelineProps {
  name: string;
  timeline: TimelineResponse;
  /** Undefined: the shortest range that shows the version in use. */
  range: Range | undefined;
  onRange(range: Range): void;
  isTable: boolean;
  onTable(isTable: boolean): void;
  inUse: { version: string; created_at: string } | null;
  /** Of the policy. */
  series: string | null;
  minimumAgeDays: number | null;
  /** `YYYY-MM-DD`, of the version in use. */
  supportEndsOn: string | null;
  /** Where the release that keys are at can be read about: below the plot. */
  linkOf(mark: Mark): ReactNode;
  onOpen(): void;
}

/** The releases of a product over time, as a plot or as a table with the same rows. */
export function Timeline(props: TimelineProps) {
  const { name, timeline, onRange, isTable, onTable, inUse, series, minimumAgeDays, linkOf } = props;
  const [now] = useState(serverNow);
  const plot = useMemo(() => plotOf(timeline), [timeline]);
  const range = props.range ?? defaultRange(plot.marks, now);
  const span = useMemo(() => spanOf(range, plot.marks, now), [range, plot, now]);
  const seen = useMemo(() => visiblePlot(plot, span), [plot, span]);
  const [chosen, setChosen] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  // Before the first paint, since what is below must not move.
  useLayoutEffect(() => {
    const measure = () => setWidth(frame.current!.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  const found = seen.marks.findIndex(({ id }) => id === chosen);
  const active = found >= 0 ? found : beginning(seen.marks);
  const current = seen.marks[active];
  return (
    <div ref={frame}>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {isDateless(plot.marks) ? words.dateless : words.count(seen.marks.length, plot.marks.length)}
        </Text>
        <Group gap="xs" wrap="nowrap" className={classes.tools}>
          <NativeSelect
            aria-label={words.range}
            data={RANGES.map((value) => ({ value, label: words.ranges[value] }))}
            value={range}
            onChange={(event) => onRange(event.currentTarget.value as Range)}
          />
          <Button size="compact-sm" variant="default" onClick={() => onTable(!isTable)}>
            {isTable ? words.plot : words.table}
          </Button>
        </Group>
      </div>
      {isTable ? (
        <Rows name={name} marks={seen.marks} />
      ) : (
        width > 0 && (
          <>
            <TimelineChart
              plot={seen}
              span={span}
              width={width}
              now={now}
              label={words.summary(seen.marks.length, summaryOf(seen.marks, inUse?.version ?? null))}
              active={active}
              onActive={(index) => setChosen(seen.marks[index]?.id ?? null)}
              onOpen={props.onOpen}
              inUse={inUse && { version: inUse.version, time: Date.parse(inUse.created_at) }}
              series={series}
              minimumAgeDays={minimumAgeDays}
              supportEndsOn={props.supportEndsOn}
            />
            {current && (
              <p className={classes.reading} data-reading>
                <strong>
                  <Name>{current.version}</Name>
                </strong>{' '}
                {[...words.signsOf(current), `${exactDate(current.time)} (${relativeTime(current.time)})`].join(' · ')}{' '}
                {chosen !== null && linkOf(current)}
              </p>
            )}
            <TimelineLegend marks={seen.marks} series={series} minimumAgeDays={minimumAgeDays} />
          </>
        )
      )}
    </div>
  );
}

/** The marks of the plot as rows, the newest first. */
const Rows = ({ name, marks }: { name: string; marks: readonly Mark[] }) => (
  <div className={classes.table} tabIndex={0} role="region" aria-label={words.tableOf(name)}>
    <Table className="tabular">
      <thead>
        <tr>
          {Object.values(words.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {marks.toReversed().map((mark) => {
          const Label = mark.flags.has('withdrawn') ? 's' : 'span';
          return (
            <tr key={mark.id}>
              <td>
                <Label>
                  <Name>{mark.version}</Name>
                </Label>
              </td>
              <td>{exactDate(mark.time)}</td>
              <td>{mark.series ?? words.older}</td>
              <td>{words.signsOf(mark).join(', ')}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  </div>
);

/** Where the keys begin: at what is on offer, else at the newest. */
function beginning(marks: readonly Mark[]): number {
  const place = (flag: 'available' | 'latest') => marks.findIndex(({ flags }) => flags.has(flag));
  return [place('available'), place('latest'), marks.length - 1].find((index) => index >= 0) ?? 0;
}

function summaryOf(marks: readonly Mark[], inUse: string | null) {
  const of = (flag: 'available' | 'latest') => marks.find(({ flags }) => flags.has(flag))?.version ?? null;
  const [first, last] = [marks[0], marks.at(-1)];
  return {
    from: first ? exactDate(first.time) : null,
    to: last ? exactDate(last.time) : null,
    inUse,
    available: of('available'),
    latest: of('latest'),
  };
}
