import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { ConfirmBulk } from '../parts/confirm-bulk';
import { type Edited, EditDialog } from '../parts/edit-dialog';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { SnoozeDialog, SnoozeMenu } from '../parts/snooze-menu';
import classes from './favorite.module.css';
import type { Editing, ListActions } from './use-list-actions';
import type { Selection } from './use-selection';

const words = messages.favorites.selection;
const { names, hints, snooze, edit } = messages.actions;

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
  if (count === 0) return null;
  const { disabled, act } = actions;
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.bar}>
      <Text size="sm" fw={600} className="tabular" role="status">
        {isAll && selection.except.length === 0 ? words.all(count) : words.count(count)}
      </Text>
      {!isAll && count < total && (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
          {words.selectAll(total)}
        </Button>
      )}
      <Button size="compact-md" title={hints.update} disabled={disabled} onClick={() => act({ action: 'update' })}>
        {names.update}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        title={hints.skip}
        disabled={disabled}
        onClick={() => act({ action: 'skip' })}
      >
        {names.skip}
      </Button>
      <SnoozeMenu disabled={disabled} onSnooze={(until) => act({ action: 'snooze', until })}>
        <Button size="compact-md" variant="default" title={hints.snooze} disabled={disabled}>
          {names.snooze}
        </Button>
      </SnoozeMenu>
      <Button
        size="compact-md"
        variant="default"
        title={hints.mute}
        disabled={disabled}
        onClick={() => act({ action: 'mute' })}
      >
        {names.mute}
      </Button>
      <Menu position="top-end" disabled={disabled}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={messages.common.more} disabled={disabled}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => actions.edit({ kind: 'policy', of: 'selection' })}>{edit.policy}</Menu.Item>
          <Menu.Item onClick={() => actions.edit({ kind: 'tags', of: 'selection' })}>{edit.tags}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => act({ action: 'unmute' })}>{names.unmute}</Menu.Item>
          <Menu.Item onClick={() => act({ action: 'unsnooze' })}>{names.unsnooze}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => act({ action: 'delete' })}>
            {names.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={messages.common.clear} onClick={selection.clear}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}

function editedOf(editing: Editing | null, selection: Selection): Edited | null {
  if (!editing) return null;
  const { kind, of } = editing;
  const matching = of !== 'selection' && 'filter' in of ? of : null;
  const rows = matching ? [] : of === 'selection' ? selection.rows : (of as readonly FavoriteRow[]);
  const count = matching ? matching.count : of === 'selection' ? selection.count : rows.length;
  const title = kind === 'policy' ? edit.policyOf : edit.tagsOf;
  const [one] = rows;
  return {
    kind,
    count,
    title: <Name>{title(one?.software ?? '', count)}</Name>,
    tags: one && count === 1 ? (one.tags ?? []) : null,
  };
}

/** The dialogs that the bar, the keys and the menus of rows open. */
export function ListDialogs({ actions, selection }: { actions: ListActions; selection: Selection }) {
  const { snoozing, asked, answer } = actions;
  const one = Array.isArray(snoozing) && snoozing.length === 1 ? snoozing[0] : undefined;
  const onSnooze = (until: string) => {
    const operation = { action: 'snooze', until } as const;
    if (snoozing === 'selection') actions.act(operation);
    else if (snoozing) actions.actOn(snoozing, operation);
  };
  return (
    <>
      <EditDialog
        edited={editedOf(actions.editing, selection)}
        disabled={actions.disabled}
        onClose={() => actions.edit(null)}
        onSave={actions.saveEdit}
      />
      <ConfirmBulk asked={asked} onClose={answer} />
      <SnoozeDialog
        opened={snoozing !== null}
        title={one ? <Name>{snooze.titleOf(one.software)}</Name> : snooze.title}
        onClose={() => actions.snooze(null)}
        onSnooze={onSnooze}
      />
    </>
  );
}
