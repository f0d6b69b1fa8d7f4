import { useState } from 'react';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { later } from '../parts/later';
import classes from './favorite.module.css';

const words = messages.favorites.updates;
const GroupMenuOpen = later(() => import('./group-menu-open'), 'GroupMenuOpen');

export interface GroupMenuProps {
  name: string;
  disabled: boolean;
  onEdit: (kind: 'policy' | 'tags') => void;
}

/** `⋯`: what else can be changed of all of a group. */
export function GroupMenu(props: GroupMenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <button
      type="button"
      className={classes.more}
      aria-label={words.groupAction(messages.common.more, props.name)}
      aria-haspopup="menu"
      disabled={props.disabled}
      onClick={() => setOpened(true)}
    >
      <Icon name="more" />
    </button>
  );
  return wasOpened ? <GroupMenuOpen {...props} button={button} fallback={button} /> : button;
}
