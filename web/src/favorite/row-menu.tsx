import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { later } from '../parts/later';
import { visibleText } from '../parts/name';
import classes from './favorite.module.css';
import type { ListActions } from './use-list-actions';

const RowMenuOpen = later(() => import('./row-menu-open'), 'RowMenuOpen');

/** `⋯`: everything that can be done to one favorite. */
export function RowMenu({ row, actions }: { row: FavoriteRow; actions: ListActions }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className={classes.more}
      aria-label={messages.favorites.actionsOf(visibleText(row.software))}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <Icon name="more" />
    </button>
  );
  // A menu for each of hundreds of rows costs more than the rows: it is made when it is opened.
  if (!isOpen) return button;
  return <RowMenuOpen row={row} actions={actions} button={button} onChange={setOpen} fallback={button} />;
}
