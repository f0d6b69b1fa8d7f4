import { useSyncExternalStore } from 'react';

/** Since when nothing answers; null = the last request was answered. */
let awaySince: Date | null = null;
let lastAnswer = new Date();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function noteAnswer(): void {
  lastAnswer = new Date();
  if (awaySince === null) return;
  awaySince = null;
  for (const listener of listeners) listener();
}

export function noteSilence(): void {
  if (awaySince !== null) return;
  awaySince = lastAnswer;
  for (const listener of listeners) listener();
}

/** When the service answered last, while it does not answer; otherwise null. Writes are disabled meanwhile. */
export const useAwaySince = () => useSyncExternalStore(subscribe, () => awaySince);
