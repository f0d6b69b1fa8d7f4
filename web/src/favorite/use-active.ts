import { type RefObject, useCallback, useRef, useState } from 'react';
import type { FavoriteRow } from '../api/favorites';

export interface Active {
  index: number;
  row: FavoriteRow | undefined;
  set(index: number): void;
  move(by: number): void;
  takesFocus: RefObject<boolean>;
}

/** How far a row may have moved while it was not looked for. */
const NEAR = 200;

/**
 * The row that keys act on. It stays the same when rows come and go above it; when it leaves the list, the one that follows takes its place.
 */
export function useActive(total: number, at: (index: number) => FavoriteRow | undefined): Active {
  const [kept, setKept] = useState<{ index: number; id: string | undefined }>({ index: 0, id: undefined });
  const takesFocus = useRef(false);
  const index = Math.max(0, Math.min(placeOf(kept, total, at), total - 1));
  const row = at(index);
  if (row !== undefined && (row.uuid !== kept.id || index !== kept.index)) setKept({ index, id: row.uuid });
  const set = useCallback((next: number) => setKept({ index: next, id: undefined }), []);
  const move = (by: number) => {
    // The first key shows which row is active; it is not passed over unseen.
    const isShown = takesFocus.current;
    takesFocus.current = true;
    const next = Math.max(0, Math.min(index + (isShown ? by : 0), total - 1));
    if (next !== index) return set(next);
    document.querySelector<HTMLElement>('[role="row"][data-active]')?.focus({ preventScroll: true });
  };
  return { index, row, set, move, takesFocus };
}

function placeOf(
  { index, id }: { index: number; id: string | undefined },
  total: number,
  at: (index: number) => FavoriteRow | undefined,
): number {
  if (id === undefined || at(index)?.uuid === id) return index;
  for (let away = 1; away < Math.min(NEAR, total); away += 1) {
    if (at(index + away)?.uuid === id) return index + away;
    if (index >= away && at(index - away)?.uuid === id) return index - away;
  }
  return index;
}
