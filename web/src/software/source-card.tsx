import { Badge, Button, Group, Stack, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SoftwareResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { visibleText } from '../parts/name';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Card } from './card';

const SourceForm = lazy(() => import('./source-form'));

const words = messages.software.source;
const COLORS = { live: 'green', stale: 'orange', failing: 'red', snapshot: 'gray', 'no-source': 'gray' };

/** How current all this is, and why, without promising more than is known. */
export function SourceCard({ software, isTracked }: { software: SoftwareResponse; isTracked: boolean }) {
  const { freshness } = software;
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  // The operator's list leads to the form itself.
  const [isOpen, setOpen] = useState(() => window.location.hash === '#source');
  if (!freshness) return null;
  const { state, checked_at: checkedAt, catalogued_as_of: catalogue, since } = freshness;
  const sources = session?.features.sources;
  const mayChange = session?.scopes.includes('catalogue:write') ?? false;
  const isAsked = sources === 'all' || (sources === 'tracked' && isTracked);
  return (
    <Card title={words.title}>
      <Stack gap={6}>
        <Group gap="xs">
          <Badge variant="light" color={COLORS[state]}>
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
        {mayChange && (
          <Group>
            <Button size="xs" variant="default" onClick={() => setOpen(true)}>
              {state === 'no-source' ? words.form.give : words.form.change}
            </Button>
          </Group>
        )}
        {state === 'no-source' && !mayChange && (
          <Text size="sm" c="dimmed">
            {words.howTo}
          </Text>
        )}
      </Stack>
      {isOpen && mayChange && (
        <Dialog
          opened
          onClose={() => setOpen(false)}
          size="lg"
          title={<bdi>{words.form.title(visibleText(software.name))}</bdi>}
        >
          <Suspense fallback={<SlowSkeleton rows={6} />}>
            <SourceForm software={software.id} hasSource={state !== 'no-source'} onClose={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </Card>
  );
}
