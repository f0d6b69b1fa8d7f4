import { Menu } from '../parts/ui';
import type { BulkAction, BulkOperation } from '../api/bulk';
import { type FavoriteRow, notesOf } from '../api/favorites';
import { messages } from '../messages';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';
import { visibleText } from '../parts/name';
import classes from './favorite.module.css';
import type { Editing, ListActions } from './use-list-actions';

const words = messages.favorites;
const { names, hints, edit } = messages.actions;
const KINDS = ['policy', 'tags'] as const;

const Key = ({ name }: { name: string }) => <span className={classes.key}>{name}</span>;

/** Of an entry: what it does, and what it is called where that is not its name. */
type Act = BulkAction | [action: BulkAction, name: string];

interface ActsProps {
  disabled?: boolean;
  onAct: (operation: BulkOperation) => void;
}

interface ItemsProps extends ActsProps {
  of: Act[];
  /** Where there are keys, those that do the same. */
  keys?: Partial<Record<BulkAction, string>>;
}

/** Entries that do something at once. */
export const ActItems = ({ of, keys = {}, disabled, onAct }: ItemsProps) =>
  of
    .map((one) => (Array.isArray(one) ? one : ([one, names[one]] as const)))
    .map(([action, name]) => (
      <Menu.Item
        key={action}
        title={(hints as Partial<Record<BulkAction, string>>)[action]}
        color={action === 'delete' ? DANGER : undefined}
        rightSection={keys[action] && <Key name={keys[action]} />}
        disabled={disabled}
        onClick={() => onAct({ action })}
      >
        {name}
      </Menu.Item>
    ));

/** Entries that open a dialog. */
export const EditItems = ({ onEdit }: { onEdit: (kind: Editing['kind']) => void }) =>
  KINDS.map((kind) => (
    <Menu.Item key={kind} onClick={() => onEdit(kind)}>
      {edit[kind]}
    </Menu.Item>
  ));

const KEYS = { update: 'u', skip: 's', mute: 'm', unmute: 'm' };

/** `⋯`: everything that can be done to one favorite. */
export function RowMenu({ row, actions, button }: { row: FavoriteRow; actions: ListActions; button: ButtonElement }) {
  const { disabled } = actions;
  const of = { rows: [row] };
  const acts: ActsProps = { disabled, onAct: (operation) => actions.act(operation, of) };
  const offered = row.available_version;
  const offers: Act[] = offered ? ['update', ['skip', words.skipVersion(visibleText(offered.version))]] : [];
  const notes = notesOf(row);
  return (
    <ButtonMenu isMadeOpened button={button} width={260}>
      <ActItems {...acts} of={[...offers, row.notifications_enabled ? 'mute' : 'unmute']} keys={KEYS} />
      <Menu.Item disabled={disabled} onClick={() => actions.edit({ kind: 'tags', of })}>
        {edit.tags}
      </Menu.Item>
      <Menu.Divider />
      {row.policy?.snoozed_until != null && <ActItems {...acts} of={['unsnooze']} />}
      <Menu.Item
        rightSection={<Key name="z" />}
        disabled={disabled}
        onClick={() => actions.edit({ kind: 'snooze', of })}
      >
        {edit.snooze}
      </Menu.Item>
      <Menu.Divider />
      {notes !== undefined && (
        <Menu.Item component="a" href={notes} target="_blank" rel="noreferrer noopener" rightSection={<Key name="o" />}>
          {words.notes}
        </Menu.Item>
      )}
      <ActItems {...acts} of={['delete']} />
    </ButtonMenu>
  );
}

/** What can be done to all of a group. */
export const GroupMenu = ({
  disabled,
  count,
  button,
  onAct,
  onEdit,
}: ActsProps & {
  count: number | undefined;
  button: ButtonElement;
  onEdit: (kind: Editing['kind']) => void;
}) => (
  <ButtonMenu isMadeOpened button={button} disabled={disabled}>
    <ActItems
      onAct={onAct}
      of={[
        ['update', words.updates.updateAll(count)],
        ['skip', words.updates.skipAll(count)],
      ]}
    />
    <Menu.Divider />
    <EditItems onEdit={onEdit} />
  </ButtonMenu>
);
