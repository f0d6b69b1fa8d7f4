import { type ReactNode, useRef } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { Windows } from '../api/windows';
import { Grid, type GridProps } from '../parts/grid';
import { later, useOnceTrue } from '../parts/later';
import classes from './favorite.module.css';
import type { Active } from './use-active';
import type { ListActions } from './use-list-actions';
import type { Selection } from './use-selection';
import { useSwipe } from './use-swipe';

const SelectionBar = later(() => import('./selection-bar'), 'SelectionBar');
const ListDialogs = later(() => import('./list-dialogs'), 'ListDialogs');

/** A list of favorites with its keys, its selection and its dialogs. */
export function FavoriteGrid({
  list,
  active,
  selection,
  actions,
  label,
  head,
  cells,
  groupOf,
  className,
  without = [],
}: {
  list: Windows<FavoriteRow>;
  active: Active;
  selection: Selection;
  actions: ListActions;
  label: string;
  head: ReactNode;
  cells: (row: FavoriteRow) => ReactNode;
  groupOf?: GridProps<FavoriteRow>['groupOf'];
  className: string | undefined;
  /** Columns that are not shown. */
  without?: string[];
}) {
  const { total = 0, at, show, isBefore } = list;
  const row = (id: string) => {
    for (let index = 0; index < total; index += 1) if (at(index)?.uuid === id) return at(index);
    return undefined;
  };
  const element = useRef<HTMLDivElement>(null);
  useSwipe(element, row, actions);
  const wasAsked = useOnceTrue([actions.asked, actions.snoozing, actions.editing].some((one) => one !== null));
  const toggle = (id: string) => {
    const found = active.row?.uuid === id ? active.row : row(id);
    if (found) selection.toggle(found);
  };
  return (
    <>
      <div
        ref={element}
        className={`${className ?? ''} ${isBefore ? classes.before : ''}`}
        aria-busy={isBefore || undefined}
        data-without={without.join(' ') || undefined}
      >
        <Grid
          label={label}
          total={total}
          at={at}
          show={show}
          idOf={({ uuid }) => uuid}
          nameOf={({ software }) => software}
          cells={cells}
          head={head}
          {...(groupOf ? { groupOf } : {})}
          selection={{ has: selection.has, toggle }}
          active={active.index}
          onActive={active.set}
          takesFocus={active.takesFocus}
          onOpen={actions.open}
          columns="var(--favorite-columns)"
        />
      </div>
      {selection.count > 0 && <SelectionBar selection={selection} actions={actions} total={total} />}
      {wasAsked && <ListDialogs actions={actions} selection={selection} />}
    </>
  );
}
