import { ActionIcon, Button, Menu, Text } from '../parts/ui';
import { messages } from '../messages';
import { ButtonMenu } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import classes from './favorite.module.css';
import { ActItems, EditItems } from './menus';
import type { ListActions } from './use-list-actions';
import type { Selection } from './use-selection';

const words = messages.favorites.selection;
const { names, hints } = messages.actions;

/** What is selected and what can be done to it, at the foot of the window. */
export function SelectionBar({
  selection,
  actions,
  total,
}: {
  selection: Selection;
  actions: ListActions;
  total: number;
}) {
  const { count, isAll } = selection;
  const { disabled, act } = actions;
  const button = (name: 'update' | 'skip' | 'snooze') =>
    ({ size: 'xs', title: hints[name], children: names[name], disabled }) as const;
  return (
    <div className={classes.bar} role="toolbar" data-foot="" aria-label={words.bar}>
      <Text size="sm" fw={600} className="tabular" role="status">
        {isAll && selection.except.length === 0 ? words.all(count) : words.count(count)}
      </Text>
      {!isAll && count < total && (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
          {words.selectAll(total)}
        </Button>
      )}
      <Button {...button('update')} onClick={() => act({ action: 'update' })} />
      <Button {...button('skip')} variant="default" onClick={() => act({ action: 'skip' })} />
      <Button
        {...button('snooze')}
        variant="default"
        onClick={() => actions.edit({ kind: 'snooze', of: 'selection' })}
      />
      <ButtonMenu
        disabled={disabled}
        button={
          <ActionIcon variant="default" size={30} aria-label={messages.common.more} disabled={disabled}>
            <Icon name="more" />
          </ActionIcon>
        }
      >
        <EditItems onEdit={(kind) => actions.edit({ kind, of: 'selection' })} />
        <Menu.Divider />
        <ActItems of={['mute', 'unmute', 'unsnooze']} onAct={act} />
        <Menu.Divider />
        <ActItems of={['delete']} onAct={act} />
      </ButtonMenu>
      <ActionIcon size={30} aria-label={messages.common.clear} onClick={selection.clear}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}
