import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { LookupError } from './outgoing-error';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The system's own resolver: it knows /etc/hosts and the search domains of the network. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Adds a time limit, and one look-up at a time for each name: `getaddrinfo` holds a thread of the few that Node has, and
 * five hundred channels on one dead zone must not hold them all.
 */
export function cappedResolver(resolve: Resolve, capMs: number): Resolve {
  const running = new Map<string, Promise<LookupAddress[]>>();
  return async (hostname) => {
    const found = running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, found);
    return withCap(found, capMs);
  };
}

async function withCap(found: Promise<LookupAddress[]>, capMs: number): Promise<LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LookupError('timeout')), capMs);
  });
  try {
    return await Promise.race([found, cap]);
  } catch (error) {
    throw error instanceof LookupError ? error : new LookupError((error as NodeJS.ErrnoException).code ?? 'failed');
  } finally {
    clearTimeout(timer);
  }
}
