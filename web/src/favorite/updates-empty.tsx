import { Anchor, Button, Stack, Text } from '../parts/ui';
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
type Filter = { freshness?: string; known?: string };
/** Of these, "up to date" says less than it seems to. */
const UNSURE = [
  ...(['failing', 'stale', 'snapshot', 'no-source'] as const).map((freshness) => ({
    filter: { freshness },
    text: words.freshness[freshness],
  })),
  ...(['nothing', 'prereleases'] as const).map((known) => ({ filter: { known }, text: words.known[known] })),
];
const SURE: Filter = { freshness: 'live', known: 'stable' };

const countQuery = (filter: Filter) => ({
  queryKey: ['favorites', 'count', filter],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readFavorites(filter, { page: 1, per_page: 1 }, signal).then(({ meta }) => meta.total ?? 0),
});

/** Nothing is outdated, as far as anybody knows: of how many that is known, when it was looked for last, and of which nobody can say. */
export function UpToDate() {
  const { data: summary } = useQuery(summaryQuery);
  const counts = useQueries({ queries: [SURE, ...UNSURE.map(({ filter }) => filter)].map(countQuery) });
  // Not before it is known of how many it can be said.
  if (!summary || counts.some(({ isPending }) => isPending)) return null;
  const { tracked, snoozed, muted, last_check_at: lastCheck } = summary;
  const [sure = 0, ...others] = counts.map(({ data = 0 }) => data);
  const unsure = UNSURE.map((one, index) => ({ ...one, count: others[index]! })).filter(({ count }) => count > 0);
  const unknown = unsure.reduce((sum, { filter, count }) => ('known' in filter ? sum + count : sum), 0);
  const set = words.others(snoozed, muted);
  return (
    <Empty title={unknown === tracked ? words.allUnknown : words.upToDate(sure, tracked)}>
      <Stack gap={6} align="center">
        {(lastCheck || unsure.length === 0) && (
          <Text c="dimmed">{lastCheck ? words.lastCheck(new Date(lastCheck)) : words.noCheck}</Text>
        )}
        {set && <Text c="dimmed">{set}</Text>}
        {unsure.map(({ filter, text, count }) => (
          <Text key={JSON.stringify(filter)} size="sm">
            {text(count)}{' '}
            <Anchor component={Link} to="/favorites" search={filter as never} inherit>
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
