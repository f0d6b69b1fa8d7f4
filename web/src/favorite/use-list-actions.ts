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
  /** To these rows. */
  actOn(rows: readonly FavoriteRow[], operation: BulkOperation): void;
  /** To what is selected, or else to the active row. */
  act(operation: BulkOperation): void;
  /** To all that match, after a question. */
  actOnAll(filter: FavoriteFilter, operation: BulkOperation, except?: string[]): void;
  asked: AskedBulk | null;
  answer(isDone: boolean): void;
  /** Those that the open dialog snoozes; null = it is closed. */
  snoozing: readonly FavoriteRow[] | 'selection' | null;
  snooze(rows: readonly FavoriteRow[] | 'selection' | null): void;
  /** What the open dialog changes; null = it is closed. */
  editing: Editing | null;
  edit(editing: Editing | null): void;
  /** By that dialog. */
  saveEdit(operations: BulkOperation[]): void;
  open(row: FavoriteRow): void;
  openPublisher(row: FavoriteRow): void;
}

/** A dialog about these rows, the selection, or all that match. */
export interface Editing {
  kind: 'tags' | 'policy';
  of: { rows: readonly FavoriteRow[] } | 'selection' | { filter: FavoriteFilter; count: number | undefined };
}

const isAsked = ({ action }: BulkOperation, rows: readonly FavoriteRow[]) =>
  action === 'update' && rows.filter((row) => row.available_version).length > UNASKED_AT_MOST;

/** What keys, menus and bars of a list of favorites do. */
export function useListActions(active: Active, selection: Selection, filter: FavoriteFilter): ListActions {
  const { act, disabled } = useActions();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedBulk | null>(null);
  const [snoozing, setSnoozing] = useState<readonly FavoriteRow[] | 'selection' | null>(null);

  const [editing, setEditing] = useState<Editing | null>(null);

  const actOn = (rows: readonly FavoriteRow[], operation: BulkOperation) => {
    if (disabled) return;
    // Only what has an update can be moved to it or skip it.
    const meant = ['update', 'skip'].includes(operation.action)
      ? rows.filter(({ available_version }) => available_version)
      : rows;
    if (isAsked(operation, meant)) setAsked({ operation, rows: meant });
    else void act(operation, { rows: meant });
  };
  const actOnAll = (of: FavoriteFilter, operation: BulkOperation, except: string[] = []) => {
    if (!disabled) setAsked({ filter: of, operation, except });
  };
  const actOnSelection = (operation: BulkOperation) => {
    if (selection.isAll) return actOnAll(filter, operation, selection.except);
    actOn(selection.rows, operation);
    if (!isAsked(operation, selection.rows)) selection.clear();
  };
  const chosenOr = (operation: BulkOperation) => {
    if (selection.count > 0) return actOnSelection(operation);
    if (active.row) actOn([active.row], operation);
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
    const rows = selection.count > 0 ? selection.rows : active.row ? [active.row] : [];
    const isOn = rows.length === 0 || rows.some((row) => row.notifications_enabled);
    chosenOr({ action: isOn ? 'mute' : 'unmute' });
  };
  const openSnooze = () => {
    if (disabled) return;
    if (selection.count > 0) setSnoozing('selection');
    else if (active.row) setSnoozing([active.row]);
  };
  const saveEdit = (operations: BulkOperation[]) => {
    const of = editing?.of;
    setEditing(null);
    for (const operation of operations)
      if (of === 'selection') actOnSelection(operation);
      else if (of && 'filter' in of) actOnAll(of.filter, operation);
      else if (of) actOn(of.rows, operation);
  };
  const next = () => active.move(1);
  const previous = () => active.move(-1);
  const selectAll = () => (selection.isAll ? selection.clear() : selection.selectAll());
  useShortcuts({
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    u: () => chosenOr({ action: 'update' }),
    s: () => chosenOr({ action: 'skip' }),
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
      { id: 'update', label: `${name}: ${words.names.update}`, run: () => chosenOr({ action: 'update' }) },
      { id: 'skip', label: `${name}: ${words.names.skip}`, run: () => chosenOr({ action: 'skip' }) },
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
    actOn,
    act: chosenOr,
    actOnAll,
    asked,
    answer,
    snoozing,
    snooze: setSnoozing,
    editing,
    edit: setEditing,
    saveEdit,
    open,
    openPublisher,
  };
}
