import type { TimelineResponse } from '../api/generated';
import { ActionIcon, Group, SegmentedControl, Text } from '../parts/ui';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { now as serverNow } from '../api/clock';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { exactDate, relativeTime } from '../parts/relative-time';
import classes from './plot.module.css';
import { TimelineChart } from './timeline-chart';
import { TimelineLegend } from './timeline-legend';
import {
  defaultRange,
  isDateless,
  type Mark,
  plotOf,
  type Range,
  RANGES,
  type Span,
  spanOf,
  visiblePlot,
  zoomed,
} from './timeline-model';
import { TimelineTable } from './timeline-table';

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
  supportEndsOn?: string | null;
  /** Where the release that keys are at can be read about: below the plot. */
  linkOf(mark: Mark, isChosen: boolean): ReactNode;
  onOpen(mark: Mark): void;
}

/** The releases of a product over time, as a plot or as a table with the same rows. */
export function Timeline(props: TimelineProps) {
  const { name, timeline, onRange, isTable, onTable, inUse, series, minimumAgeDays, linkOf, onOpen } = props;
  const [now] = useState(serverNow);
  const plot = useMemo(() => plotOf(timeline), [timeline]);
  const range = props.range ?? defaultRange(plot.marks, now);
  const whole = useMemo(() => spanOf(range, plot.marks, now), [range, plot, now]);
  const [zoom, setZoom] = useState<{ of: Span; span: Span } | null>(null);
  // Another range begins anew.
  const span = zoom?.of === whole ? zoom.span : whole;
  const seen = useMemo(() => visiblePlot(plot, span), [plot, span]);
  const [chosen, setChosen] = useState<string | null>(null);
  const { ref, width: observed } = useElementSize();
  const [first, setFirst] = useState(0);
  // Measured before the first paint, which the observer is not: what is below must not move.
  const measure = useMergedRef(
    ref,
    useCallback((element: HTMLDivElement | null) => setFirst((before) => element?.clientWidth ?? before), []),
  );
  const width = observed || first;

  const found = seen.marks.findIndex(({ id }) => id === chosen);
  const active = found >= 0 ? found : beginning(seen.marks);
  const current = seen.marks[active];
  const onZoom = (factor: number) => {
    const around = current?.time ?? (span.start + span.end) / 2;
    setZoom({ of: whole, span: zoomed(span, factor, around, whole) });
    setChosen(current?.id ?? null);
  };
  const label = words.summary(seen.marks.length, summaryOf(seen.marks, inUse?.version ?? null));
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs" className={classes.tools}>
        <Text size="sm" c="dimmed">
          {isDateless(plot.marks) ? words.dateless : words.count(seen.marks.length, plot.marks.length)}
        </Text>
        <Group gap="xs">
          {!isTable && (
            <Group gap={0}>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={words.zoomOut}
                onClick={() => onZoom(2)}
                disabled={span === whole}
              >
                −
              </ActionIcon>
              <ActionIcon variant="default" size="lg" aria-label={words.zoomIn} onClick={() => onZoom(0.5)}>
                <Icon name="plus" size={14} />
              </ActionIcon>
            </Group>
          )}
          <SegmentedControl
            size="xs"
            aria-label={words.range}
            data={RANGES.map((value) => ({ value, label: words.ranges[value] }))}
            value={range}
            onChange={(value) => onRange(value as Range)}
          />
          <SegmentedControl
            size="xs"
            aria-label={words.view}
            data={[
              { value: 'plot', label: words.plot },
              { value: 'table', label: words.table },
            ]}
            value={isTable ? 'table' : 'plot'}
            onChange={(value) => onTable(value === 'table')}
          />
        </Group>
      </Group>
      {isTable ? (
        <TimelineTable name={name} marks={seen.marks} />
      ) : (
        <div ref={measure}>
          {width > 0 && (
            <TimelineChart
              plot={seen}
              span={span}
              width={width}
              now={now}
              label={label}
              active={active}
              onActive={(index) => setChosen(seen.marks[index]?.id ?? null)}
              onZoom={onZoom}
              onOpen={onOpen}
              inUse={inUse && { version: inUse.version, time: Date.parse(inUse.created_at) }}
              series={series}
              minimumAgeDays={minimumAgeDays}
              supportEndsOn={props.supportEndsOn ?? null}
            />
          )}
          {current && <Reading mark={current}>{linkOf(current, chosen !== null)}</Reading>}
          <TimelineLegend marks={seen.marks} series={series} minimumAgeDays={minimumAgeDays} />
        </div>
      )}
    </>
  );
}

/** Where the keys begin: at what is on offer, else at the newest. */
function beginning(marks: readonly Mark[]): number {
  const place = (flag: 'available' | 'in_use' | 'latest') => marks.findIndex(({ flags }) => flags.has(flag));
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

/** The release that the keys or a finger are at. */
const Reading = ({ mark, children }: { mark: Mark; children: ReactNode }) => (
  <Group gap="xs" className={classes.reading}>
    <Text size="sm" className="tabular" component="div">
      <strong>
        <Name>{mark.version}</Name>
      </strong>{' '}
      <Text span size="sm" c="dimmed">
        {[...words.signsOf(mark), `${exactDate(mark.time)} (${relativeTime(mark.time)})`].join(' · ')}
      </Text>
    </Text>
    {children}
  </Group>
);
