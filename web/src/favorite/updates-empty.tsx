import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { readFavorites } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { FindBox } from '../parts/find-box';
import { Icon } from '../parts/icon';
import { TrackDialog } from '../parts/track-dialog';

const words = messages.favorites.updates;
/** Of these, "up to date" says less than it seems to. */
const UNSURE = ['failing', 'stale', 'snapshot', 'no-source'] as const;

const sum = (parts: readonly { count: number }[]) => parts.reduce((total, { count }) => total + count, 0);

/** Nothing is outdated, as far as anybody knows: of how many that is known, when it was looked for last, and for which products nobody is asked. */
export function UpToDate() {
  const { data: summary } = useQuery(summaryQuery);
  const counts = useQueries({
    queries: UNSURE.map((freshness) => ({
      queryKey: ['favorites', 'count', { freshness }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readFavorites({ freshness }, { page: 1, per_page: 1 }, signal).then(({ meta }) => meta.total ?? 0),
    })),
  });
  // Not before it is known of how many it can be said.
  if (!summary || counts.some(({ isPending }) => isPending)) return null;
  const { tracked, snoozed, muted, last_check_at: lastCheck } = summary;
  const unsure = UNSURE.flatMap((freshness, index) => {
    const count = counts[index]?.data ?? 0;
    return count > 0 ? [{ freshness, count }] : [];
  });
  const others = words.others(snoozed, muted);
  const isCounted = counts.every(({ isSuccess }) => isSuccess);
  const checked = isCounted && (lastCheck || unsure.length > 0) ? tracked - sum(unsure) : 0;
  return (
    <Empty title={words.upToDate(checked, tracked)}>
      <Stack gap={6} align="center">
        {(lastCheck || unsure.length === 0) && (
          <Text c="dimmed">{lastCheck ? words.lastCheck(new Date(lastCheck)) : words.noCheck}</Text>
        )}
        {others && <Text c="dimmed">{others}</Text>}
        {unsure.map(({ freshness, count }) => (
          <Text key={freshness} size="sm">
            {words.freshness[freshness](count)}{' '}
            <Anchor component={Link} to="/favorites" search={{ freshness } as never} inherit>
              {words.see}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Empty>
  );
}

/** The first visit of somebody who tracks nothing. */
export function NothingTracked() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Empty title={words.noneTracked}>
      <Text c="dimmed">{words.noneTrackedText}</Text>
      <FindBox />
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        {words.track}
      </Button>
      <Button component={Link} to="/import" variant="default" leftSection={<Icon name="import" size={16} />}>
        {messages.common.navigation.import}
      </Button>
      <TrackDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Empty>
  );
}
