import { Button } from '../parts/ui';
import type { ReactNode } from 'react';
import { type FavoriteList, keyOfList } from '../api/favorite-lists';
import { type FavoriteRow, readWindow } from '../api/favorites';
import { rowsOf, useWindows } from '../api/windows';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Grid, type GridProps } from '../parts/grid';
import { later, useOnceTrue } from '../parts/later';
import { QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { CellsHead, type UpdateCells } from './cells';
import classes from './favorite.module.css';
import { useActive } from './use-active';
import { useListActions } from './use-list-actions';
import { useSelection } from './use-selection';

const SelectionBar = later(() => import('./selection-bar'), 'SelectionBar');
const ListDialogs = later(() => import('./list-dialogs'), 'ListDialogs');

/** A list of favorites, the row that keys act on, what is selected, and what can be done. */
export function useFavorites(shown: FavoriteList, options?: Parameters<typeof useWindows>[2]) {
  const read = (page: number, signal: AbortSignal) => readWindow(shown, page, signal);
  const list = useWindows(keyOfList(shown), read, options);
  const { total = 0, at } = list;
  const active = useActive(total, at);
  const selection = useSelection(JSON.stringify(shown.filter), total);
  const actions = useListActions(active, selection, shown.filter);
  return { list, total, first: rowsOf(list), active, selection, actions };
}

/** A list of favorites with its keys, its selection and its dialogs; or that it is empty, and why. */
export function FavoriteGrid({
  of: { list, total, active, selection, actions },
  filtered,
  label,
  last,
  cells: Cells,
  groupOf,
  onClear,
  none,
}: {
  of: ReturnType<typeof useFavorites>;
  label: string;
  /** The heading of the last column. */
  last: string;
  cells: typeof UpdateCells;
  groupOf?: GridProps<FavoriteRow>['groupOf'];
  /** By what, in words; empty = by nothing. */
  filtered: string;
  onClear: () => void;
  /** What is said when there are none at all. */
  none: ReactNode;
}) {
  const { at, show, isBefore } = list;
  const wasAsked = useOnceTrue(actions.asked !== null || actions.editing !== null);
  const isEmpty = list.total === 0 && !isBefore;
  return (
    <>
      <QueryNote of={{ ...list, data: list.total }} />
      {list.isLoading && <SlowSkeleton rows={10} />}
      {isEmpty && !filtered && none}
      {isEmpty && filtered && (
        <Empty title={messages.favorites.noMatch(filtered)}>
          <Button variant="default" onClick={onClear}>
            {messages.favorites.clearFilter}
          </Button>
        </Empty>
      )}
      <div className={`${classes.list} ${isBefore ? classes.before : ''}`} aria-busy={isBefore || undefined}>
        {total > 0 && (
          <Grid
            label={label}
            total={total}
            at={at}
            show={show}
            idOf={({ uuid }) => uuid}
            nameOf={({ software }) => software}
            cells={(row) => <Cells row={row} actions={actions} />}
            head={<CellsHead last={last} />}
            {...(groupOf ? { groupOf } : {})}
            selection={selection}
            active={active.index}
            onActive={active.set}
            takesFocus={active.takesFocus}
            onOpen={actions.open}
            columns="var(--favorite-columns)"
          />
        )}
      </div>
      {selection.count > 0 && <SelectionBar selection={selection} actions={actions} total={total} />}
      {wasAsked && <ListDialogs actions={actions} selection={selection} />}
    </>
  );
}
