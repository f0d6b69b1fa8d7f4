import { Button, Table, Text } from '../parts/ui';
import { scaleBand, scaleLinear } from 'd3-scale';
import { useId, useState } from 'react';
import { messages } from '../messages';
import classes from './delivery-bars.module.css';
import frame from './plot-frame.module.css';
import { useActivePoint } from './use-active-point';
import { dateFormat, numberFormat } from '../messages/locale';

const words = messages.channels.plot;

export interface DeliveryDay {
  /** `YYYY-MM-DD` */
  day: string;
  sent: number;
  retried: number;
  failed: number;
  expired: number;
}

/** From below. */
const KINDS = ['sent', 'retried', 'failed', 'expired'] as const;
const WIDTH = 720;
const HEIGHT = 72;

const totalOf = (day: DeliveryDay) => KINDS.reduce((sum, kind) => sum + day[kind], 0);
const dayName = (day: string) =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const told = (day: DeliveryDay) =>
  words.dayOf(
    dayName(day.day),
    KINDS.filter((kind) => day[kind] > 0).map((kind) => `${messages.common.number(day[kind])} ${words.kinds[kind]}`),
  );

/** What became of a channel's deliveries, day by day: small stacked bars, or the same as a table. */
export function DeliveryBars({ days }: { days: readonly DeliveryDay[] }) {
  const [isTable, setTable] = useState(false);
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const arrived = days.reduce((sum, day) => sum + day.sent + day.retried, 0);
  const summary = words.summary(total, arrived, days.length);
  if (total === 0) return <Text c="dimmed">{summary}</Text>;
  return (
    <div>
      <div className={frame.head}>
        <Text size="sm">
          <strong className="tabular">{words.rate(percent(arrived / total))}</strong>{' '}
          <Text span inherit c="dimmed">
            {summary}
          </Text>
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? words.plot : words.table}
        </Button>
      </div>
      {isTable ? <DayTable days={days} /> : <Bars days={days} summary={summary} />}
    </div>
  );
}

/** 999 of 1,000 is not 100 %. */
const percent = (share: number) =>
  numberFormat({
    style: 'percent',
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions).format(share);

function Bars({ days, summary }: { days: readonly DeliveryDay[]; summary: string }) {
  const { active, handlers } = useActivePoint(days.length);
  const hatch = useId();
  const x = scaleBand<number>()
    .domain(days.map((_, index) => index))
    .range([0, WIDTH])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([0, Math.max(...days.map(totalOf))])
    .range([0, HEIGHT]);
  return (
    <figure className={frame.figure}>
      <div
        role="application"
        aria-roledescription={words.plot}
        aria-label={`${words.name}. ${summary} ${words.hint}`}
        tabIndex={0}
        className={classes.plot}
        {...handlers}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={classes.bars} aria-hidden="true">
          <defs>
            <pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="3" height="3" className={classes.failedGround} />
              <line x1="0" y1="0" x2="0" y2="3" className={classes.failedLine} />
            </pattern>
          </defs>
          {days.map((day, index) => (
            <g key={day.day} opacity={active === null || active === index ? 1 : 0.4}>
              <rect x={x(index)} width={x.bandwidth()} y={HEIGHT - 1} height={1} className={classes.base} />
              {stackOf(day, y).map(({ kind, from, to }) => (
                <rect
                  key={kind}
                  x={x(index)}
                  width={x.bandwidth()}
                  y={HEIGHT - to}
                  height={to - from}
                  data-kind={kind}
                  className={classes.bar}
                  {...(kind === 'failed' ? { fill: `url(#${hatch})` } : {})}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <figcaption className={frame.caption}>
        <span aria-live="polite">
          {active === null ? `${dayName(days[0]!.day)} – ${dayName(days.at(-1)!.day)}` : told(days[active]!)}
        </span>
        <span className={frame.legend}>
          {KINDS.filter((kind) => days.some((day) => day[kind] > 0)).map((kind) => (
            <span key={kind} className={frame.key}>
              <svg width={12} height={12} aria-hidden="true">
                <rect
                  width={12}
                  height={12}
                  rx={2}
                  data-kind={kind}
                  className={classes.bar}
                  {...(kind === 'failed' ? { fill: `url(#${hatch})` } : {})}
                />
              </svg>
              {words.kinds[kind]}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

/** The parts of a day's bar; one that is there is seen, however small it is. */
function stackOf(day: DeliveryDay, y: (count: number) => number) {
  let from = 0;
  return KINDS.filter((kind) => day[kind] > 0).map((kind) => {
    const part = { kind, from, to: from + Math.max(2, y(day[kind])) };
    from = part.to;
    return part;
  });
}

function DayTable({ days }: { days: readonly DeliveryDay[] }) {
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={words.name}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.day}</Table.Th>
            {KINDS.map((kind) => (
              <Table.Th key={kind} ta="right">
                {words.kinds[kind]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {days
            .filter((day) => totalOf(day) > 0)
            .reverse()
            .map((day) => (
              <Table.Tr key={day.day}>
                <Table.Td>{dayName(day.day)}</Table.Td>
                {KINDS.map((kind) => (
                  <Table.Td key={kind} ta="right">
                    {messages.common.number(day[kind])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
