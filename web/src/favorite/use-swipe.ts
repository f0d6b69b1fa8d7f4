import { type RefObject, useEffect, useRef } from 'react';
import { noteSilence } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { usePreferences } from '../parts/preferences';
import type { ListActions } from './use-list-actions';

const { names } = messages.actions;

/** On a touch screen: to the right, a row was updated; to the left, its menu opens. Its code comes where there is such a screen. */
export function useSwipe(
  list: RefObject<HTMLElement | null>,
  rowOf: (id: string) => FavoriteRow | undefined,
  actions: ListActions,
): void {
  const [{ shortcuts: isOn }] = usePreferences();
  const newest = useRef({ rowOf, actions });
  useEffect(() => {
    newest.current = { rowOf, actions };
  });
  useEffect(() => {
    const element = list.current;
    if (!isOn || !element || !window.matchMedia('(any-pointer: coarse)').matches) return;
    let end: (() => void) | undefined;
    let isGone = false;
    const start = ({ swipeRows }: typeof import('./swipe')) => {
      if (isGone) return;
      end = swipeRows(element, {
        nameOf: (id, side) => {
          const { rowOf: find, actions: acts } = newest.current;
          const row = find(id);
          if (!row || acts.disabled) return null;
          if (side === 'left') return messages.favorites.swipeLeft;
          return row.available_version ? names.update : null;
        },
        run: (id, side, row) => {
          if (side === 'left') return row.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
          const found = newest.current.rowOf(id);
          if (found) newest.current.actions.actOn([found], { action: 'update' });
        },
      });
    };
    void import('./swipe').then(start, noteSilence);
    return () => {
      isGone = true;
      end?.();
    };
  }, [list, isOn]);
}
