import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BulkAction, BulkAnswer, BulkOperation, BulkOutcome } from '../api/bulk';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteFilter } from '../api/favorites';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { holdFavorites, isLong, namesOf, refreshMoving, showOperation } from './favorites-cache';
import { toast } from './toast';
import { type Done, DoneNote, forget, refreshFavorites, remember, untilDone, undo, undoOperation } from './undo';

const words = messages.actions;

/** A favorite that something is done to, as its row shows it. */
export interface Target {
  uuid: string;
  /** What it is called. */
  software: string;
  /** What is on offer: for `update` and `skip`, nothing else is taken than what was seen. */
  available_version?: { id: string; version: string } | null;
}

/** Which favorites: those of rows, or all that match. */
export type Targets = { rows: readonly Target[] } | { filter: FavoriteFilter; except?: string[]; expect: number };

/** `changed-meanwhile`: another number matches by now, and nothing was done. */
export type Outcome = 'done' | 'refused' | 'changed-meanwhile';

export interface Actions {
  /** Nothing can be written: the service does not answer. */
  disabled: boolean;
  /** Does it, shows it at once, and says so with the way back. What is refused is shown as it was and said, too. */
  act(operation: BulkOperation, targets: Targets): Promise<Outcome>;
}

/** Operations that wait for their answer: lists are read again when none does. */
let pending = 0;

/** Operations that were run here since the page was opened, so that a list can tell them from those of others. */
let operations = 0;
export const ownOperations = () => operations;

/** What is done to favorites by whatever screen: at once on the page, with undo. */
export function useActions(): Actions {
  const client = useQueryClient();
  const disabled = useAwaySince() !== null;
  const act = useCallback((operation: BulkOperation, targets: Targets) => actOn(client, operation, targets), [client]);
  return { disabled, act };
}

async function actOn(client: QueryClient, operation: BulkOperation, targets: Targets): Promise<Outcome> {
  const rows = 'rows' in targets ? targets.rows : [];
  if ('rows' in targets && rows.length === 0) return 'done';
  pending += 1;
  operations += 1;
  // An answer that is under way does not know of this yet.
  await client.cancelQueries({ queryKey: ['favorites'] });
  const before = holdFavorites(client);
  showOperation(client, operation, new Set(rows.map(({ uuid }) => uuid)));
  const answered = api
    .createBulkOperation({ ...operation, ...choiceOf(operation.action, targets) })
    .then(({ data }) => data)
    .finally(() => (pending -= 1));
  const names = rows.map(({ software }) => software);
  const done: Done = { takeBack: () => answered.then(undoOperation, () => null), names };
  remember(done);
  try {
    const answer = await answered;
    // A dialog that asked need not stay until all is done, or the lists are read again.
    void follow(client, operation, targets, answer, done);
    return 'done';
  } catch (error) {
    forget(done);
    // Where other operations wait for their answers, what is held has those in it, too.
    if (pending === 0) for (const [key, data] of before) client.setQueryData(key, data);
    if (isProblem(error, 409) && !('rows' in targets)) return 'changed-meanwhile';
    if (!isProblem(error, 401))
      toast('refused', {
        color: 'red',
        title: words.notDone,
        message: isProblem(error) ? error.message : undefined,
      });
    void refreshFavorites(client);
    return 'refused';
  }
}

/** Until it is done, or was undone before. */
async function follow(
  client: QueryClient,
  operation: BulkOperation,
  targets: Targets,
  started: BulkAnswer,
  done: Done,
): Promise<void> {
  const { [operation.action]: what } = words.names;
  const told = (outcome: BulkOutcome) => (outcome.undone_at === null ? outcome.operation : null);
  const answer = await untilDone(started, told, what, done, () => void undo(client, done));
  if (!answer) return;
  if (answer.changed === 0) forget(done);
  say(client, operation, 'rows' in targets ? targets.rows : [], answer, done);
  await refresh(client, operation.action, answer, 'rows' in targets);
}

function choiceOf(action: BulkAction, targets: Targets) {
  if (!('rows' in targets)) return targets;
  const ids = targets.rows.map(({ uuid }) => uuid);
  if (action !== 'update' && action !== 'skip') return { ids };
  const offered = targets.rows.flatMap(({ uuid, available_version: version }) => (version ? [[uuid, version.id]] : []));
  return { ids, versions: Object.fromEntries(offered) as Record<string, string> };
}

/** Says what became of it: what was done, and for which it was not, with the reason. */
function say(
  client: QueryClient,
  { action, until, tags }: BulkOperation,
  rows: readonly Target[],
  { changed, failed }: BulkAnswer,
  done: Done,
): void {
  const failedIds = failed.map(({ favorite }) => favorite);
  const failedNames = failedIds.flatMap(
    (id) => rows.find(({ uuid }) => uuid === id)?.software ?? namesOf(client, [id]).at(0) ?? [],
  );
  const names = rows.filter(({ uuid }) => !failedIds.includes(uuid)).map(({ software }) => software);
  const detail = action === 'snooze' ? until : (tags?.join(', ') ?? rows[0]?.available_version?.version);
  const text = changed === 0 ? words.nothing(names, names.length || 0) : words.done[action](names, changed, detail);
  const { title = '', detail: reason = title } = failed[0]?.problem ?? {};
  const details = failed.length > 0 ? words.failed(failedNames, failed.length, reason) : undefined;
  done.toast = toast('done', {
    color: failed.length > 0 ? 'yellow' : 'blue',
    message: (
      <DoneNote
        text={changed === 0 && failed.length > 0 ? words.notDone : text}
        {...(details ? { details } : {})}
        {...(changed > 0 ? { onUndo: () => void undo(client, done) } : {})}
      />
    ),
  });
}

/** After these the page shows all that they changed: a list of what is outdated need not be read again, and its rows stay where they are. */
const EXACT: readonly BulkAction[] = ['update', 'snooze', 'delete', 'mute', 'unmute'];

async function refresh(
  client: QueryClient,
  action: BulkAction,
  { failed }: BulkAnswer,
  isOfRows: boolean,
): Promise<void> {
  // The last of several that were done in a row reads for all.
  if (pending > 0) return;
  if (!isOfRows || !EXACT.includes(action) || failed.length > 0 || isLong(client)) return refreshFavorites(client);
  await Promise.all([
    refreshMoving(client),
    client.invalidateQueries({ queryKey: ['summary'] }),
    client.invalidateQueries({ queryKey: ['software'] }),
  ]);
}
