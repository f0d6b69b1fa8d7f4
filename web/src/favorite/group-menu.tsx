import { ActionIcon, Menu } from '@mantine/core';
import { messages } from '../messages';
import { Icon } from '../parts/icon';

const words = messages.favorites.updates;
const { edit } = messages.actions;

/** `⋯`: what else can be changed of all of a group. */
export const GroupMenu = ({
  name,
  disabled,
  onEdit,
}: {
  name: string;
  disabled: boolean;
  onEdit: (kind: 'policy' | 'tags') => void;
}) => (
  <Menu position="bottom-end" disabled={disabled}>
    <Menu.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={words.groupAction(messages.common.more, name)}
        disabled={disabled}
      >
        <Icon name="more" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onEdit('policy')}>{edit.policy}</Menu.Item>
      <Menu.Item onClick={() => onEdit('tags')}>{edit.tags}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
