import { Menu } from '../parts/ui';
import { messages } from '../messages';
import { ButtonMenu } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';
import type { GroupMenuProps } from './group-menu';

const { edit } = messages.actions;

/** The menu of a group, opened. */
export const GroupMenuOpen = ({ disabled, onEdit, button }: GroupMenuProps & { button: ButtonElement }) => (
  <ButtonMenu isMadeOpened button={button} disabled={disabled}>
    <Menu.Item onClick={() => onEdit('policy')}>{edit.policy}</Menu.Item>
    <Menu.Item onClick={() => onEdit('tags')}>{edit.tags}</Menu.Item>
  </ButtonMenu>
);
