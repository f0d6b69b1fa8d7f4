import { Button, SegmentedControl, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api/client';
import type { BehindResponse } from '../api/generated';
import { messages } from '../messages';
import { behind as words } from '../messages/en/behind';
import { Empty } from '../parts/empty';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { exactDate, monthOf } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { DayPlot } from '../plot/day-plot';
import { everyDay, everyMonth } from './days';

const STEPS = ['patch', 'minor', 'major', 'other'] as const;

const behindQuery = (days: number) =>
  queryOptions({
    queryKey: ['statistics', 'behind', days],
    queryFn: ({ signal }) => api.getBehind({ days }, { signal }).then(({ data }) => data),
  });

/** How far what somebody uses was behind what was on offer, over a year or two. */
export function BehindPage() {
  const { period }: { period?: '2y' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(behindQuery(period ? 731 : 365));
  const since = data?.known_since;
  return (
    <Page
      title={words.title}
      lead={<Text c="dimmed">{words.lead}</Text>}
      beside={
        <SegmentedControl
          aria-label={words.periods.label}
          value={period ?? '1y'}
          onChange={(next) =>
            void navigate({ to: '/behind', search: (next === '2y' ? { period: next } : {}) as never, replace: true })
          }
          data={[
            { value: '1y', label: words.periods.year },
            { value: '2y', label: words.periods.years },
          ]}
        />
      }
    >
      {!data && error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SlowSkeleton rows={3} height={220} />}
      {data && since === null && (
        <Empty title={words.nothing}>
          <Text c="dimmed">{words.nothingText}</Text>
          <Button component={Link} to="/updates" variant="default">
            {messages.common.navigation.updates}
          </Button>
        </Empty>
      )}
      {data && since && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {words.knownSince(exactDate(since))}
          </Text>
          <Plots data={data} />
        </>
      )}
    </Page>
  );
}

function Plots({ data }: { data: BehindResponse }) {
  const days = everyDay(data);
  const last = days.at(-1)?.counts ?? null;
  const outdated = last ? STEPS.reduce((sum, step) => sum + last[step], 0) : 0;
  const months = everyMonth(data);
  const points = days.map(({ day, counts }) => ({ title: exactDate(day), counts }));
  return (
    <>
      <Panel title={words.steps.title}>
        <DayPlot
          name={words.steps.title}
          summary={words.steps.summary(outdated, last?.tracked ?? 0)}
          column={words.day}
          series={[
            ...STEPS.map((step) => ({ key: step, name: words.steps.kinds[step], shape: 'area' as const })),
            { key: 'tracked', name: words.steps.tracked, shape: 'line' },
          ]}
          points={points.map(({ title, counts }) => ({
            title,
            values: [...STEPS.map((step) => counts?.[step] ?? null), counts?.tracked ?? null],
          }))}
        />
      </Panel>
      <Panel title={words.age.title}>
        <DayPlot
          name={words.age.title}
          summary={words.age.summary(last?.median_days ?? null, last?.worst_days ?? null)}
          explained={words.age.explained}
          column={words.day}
          series={[
            { key: 'median', name: words.age.median, shape: 'line' },
            { key: 'worst', name: words.age.worst, shape: 'line' },
          ]}
          points={points.map(({ title, counts }) => ({
            title,
            values: [counts?.median_days ?? null, counts?.worst_days ?? null],
          }))}
        />
      </Panel>
      <Panel title={words.updates.title}>
        <DayPlot
          name={words.updates.title}
          summary={words.updates.summary(months.reduce((sum, { updates }) => sum + (updates ?? 0), 0))}
          explained={words.updates.explained}
          column={words.month}
          series={[{ key: 'updates', name: words.updates.series, shape: 'bar' }]}
          points={months.map(({ month, updates }) => ({ title: monthOf(`${month}-01`), values: [updates] }))}
        />
      </Panel>
    </>
  );
}
