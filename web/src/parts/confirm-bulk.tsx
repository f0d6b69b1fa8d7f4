import { Alert, Text } from './ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction, BulkOperation } from '../api/bulk';
import { type FavoriteFilter, type FavoriteRow, readBeginning } from '../api/favorites';
import { messages } from '../messages';
import { useActions } from './actions';
import { Question } from './confirm';
import { Dialog } from './dialog';
import { Name, visibleText } from './name';
import { ProblemNote } from './problem-note';
import { SlowSkeleton } from './slow-skeleton';
import { VersionWay } from './version-way';

const words = messages.actions.confirm;
const NAMES = 10;
/** What is about the version on offer. */
const OFFERED: readonly BulkAction[] = ['update', 'skip'];

/** What is to be done, to these rows or to all that match. */
export interface AskedBulk {
  operation: BulkOperation;
  rows?: readonly FavoriteRow[];
  filter?: FavoriteFilter;
  except?: string[];
}

/** Asks before something is done to many: how many there are, and the first of them. Another number by now asks again. */
export const ConfirmBulk = ({ asked, ...rest }: { asked: AskedBulk | null; onClose: (isDone: boolean) => void }) =>
  asked && <Asked asked={asked} {...rest} />;

function Asked({ asked, onClose }: { asked: AskedBulk; onClose: (isDone: boolean) => void }) {
  const { operation, rows, filter = {}, except = [] } = asked;
  const { action } = operation;
  const { data, error, refetch } = useQuery({
    queryKey: ['favorites', 'beginning', rows?.map(({ uuid }) => uuid) ?? filter, except],
    queryFn: ({ signal }) =>
      rows
        ? { data: [...rows], meta: { total: rows.length } }
        : readBeginning(filter, NAMES + Math.min(except.length, 100), signal),
    select: ({ data: favorites, meta }) => ({
      // Those that were taken out may have gone meanwhile: the service counts them, and answers 409 where it differs.
      count: (meta.total ?? 0) - except.length,
      first: favorites.filter(({ uuid }) => !except.includes(uuid)).slice(0, NAMES),
    }),
    staleTime: 0,
    gcTime: 0,
  });
  const { act, disabled } = useActions();
  const [before, setBefore] = useState<number | null>(null);
  const title = data ? words.title[action](messages.common.number(data.count)) : words.counting;
  const run = async (expect: number) => {
    const outcome = await act(operation, rows ? { rows } : { filter, except, expect });
    if (outcome !== 'changed-meanwhile') return onClose(outcome === 'done');
    setBefore(expect);
    await refetch();
  };
  return (
    <Dialog opened onClose={() => onClose(false)} title={title} size="md">
      {!data && error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SlowSkeleton rows={5} height={24} />}
      {data && (
        <Question
          onClose={() => onClose(false)}
          text={data.count === 0 ? words.none : words.text[action]}
          action={title.replace(/\?$/, '')}
          onConfirm={() => run(data.count)}
          disabled={disabled || data.count === 0}
          color={action === 'delete' ? 'red' : null}
          isUndoable
        >
          {before !== null && before !== data.count && (
            <Alert color="yellow" role="alert">
              {words.changed(before, data.count)}
            </Alert>
          )}
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
        </Question>
      )}
    </Dialog>
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
