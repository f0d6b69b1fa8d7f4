import { useSyncExternalStore } from 'react';

/** Whether a request was answered with 401 after the session had begun: the pages stay, and a dialog asks to sign in again. */
let isExpired = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (isExpired === value) return;
  isExpired = value;
  for (const listener of listeners) listener();
}

export const noteExpiry = () => set(true);
export const noteSignIn = () => set(false);

export const useIsExpired = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isExpired,
  );
