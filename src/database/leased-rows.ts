import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from './database';

/**
 * How long a claim is valid, in seconds: three times the longest attempt to send something, so that it need not be renewed. When its
 * process dies, the row becomes due again by itself.
 */
export const LEASE_SECONDS = 180;

const RECORD_RETRY_MS = 1_000;

/**
 * Records the outcome of a sent message in one transaction. A message that was accepted and not recorded is sent twice, so
 * failures are retried for half the lease. `work` has to check its claim.
 */
export async function recordPersistently(database: Database, work: (sql: Transaction) => Promise<void>): Promise<void> {
  const until = performance.now() + (LEASE_SECONDS / 2) * 1_000;
  for (;;) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(RECORD_RETRY_MS);
    }
  }
}
