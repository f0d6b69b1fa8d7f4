import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { noteSilence } from '../api/connection';
import { codeForLater, withStyles } from './later';

type Code = typeof import('./toasts-shown');

let code: Code | undefined;
const listeners = new Set<() => void>();

/** The code comes with the first thing that is said, or when there is nothing else to do. */
const load = () =>
  withStyles(() => import('./toasts-shown')).then((loaded) => {
    code = loaded;
    for (const listener of listeners) listener();
    return loaded;
  });
codeForLater.push(load);

// In the order in which they were said: each waits for the same code.
const withCode = (then: (loaded: Code) => void) => void load().then(then, noteSilence);

/** What is said at the foot of the window. */
export const toasts = {
  show: (toast: NotificationData) => withCode(({ notifications }) => void notifications.show(toast)),
  hide: (id: string) => withCode(({ notifications }) => void notifications.hide(id)),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where it is said. */
export function Toasts() {
  const Shown = useSyncExternalStore(subscribe, () => code)?.Shown;
  return Shown ? <Shown /> : null;
}
