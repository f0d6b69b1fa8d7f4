import { Button, Table, Text } from '@mantine/core';
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { messages } from '../messages';
import { behind as words } from '../messages/en/behind';
import classes from './day-plot.module.css';
import frame from './plot-frame.module.css';
import { useActivePoint } from './use-active-point';

export interface PlotPoint {
  /** Of a day or a month, in words. */
  title: string;
  /** In the order of the series; null = not known. */
  values: readonly (number | null)[];
}

export interface PlotSeries {
  key: string;
  name: string;
  /** Areas are stacked from below, in their order. */
  shape: 'area' | 'line' | 'bar';
}

interface Props {
  name: string;
  /** What it says, in a sentence. */
  summary: string;
  /** What is counted, and how. */
  explained?: string;
  /** The heading of the first column of the table. */
  column: string;
  series: readonly PlotSeries[];
  points: readonly PlotPoint[];
}

const WIDTH = 720;
const HEIGHT = 150;
/** Lines at the edge are seen whole. */
const EDGE = 3;

const number = (value: number | null) => (value === null ? words.notKnown : messages.common.number(value));

/** Numbers over time: areas, lines or bars, or the same as a table. */
export function DayPlot(props: Props) {
  const [isTable, setTable] = useState(false);
  const { summary, explained } = props;
  return (
    <div>
      <div className={frame.head}>
        <Text size="sm">{summary}</Text>
        <Button size="compact-sm" variant="default" className={classes.switch!} onClick={() => setTable(!isTable)}>
          {isTable ? words.plot : words.table}
        </Button>
      </div>
      {isTable ? <PointTable {...props} /> : <Plot {...props} />}
      {explained && (
        <Text size="xs" c="dimmed" mt={4}>
          {explained}
        </Text>
      )}
    </div>
  );
}

/** The lower and the upper edge of each series at each point; null = not known. */
function edgesOf(series: readonly PlotSeries[], points: readonly PlotPoint[]) {
  return points.map(({ values }) => {
    let below = 0;
    return series.map(({ shape }, at) => {
      const value = values[at] ?? null;
      if (value === null) return null;
      if (shape !== 'area') return { from: 0, to: value };
      below += value;
      return { from: below - value, to: below };
    });
  });
}

function Plot({ name, summary, series, points }: Props) {
  const { active, handlers } = useActivePoint(points.length);
  const edges = edgesOf(series, points);
  const highest = Math.max(1, ...edges.flatMap((one) => one.map((edge) => edge?.to ?? 0)));
  const x = scaleLinear().domain([0, points.length]).range([0, WIDTH]);
  const y = scaleLinear()
    .domain([0, highest])
    .range([HEIGHT - EDGE, EDGE]);
  const told = ({ title, values }: PlotPoint) =>
    words.dayOf(
      title,
      values.every((value) => value === null)
        ? [words.notKnown]
        : series.map((one, at) => `${number(values[at] ?? null)} ${one.name}`),
    );
  return (
    <figure className={frame.figure}>
      <div className={classes.frame}>
        <div className={classes.axis} aria-hidden="true">
          <span>{messages.common.number(highest)}</span>
          <span>0</span>
        </div>
        <div
          role="application"
          aria-roledescription={words.plot}
          aria-label={`${name}. ${summary} ${words.hint}`}
          tabIndex={0}
          className={classes.plot}
          {...handlers}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={classes.svg} aria-hidden="true">
            <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className={classes.base} />
            {series.map(({ key, shape }, at) => (
              <path
                key={key}
                data-series={key}
                data-shape={shape}
                className={classes.series}
                d={(shape === 'line' ? lineOf : shapeOf(shape === 'bar'))(
                  edges.map((one) => one[at] ?? null),
                  x,
                  y,
                )}
              />
            ))}
            {active !== null && (
              <line x1={x(active + 0.5)} x2={x(active + 0.5)} y1={0} y2={HEIGHT} className={classes.cursor} />
            )}
          </svg>
        </div>
      </div>
      <figcaption className={frame.caption}>
        <span aria-live="polite">
          {active === null ? `${points[0]!.title} – ${points.at(-1)!.title}` : told(points[active]!)}
        </span>
        <span className={frame.legend}>
          {series.map(({ key, name: label, shape }) => (
            <span key={key} className={frame.key}>
              <svg width={18} height={12} aria-hidden="true">
                <path
                  data-series={key}
                  data-shape={shape}
                  className={classes.series}
                  d={shape === 'line' ? 'M0 6H18' : 'M0 0H18V12H0Z'}
                />
              </svg>
              {label}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

type Edge = { from: number; to: number } | null;
type Scale = (value: number) => number;

/** Steps: a value holds until the next point. */
const lineOf = (edges: readonly Edge[], x: Scale, y: Scale) =>
  edges
    .map((edge, at) => {
      if (edge === null) return '';
      const begins = at === 0 || edges[at - 1] === null;
      return `${begins ? 'M' : 'L'}${x(at)} ${y(edge.to)}L${x(at + 1)} ${y(edge.to)}`;
    })
    .join('');

/** A rectangle for each point; of bars, with gaps between them. */
const shapeOf = (hasGaps: boolean) => (edges: readonly Edge[], x: Scale, y: Scale) =>
  edges
    .map((edge, at) => {
      if (edge === null || edge.to === edge.from) return '';
      const gap = hasGaps ? (x(1) - x(0)) * 0.12 : 0;
      return `M${x(at) + gap} ${y(edge.from)}V${y(edge.to)}H${x(at + 1) - gap}V${y(edge.from)}Z`;
    })
    .join('');

/** The newest first; a day is left out if nothing differs from the day before. */
function PointTable({ name, column, series, points }: Props) {
  const rows = points.filter(
    ({ values }, at) => at === 0 || values.some((value, of) => value !== points[at - 1]!.values[of]),
  );
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={`${name}: ${words.table}`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{column}</Table.Th>
            {series.map(({ key, name: label }) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {rows.toReversed().map(({ title, values }) => (
            <Table.Tr key={title}>
              <Table.Td>{title}</Table.Td>
              {series.map(({ key }, at) => (
                <Table.Td key={key} ta="right">
                  {number(values[at] ?? null)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
