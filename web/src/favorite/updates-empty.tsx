import { Anchor, Stack, Text } from '../parts/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countQuery } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';

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
            <Anchor component={Link} to="/favorites" search={filter as never}>
              {words.see}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Empty>
  );
}
