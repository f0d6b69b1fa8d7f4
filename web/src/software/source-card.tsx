import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SoftwareResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { Card } from './card';

const words = messages.software.source;
const COLORS = { live: 'green', stale: 'orange', failing: 'red', snapshot: 'gray', 'no-source': 'gray' };

/** How current all this is, and why, without promising more than is known. */
export function SourceCard({ software: { freshness }, isTracked }: { software: SoftwareResponse; isTracked: boolean }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  if (!freshness) return null;
  const { state, checked_at: checkedAt, catalogued_as_of: catalogue, since } = freshness;
  const sources = session?.features.sources;
  const isAsked = sources === 'all' || (sources === 'tracked' && isTracked);
  return (
    <Card title={words.title}>
      <Stack gap={6}>
        <Group gap="xs">
          <Badge variant="light" tt="none" color={COLORS[state]}>
            {words.names[state]}
          </Badge>
          {since && (state === 'stale' || state === 'failing') && (
            <Text span size="sm" c="dimmed">
              {words.since} <RelativeTime time={since} />
            </Text>
          )}
        </Group>
        <Text size="sm">{words.states[state]}</Text>
        {checkedAt && (
          <Text size="sm" c="dimmed">
            {words.answered} <RelativeTime time={checkedAt} />.
          </Text>
        )}
        {catalogue && (
          <Text size="sm" c="dimmed">
            {words.catalogue(exactDate(catalogue))}
          </Text>
        )}
        {sources && !isAsked && state !== 'no-source' && (
          <Text size="sm" c="dimmed">
            {sources === 'off' ? words.off : words.tracked}
          </Text>
        )}
        {state === 'no-source' && (
          <Text size="sm" c="dimmed">
            {words.howTo}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
