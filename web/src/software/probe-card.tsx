import { Button, Group, Stack, Text } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import type { ProbeResponse } from '../api/generated';
import { probesQuery } from '../api/probes';
import { probes } from '../messages/en/probes';
import { Confirm } from '../parts/confirm';
import { Name, visibleText } from '../parts/name';
import { hasFailed, QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { type Fare, StateMark } from '../parts/state-mark';
import { Card } from './card';
import { ProbeForm } from './probe-form';

const words = probes;
const FARES: Record<ProbeResponse['state'], Fare> = { new: 'waiting', ok: 'good', failing: 'bad', off: 'off' };

/** The version that really runs, as the program itself says it. */
export function ProbeCard({ favorite }: { favorite: FavoriteRow }) {
  const list = useQuery(probesQuery(favorite.uuid));
  const [open, setOpen] = useState<ProbeResponse | 'new' | null>(null);
  useNewVersions(list.data);
  const isAway = useAwaySince() !== null;
  if (hasFailed(list)) return <QueryNote of={list} />;
  const probes = list.data ?? [];
  return (
    <Card title={words.title}>
      <Stack gap="sm">
        {probes.length === 0 && open === null && (
          <Text size="sm" c="dimmed">
            {words.lead}
          </Text>
        )}
        {probes.map((probe) => (
          <Shown key={probe.environment} favorite={favorite} probe={probe} onEdit={() => setOpen(probe)} />
        ))}
        {open === null ? (
          <Button variant="default" disabled={isAway || !list.data} onClick={() => setOpen('new')}>
            {probes.length === 0 ? words.add : words.addOther}
          </Button>
        ) : (
          <ProbeForm
            key={open === 'new' ? '' : open.environment}
            favorite={favorite}
            probe={open === 'new' ? null : open}
            taken={probes.map(({ environment }) => environment)}
            onClose={() => setOpen(null)}
          />
        )}
      </Stack>
    </Card>
  );
}

/** What was answered is the version in use: all that shows it is read again. */
function useNewVersions(probes: readonly ProbeResponse[] | undefined): void {
  const client = useQueryClient();
  const answers = probes && JSON.stringify(probes.map(({ environment, version }) => [environment, version]));
  const [known, setKnown] = useState(answers);
  useEffect(() => {
    if (answers === undefined || answers === known) return;
    setKnown(answers);
    if (known !== undefined) void client.invalidateQueries({ queryKey: ['favorites'] });
  }, [answers, known, client]);
}

function Shown({ favorite, probe, onEdit }: { favorite: FavoriteRow; probe: ProbeResponse; onEdit(): void }) {
  const { environment, state, version, message } = probe;
  const isAway = useAwaySince() !== null;
  const [isRemoving, setRemoving] = useState(false);
  const client = useQueryClient();
  const remove = async () => {
    await api.deleteFavoriteProbe(environment, favorite.uuid);
    setRemoving(false);
    for (const of of ['probes', 'favorites']) void client.invalidateQueries({ queryKey: [of] });
  };
  return (
    <div>
      <Group gap="0.2rem 0.6rem">
        <StateMark fare={FARES[state]}>{words.states[state]}</StateMark>
        <Text span fw={600}>
          <Name>{environment}</Name>
        </Text>
        {state === 'failing' && probe.failing_since && (
          <Text span size="sm" c="dimmed">
            {words.since} <RelativeTime time={probe.failing_since} />
          </Text>
        )}
      </Group>
      <Text size="sm">{visibleText(probe.address)}</Text>
      {state === 'failing' && <Text size="sm">{visibleText(message ?? '')}</Text>}
      {state === 'off' && (
        <Text size="sm" c="dimmed">
          {words.off}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {version !== null && probe.answered_at !== null ? (
          <>
            {state === 'ok' ? words.answered(visibleText(version)) : words.lastAnswer(visibleText(version))}{' '}
            <RelativeTime time={state === 'ok' && probe.asked_at ? probe.asked_at : probe.answered_at} />
          </>
        ) : (
          state === 'failing' && words.never
        )}
      </Text>
      <Group gap="xs" mt={6}>
        {(
          [
            [words.edit, words.editOf, onEdit],
            [words.remove, words.removeOf, () => setRemoving(true)],
          ] as const
        ).map(([name, nameOf, act]) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            disabled={isAway}
            aria-label={nameOf(visibleText(environment))}
            onClick={act}
          >
            {name}
          </Button>
        ))}
      </Group>
      <Confirm
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={words.removeTitle(visibleText(environment))}
        text={words.removeText}
        action={words.remove}
        onConfirm={remove}
      />
    </div>
  );
}
