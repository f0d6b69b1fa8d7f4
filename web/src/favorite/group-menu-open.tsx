import { Menu } from '../parts/ui';
import { messages } from '../messages';
import { ButtonMenu } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';

const words = messages.favorites.updates;
const { edit } = messages.actions;

/** What can be done to all of a group. */
export const GroupMenuOpen = ({
  disabled,
  count,
  onAct,
  onEdit,
  button,
}: {
  disabled: boolean;
  count: number | undefined;
  onAct: (action: 'update' | 'skip') => void;
  onEdit: (kind: 'policy' | 'tags') => void;
  button: ButtonElement;
}) => (
  <ButtonMenu isMadeOpened button={button} disabled={disabled}>
    <Menu.Item onClick={() => onAct('update')}>{words.updateAll(count)}</Menu.Item>
    <Menu.Item onClick={() => onAct('skip')}>{words.skipAll(count)}</Menu.Item>
    <Menu.Divider />
    <Menu.Item onClick={() => onEdit('policy')}>{edit.policy}</Menu.Item>
    <Menu.Item onClick={() => onEdit('tags')}>{edit.tags}</Menu.Item>
  </ButtonMenu>
);
