import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { laterMenu } from '../parts/later';
import { visibleText } from '../parts/name';
import classes from './favorite.module.css';
import type { ListActions } from './use-list-actions';

const Actions = laterMenu(() => import('./row-menu-open'), 'RowMenuOpen');

/** `⋯`: everything that can be done to one favorite. */
export const RowMenu = ({ row, actions }: { row: FavoriteRow; actions: ListActions }) => (
  <Actions
    row={row}
    actions={actions}
    button={
      <button
        type="button"
        className={classes.more}
        aria-label={messages.favorites.actionsOf(visibleText(row.software))}
      >
        <Icon name="more" />
      </button>
    }
  />
);
