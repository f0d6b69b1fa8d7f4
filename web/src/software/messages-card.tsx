import { Anchor, Checkbox, CheckboxGroup, RadioGroup, Stack, Text } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client';
import { channelNamesQuery } from '../api/channels';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import type { UpdateFavoriteDto } from '../api/generated';
import { messages } from '../messages';
import { ProblemNote } from '../parts/problem-note';
import { Card } from './card';

const words = messages.software.messagesTo;

/** Through which channels its owner is told of updates: those of the profile, or own ones. */
export function MessagesCard({ favorite }: { favorite: FavoriteRow }) {
  const { uuid, use_default_notification: isDefault, policy } = favorite;
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const channels = useQuery({ ...channelNamesQuery, enabled: !isDefault });
  const refresh = () => client.invalidateQueries({ queryKey: ['favorites'] });
  const change = useMutation({
    mutationFn: (input: UpdateFavoriteDto) => api.updateFavorite(uuid, input),
    onSuccess: refresh,
  });
  const choose = useMutation({
    mutationFn: (ids: string[]) => api.updateFavoritePolicy(uuid, { channels: ids }),
    onSuccess: refresh,
  });
  const chosen = (choose.isPending ? choose.variables : policy?.channels) ?? [];
  const shown = change.isPending ? (change.variables.use_default_notification ?? isDefault) : isDefault;
  const error = change.error ?? choose.error ?? channels.error;
  return (
    <Card title={words.title}>
      <Stack gap="sm">
        <RadioGroup
          inRow
          aria-label={words.title}
          disabled={isAway}
          data={[
            { value: 'default', label: words.default },
            { value: 'own', label: words.own },
          ]}
          value={shown ? 'default' : 'own'}
          onChange={(value) => change.mutate({ use_default_notification: value === 'default' })}
        />
        {shown ? (
          <Text size="sm" c="dimmed">
            {words.defaultText}
          </Text>
        ) : (
          <>
            <CheckboxGroup
              label={words.channels}
              description={chosen.length === 0 ? words.none : undefined}
              disabled={isAway}
              data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={channels.data ? chosen : []}
              onChange={(ids) => choose.mutate(ids)}
            />
            <Checkbox
              label={words.remind}
              disabled={isAway}
              checked={favorite.notify_always}
              onChange={(event) => change.mutate({ notify_always: event.currentTarget.checked })}
            />
          </>
        )}
        {error && <ProblemNote error={error} />}
        <Anchor component={Link} to="/channels" size="sm">
          {words.manage}
        </Anchor>
      </Stack>
    </Card>
  );
}
