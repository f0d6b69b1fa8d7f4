import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { messages } from '../messages';
import type { GroupMenuProps } from './group-menu';

const { edit } = messages.actions;

/** The menu of a group, opened. */
export const GroupMenuOpen = ({ disabled, onEdit, button }: GroupMenuProps & { button: ReactElement }) => (
  <Menu defaultOpened returnFocus position="bottom-end" disabled={disabled}>
    <Menu.Target>{button}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onEdit('policy')}>{edit.policy}</Menu.Item>
      <Menu.Item onClick={() => onEdit('tags')}>{edit.tags}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
