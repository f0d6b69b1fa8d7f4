import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { laterMenu } from '../parts/later';
import classes from './favorite.module.css';

const words = messages.favorites.updates;
const Actions = laterMenu(() => import('./group-menu-open'), 'GroupMenuOpen');

export interface GroupMenuProps {
  disabled: boolean;
  onEdit: (kind: 'policy' | 'tags') => void;
}

/** `⋯`: what else can be changed of all of a group. */
export const GroupMenu = ({ name, disabled, onEdit }: GroupMenuProps & { name: string }) => (
  <Actions
    disabled={disabled}
    onEdit={onEdit}
    button={
      <button
        type="button"
        className={classes.more}
        aria-label={words.groupAction(messages.common.more, name)}
        disabled={disabled}
      >
        <Icon name="more" />
      </button>
    }
  />
);
