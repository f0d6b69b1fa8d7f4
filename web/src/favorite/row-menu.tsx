import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { SnoozeItems } from '../parts/snooze-menu';
import classes from './favorite.module.css';
import type { ListActions } from './use-list-actions';

const words = messages.favorites;
const { names, edit } = messages.actions;

/** `⋯`: everything that can be done to one favorite. */
export function RowMenu({ row, actions }: { row: FavoriteRow; actions: ListActions }) {
  const [isOpen, setOpen] = useState(false);
  const name = visibleText(row.software);
  const act = (operation: Parameters<ListActions['actOn']>[1]) => actions.actOn([row], operation);
  const target = (
    <button
      type="button"
      className={classes.more}
      aria-label={words.actionsOf(name)}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <Icon name="more" />
    </button>
  );
  // A menu for each of hundreds of rows costs more than the rows: it is made when it is opened.
  if (!isOpen) return target;
  const offered = row.available_version;
  const isSnoozed = row.policy?.snoozed_until != null;
  const notes = row.product?.notes_url;
  return (
    <Menu opened onChange={setOpen} position="bottom-end" width={260} returnFocus>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {offered && (
          <>
            <Menu.Item rightSection="u" disabled={actions.disabled} onClick={() => act({ action: 'update' })}>
              {names.update}
            </Menu.Item>
            <Menu.Item rightSection="s" disabled={actions.disabled} onClick={() => act({ action: 'skip' })}>
              {words.skipVersion(visibleText(offered.version))}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          rightSection="m"
          disabled={actions.disabled}
          onClick={() => act({ action: row.notifications_enabled ? 'mute' : 'unmute' })}
        >
          {row.notifications_enabled ? names.mute : names.unmute}
        </Menu.Item>
        <Menu.Item disabled={actions.disabled} onClick={() => actions.edit({ kind: 'tags', of: [row] })}>
          {edit.tags}
        </Menu.Item>
        <Menu.Divider />
        {isSnoozed && (
          <Menu.Item disabled={actions.disabled} onClick={() => act({ action: 'unsnooze' })}>
            {names.unsnooze}
          </Menu.Item>
        )}
        <SnoozeItems
          onSnooze={(until) => act({ action: 'snooze', until })}
          onDate={() => !actions.disabled && actions.snooze([row])}
        />
        <Menu.Divider />
        {notes && /^https?:/i.test(notes) && (
          <Menu.Item component="a" href={notes} target="_blank" rel="noreferrer noopener">
            {words.notes}
          </Menu.Item>
        )}
        <Menu.Item color="red" disabled={actions.disabled} onClick={() => act({ action: 'delete' })}>
          {names.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
