import type { Principal } from './principal';

interface Entry {
  principal: Principal | null;
  /** Milliseconds of the monotonic clock. */
  until: number;
}

/** A revoked token is refused on every replica at most this much later (we promise 5 seconds). */
const CACHE_MS = 3_000;
const CACHE_SIZE = 10_000;
/** For how long a once valid token does not count as a guess. */
const PROVEN_MS = 3_600_000;

/** Caches for some seconds the owner of a token, or that it is invalid. Keyed by hash: the tokens themselves are not kept. */
export class PrincipalCache {
  private readonly entries = new Map<string, Entry>();
  /** When a token was last found valid, oldest first, by the monotonic clock. Grants nothing: see `wasValid`. */
  private readonly proven = new Map<string, number>();

  /** @returns undefined when it is not cached, null when it is invalid */
  get(hash: string): Principal | null | undefined {
    const entry = this.entries.get(hash);
    return entry && entry.until > performance.now() ? entry.principal : undefined;
  }

  /** @param validMs for how long the token is good at most */
  set(hash: string, principal: Principal | null, validMs = Infinity): void {
    // Evicts the oldest entry: made-up tokens cannot fill the memory.
    if (this.entries.size >= CACHE_SIZE) this.entries.delete(this.entries.keys().next().value!);
    this.entries.delete(hash);
    this.entries.set(hash, { principal, until: performance.now() + Math.min(CACHE_MS, validMs) });
    this.prove(hash, principal !== null);
  }

  /** Whether the last lookup found it valid, within the last hour. */
  wasValid(hash: string): boolean {
    const at = this.proven.get(hash);
    return at !== undefined && performance.now() - at < PROVEN_MS;
  }

  private prove(hash: string, isValid: boolean): void {
    this.proven.delete(hash);
    if (!isValid) return;
    if (this.proven.size >= CACHE_SIZE) this.proven.delete(this.proven.keys().next().value!);
    this.proven.set(hash, performance.now());
  }

  clear(): void {
    this.entries.clear();
  }
}
