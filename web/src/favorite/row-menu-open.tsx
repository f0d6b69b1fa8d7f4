import { Menu } from '../parts/ui';
import { type FavoriteRow, notesOf } from '../api/favorites';
import { messages } from '../messages';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';
import { visibleText } from '../parts/name';
import classes from './favorite.module.css';
import type { ListActions } from './use-list-actions';

const words = messages.favorites;
const { names, edit } = messages.actions;

/** Where there are keys. */
const Key = ({ name }: { name: string }) => <span className={classes.key}>{name}</span>;

/** The menu of a row, opened. */
export function RowMenuOpen({
  row,
  actions,
  button,
}: {
  row: FavoriteRow;
  actions: ListActions;
  button: ButtonElement;
}) {
  const act = (operation: Parameters<ListActions['actOn']>[1]) => actions.actOn([row], operation);
  const offered = row.available_version;
  const isSnoozed = row.policy?.snoozed_until != null;
  const notes = notesOf(row);
  return (
    <ButtonMenu isMadeOpened button={button} width={260}>
      {offered && (
        <>
          <Menu.Item
            rightSection={<Key name="u" />}
            disabled={actions.disabled}
            onClick={() => act({ action: 'update' })}
          >
            {names.update}
          </Menu.Item>
          <Menu.Item
            rightSection={<Key name="s" />}
            disabled={actions.disabled}
            onClick={() => act({ action: 'skip' })}
          >
            {words.skipVersion(visibleText(offered.version))}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        rightSection={<Key name="m" />}
        disabled={actions.disabled}
        onClick={() => act({ action: row.notifications_enabled ? 'mute' : 'unmute' })}
      >
        {row.notifications_enabled ? names.mute : names.unmute}
      </Menu.Item>
      <Menu.Item disabled={actions.disabled} onClick={() => actions.edit({ kind: 'tags', of: { rows: [row] } })}>
        {edit.tags}
      </Menu.Item>
      <Menu.Divider />
      {isSnoozed && (
        <Menu.Item disabled={actions.disabled} onClick={() => act({ action: 'unsnooze' })}>
          {names.unsnooze}
        </Menu.Item>
      )}
      <Menu.Item rightSection={<Key name="z" />} disabled={actions.disabled} onClick={() => actions.snooze([row])}>
        {edit.snooze}
      </Menu.Item>
      <Menu.Divider />
      {notes !== undefined && (
        <Menu.Item component="a" href={notes} target="_blank" rel="noreferrer noopener" rightSection={<Key name="o" />}>
          {words.notes}
        </Menu.Item>
      )}
      <Menu.Item color={DANGER} disabled={actions.disabled} onClick={() => act({ action: 'delete' })}>
        {names.delete}
      </Menu.Item>
    </ButtonMenu>
  );
}
