import { useSyncExternalStore } from 'react';

/** Since when nothing answers; null = the last request was answered. */
let awaySince: Date | null = null;
let lastAnswer = new Date();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
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

/** What is shown was kept since then: nothing answers, or not in time. */
export function noteKept(since: Date): void {
  awaySince = since;
  for (const listener of listeners) listener();
}

/** Runs once, when something answers again. */
export function onceAnswered(then: () => void): void {
  const stop = subscribe(() => {
    if (awaySince !== null) return;
    stop();
    then();
  });
}

/** When the service answered last, while it does not answer; otherwise null. Writes are disabled meanwhile. */
export const useAwaySince = () => useSyncExternalStore(subscribe, () => awaySince);
