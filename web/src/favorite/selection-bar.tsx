import { ActionIcon, Button, Menu, Text } from '../parts/ui';
import { messages } from '../messages';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import { SnoozeMenu } from '../parts/snooze-menu';
import classes from './favorite.module.css';
import type { ListActions } from './use-list-actions';
import type { Selection } from './use-selection';

const words = messages.favorites.selection;
const { names, hints, edit } = messages.actions;

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
      <Button size="xs" title={hints.update} disabled={disabled} onClick={() => act({ action: 'update' })}>
        {names.update}
      </Button>
      <Button
        size="xs"
        variant="default"
        title={hints.skip}
        disabled={disabled}
        onClick={() => act({ action: 'skip' })}
      >
        {names.skip}
      </Button>
      <SnoozeMenu
        disabled={disabled}
        onSnooze={(until) => act({ action: 'snooze', until })}
        button={
          <Button size="xs" variant="default" title={hints.snooze} disabled={disabled}>
            {names.snooze}
          </Button>
        }
      />
      <ButtonMenu
        disabled={disabled}
        button={
          <ActionIcon variant="default" size={30} aria-label={messages.common.more} disabled={disabled}>
            <Icon name="more" />
          </ActionIcon>
        }
      >
        <Menu.Item onClick={() => actions.edit({ kind: 'policy', of: 'selection' })}>{edit.policy}</Menu.Item>
        <Menu.Item onClick={() => actions.edit({ kind: 'tags', of: 'selection' })}>{edit.tags}</Menu.Item>
        <Menu.Divider />
        <Menu.Item title={hints.mute} onClick={() => act({ action: 'mute' })}>
          {names.mute}
        </Menu.Item>
        <Menu.Item onClick={() => act({ action: 'unmute' })}>{names.unmute}</Menu.Item>
        <Menu.Item onClick={() => act({ action: 'unsnooze' })}>{names.unsnooze}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color={DANGER} onClick={() => act({ action: 'delete' })}>
          {names.delete}
        </Menu.Item>
      </ButtonMenu>
      <ActionIcon size={30} aria-label={messages.common.clear} onClick={selection.clear}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}
