import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { noteSilence } from '../api/connection';
import { messages } from '../messages';
import { codeForLater, withStyles } from './later';

/** What was done, that it was undone, what else is worth a sentence, and what did not work. */
export type ToastKind = 'done' | 'undone' | 'said' | 'refused';

type Code = typeof import('./toasts');

let code: Code | undefined;
const listeners = new Set<() => void>();

/** The code comes with the first thing that is said, or when there is nothing else to do. */
const load = () =>
  withStyles(() => import('./toasts')).then((loaded) => {
    code = loaded;
    for (const listener of listeners) listener();
    return loaded;
  });
codeForLater.push(load);

/** In the order in which it is called: all wait for the same code. */
const withCode = (then: (loaded: Code) => void) => void load().then(then, noteSilence);

let count = 0;
const shown = new Map<ToastKind, string>();

/** Says something at the foot of the window: of each kind the newest alone, since more would cover what is done next. @returns its id */
export function toast(kind: ToastKind, data: Omit<NotificationData, 'id'>): string {
  hideToast(shown.get(kind));
  const id = `toast-${(count += 1)}`;
  withCode(
    ({ notifications }) =>
      void notifications.show({ closeButtonProps: { 'aria-label': messages.common.close }, ...data, id }),
  );
  shown.set(kind, id);
  return id;
}

export function hideToast(id: string | undefined): void {
  if (id !== undefined) withCode(({ notifications }) => void notifications.hide(id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where it is said. */
export function Toasts() {
  const Shown = useSyncExternalStore(subscribe, () => code)?.Toasts;
  return Shown ? <Shown /> : null;
}
