import { useSyncExternalStore } from 'react';
import { isProblem } from './problem';

/**
 * Why somebody is asked to sign in again, in a dialog over the page that they were at: a request was answered with 401 after the session had
 * begun (`ended`), or they signed in too long ago for what they want to do (`stale`). null = nobody is asked.
 */
export type SignInReason = 'ended' | 'stale';

let reason: SignInReason | null = null;
const listeners = new Set<() => void>();
/** Those that wait for a sign-in. */
const waiting: ((hasSignedIn: boolean) => void)[] = [];

function set(value: SignInReason | null): void {
  if (reason === value) return;
  reason = value;
  for (const listener of listeners) listener();
}

function settle(hasSignedIn: boolean): void {
  set(null);
  for (const answer of waiting.splice(0)) answer(hasSignedIn);
}

export const noteExpiry = () => set('ended');
export const noteSignIn = () => settle(true);
/** They would rather not. */
export const noteRefusal = () => settle(false);

export const useSignInReason = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reason,
  );

/** Makes a request that needs a recent sign-in: where it was too long ago, asks for another one and goes on after it. */
export async function withFreshSignIn<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!isProblem(error, 403) || error.type !== 'sign-in-again') throw error;
    const hasSignedIn = await new Promise<boolean>((answer) => {
      waiting.push(answer);
      set('stale');
    });
    if (!hasSignedIn) throw error;
    return request();
  }
}
