import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { BulkOperation } from '../api/bulk';
import { type FavoriteFilter, type FavoriteRow, notesOf } from '../api/favorites';
import { setPaletteActions } from '../parts/palette-actions';
import { useActions } from '../parts/actions';
import type { AskedBulk } from '../parts/confirm-bulk';
import { useShortcuts } from '../parts/shortcuts';
import { messages } from '../messages';
import type { Active } from './use-active';
import type { Selection } from './use-selection';

const words = messages.actions;
/** More of them are marked as updated after a question only. */
const UNASKED_AT_MOST = 3;

export interface ListActions {
  disabled: boolean;
  /** To these, else to what is selected, or else to the active row. To all that match, after a question. */
  act(operation: BulkOperation, of?: Chosen): void;
  asked: AskedBulk | null;
  answer(isDone: boolean): void;
  /** What the open dialog changes; null = it is closed. */
  editing: Editing | null;
  edit(editing: Editing | null): void;
  /** By that dialog. */
  saveEdit(operations: BulkOperation[]): void;
  open(row: FavoriteRow): void;
  openPublisher(row: FavoriteRow): void;
}

/** These rows, the selection, or all that match. */
type Chosen = { rows: readonly FavoriteRow[] } | 'selection' | { filter: FavoriteFilter; count: number | undefined };

export interface Editing {
  kind: 'tags' | 'policy' | 'snooze';
  of: Chosen;
}

/** What keys, menus and bars of a list of favorites do. */
export function useListActions(active: Active, selection: Selection, filter: FavoriteFilter): ListActions {
  const { act, disabled } = useActions();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedBulk | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);

  /** What keys are about. */
  const chosen: Chosen = selection.count > 0 ? 'selection' : { rows: active.row ? [active.row] : [] };
  const actOn = (operation: BulkOperation, of: Chosen = chosen) => {
    if (disabled) return;
    if (of === 'selection' && selection.isAll) return setAsked({ filter, operation, except: selection.except });
    if (of !== 'selection' && 'filter' in of) return setAsked({ filter: of.filter, operation, except: [] });
    const rows = of === 'selection' ? selection.rows : of.rows;
    // Only what has an update can be moved to it or skip it.
    const meant = ['update', 'skip'].includes(operation.action)
      ? rows.filter(({ available_version }) => available_version)
      : rows;
    if (operation.action === 'update' && meant.length > UNASKED_AT_MOST) return setAsked({ operation, rows: meant });
    void act(operation, { rows: meant });
    if (of === 'selection') selection.clear();
  };
  const open = (row: FavoriteRow) => {
    if (row.product) void navigate({ to: '/software/$id', params: { id: row.product.id } });
  };
  const openPublisher = ({ product }: FavoriteRow) => {
    if (product) void navigate({ to: '/publisher/$id', params: { id: product.publisher_id } });
  };
  const openNotes = () => {
    const notes = active.row && notesOf(active.row);
    if (notes !== undefined) window.open(notes, '_blank', 'noopener,noreferrer');
  };
  const muteOrUnmute = () => {
    const rows = chosen === 'selection' ? selection.rows : active.row ? [active.row] : [];
    const isOn = rows.length === 0 || rows.some((row) => row.notifications_enabled);
    actOn({ action: isOn ? 'mute' : 'unmute' });
  };
  const openSnooze = () => {
    if (!disabled && (chosen === 'selection' || active.row)) setEditing({ kind: 'snooze', of: chosen });
  };
  const saveEdit = (operations: BulkOperation[]) => {
    setEditing(null);
    if (editing) for (const operation of operations) actOn(operation, editing.of);
  };
  const next = () => active.move(1);
  const previous = () => active.move(-1);
  const selectAll = () => (selection.isAll ? selection.clear() : selection.selectAll());
  useShortcuts({
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    u: () => actOn({ action: 'update' }),
    s: () => actOn({ action: 'skip' }),
    z: openSnooze,
    m: muteOrUnmute,
    o: openNotes,
    x: () => active.row && selection.toggle(active.row),
    '*': selectAll,
    'shift+*': selectAll,
    Escape: () => selection.clear(),
  });

  const name = active.row?.software;
  // Commands of the palette for the active row; what they do is of the newest rendering.
  useEffect(() => {
    if (name === undefined) return setPaletteActions([]);
    setPaletteActions([
      { id: 'update', label: `${name}: ${words.names.update}`, run: () => actOn({ action: 'update' }) },
      { id: 'skip', label: `${name}: ${words.names.skip}`, run: () => actOn({ action: 'skip' }) },
      { id: 'snooze', label: `${name}: ${words.names.snooze}`, run: openSnooze },
      { id: 'mute', label: `${name}: ${words.names.mute}`, run: muteOrUnmute },
    ]);
  });
  useEffect(() => () => setPaletteActions([]), []);

  const answer = (isDone: boolean) => {
    setAsked(null);
    if (isDone) selection.clear();
  };
  return {
    disabled,
    act: actOn,
    asked,
    answer,
    editing,
    edit: setEditing,
    saveEdit,
    open,
    openPublisher,
  };
}
