import { Alert, Button, Group, Stack, Text } from './ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction, BulkOperation } from '../api/bulk';
import { type FavoriteFilter, type FavoriteRow, readBeginning } from '../api/favorites';
import { messages } from '../messages';
import { useActions } from './actions';
import { Dialog } from './dialog';
import { Name, visibleText } from './name';
import { ProblemNote } from './problem-note';
import { SlowSkeleton } from './slow-skeleton';
import { VersionWay } from './version-way';

const words = messages.actions.confirm;
const NAMES = 10;
/** What is about the version on offer. */
const OFFERED: readonly BulkAction[] = ['update', 'skip'];

export type AskedBulk = { operation: BulkOperation } & (
  { filter: FavoriteFilter; except: string[] } | { rows: readonly FavoriteRow[] }
);

/** Asks before something is done to many: how many there are, and the first of them. Another number by now asks again. */
export function ConfirmBulk({ asked, onClose }: { asked: AskedBulk | null; onClose: (isDone: boolean) => void }) {
  return (
    <Dialog opened={asked !== null} onClose={() => onClose(false)} title={asked && <Heading asked={asked} />} size="md">
      {asked && <Question asked={asked} onClose={onClose} />}
    </Dialog>
  );
}

const useBeginning = (asked: AskedBulk) => {
  const none: string[] = [];
  const { rows, filter, except } =
    'rows' in asked ? { ...asked, filter: {}, except: none } : { rows: undefined, ...asked };
  return useQuery({
    queryKey: ['favorites', 'beginning', rows?.map(({ uuid }) => uuid) ?? filter, except],
    queryFn: ({ signal }) =>
      rows
        ? { data: [...rows], meta: { total: rows.length } }
        : readBeginning(filter, NAMES + Math.min(except.length, 100), signal),
    select: ({ data, meta }) => ({
      // Those that were taken out may have gone meanwhile: the service counts them, and answers 409 where it differs.
      count: (meta.total ?? 0) - except.length,
      first: data.filter(({ uuid }) => !except.includes(uuid)).slice(0, NAMES),
    }),
    staleTime: 0,
    gcTime: 0,
  });
};

function Heading({ asked }: { asked: AskedBulk }) {
  const { data } = useBeginning(asked);
  return data ? words.title[asked.operation.action](messages.common.number(data.count)) : words.counting;
}

function Question({ asked, onClose }: { asked: AskedBulk; onClose: (isDone: boolean) => void }) {
  const { data, error, refetch } = useBeginning(asked);
  const { act, disabled } = useActions();
  const [isBusy, setBusy] = useState(false);
  const [before, setBefore] = useState<number | null>(null);
  if (error && !data) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={5} height={24} />;
  const { action } = asked.operation;
  const count = messages.common.number(data.count);
  const run = async () => {
    setBusy(true);
    const { operation, ...targets } = asked;
    const outcome = await act(operation, 'rows' in targets ? targets : { ...targets, expect: data.count });
    setBusy(false);
    if (outcome !== 'changed-meanwhile') return onClose(outcome === 'done');
    setBefore(data.count);
    await refetch();
  };
  return (
    <Stack>
      {before !== null && before !== data.count && (
        <Alert color="yellow" role="alert">
          {words.changed(before, data.count)}
        </Alert>
      )}
      <Text size="sm">{data.count === 0 ? words.none : words.text[action]}</Text>
      <ul>
        {data.first.map(({ uuid, software, ...favorite }) => (
          <li key={uuid}>
            <Text span inherit fw={500}>
              <Name>{software}</Name>
            </Text>{' '}
            <Versions favorite={favorite} isOffered={OFFERED.includes(action)} />
          </li>
        ))}
      </ul>
      {data.count > data.first.length && data.first.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.more(data.count - data.first.length)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onClose(false)}>
          {messages.common.cancel}
        </Button>
        <Button
          data-autofocus
          loading={isBusy}
          disabled={disabled || data.count === 0}
          color={action === 'delete' ? 'red' : undefined}
          onClick={() => void run()}
        >
          {words.title[action](count).replace(/\?$/, '')}
        </Button>
      </Group>
    </Stack>
  );
}

/** In use, and what is on offer where that is what it is about. */
const Versions = ({
  favorite: { version, available_version: offered },
  isOffered,
}: {
  favorite: Pick<FavoriteRow, 'version' | 'available_version'>;
  isOffered: boolean;
}) =>
  isOffered && offered ? (
    <VersionWay from={visibleText(version.version)} to={visibleText(offered.version)} />
  ) : (
    <Text span inherit c="dimmed" className="tabular">
      <Name>{version.version}</Name>
    </Text>
  );
