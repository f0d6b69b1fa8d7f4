import { AsyncLocalStorage } from 'node:async_hooks';
import type { PendingPrecondition } from '../api/endpoint/precondition';
import type { Transaction } from './sql';

interface Scope {
  pending: PendingPrecondition;
  /** While the check runs, or `joining`: everything happens inside of the transaction. */
  joined: Transaction | null;
}

const scopes = new AsyncLocalStorage<Scope>();
let active = 0;

/**
 * Lets the first transaction that `work` begins look at the precondition of a request.
 * @returns what ends this: with nothing in it, the storage costs nothing (async hooks slow every promise of the process)
 */
export function checkFirst(pending: PendingPrecondition, work: () => void): () => void {
  active++;
  scopes.run({ pending, joined: null }, work);
  return () => {
    if (--active === 0) scopes.disable();
  };
}

/** The transaction that the check of a precondition reads in, and that `joining` has. */
export const joinedTransaction = (): Transaction | null => (active === 0 ? null : (scopes.getStore()?.joined ?? null));

/** The precondition that the next transaction has to look at; null = none. */
export function pendingPrecondition(): PendingPrecondition | null {
  const pending = active === 0 ? undefined : scopes.getStore()?.pending;
  return pending?.check ? pending : null;
}

/** Runs `work` as a part of a transaction: its statements and its own transactions belong to this one. */
export async function joining<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { pending: { check: null }, joined: transaction };
  active++;
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.joined = null; // for what goes on in the background
    if (--active === 0) scopes.disable();
  }
}

/** Looks at it inside of the transaction. @returns see there */
export const checkWithin = (pending: PendingPrecondition, transaction: Transaction) =>
  scopes.run({ pending, joined: transaction }, () => pending.check!());
