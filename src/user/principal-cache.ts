import { hash } from 'node:crypto';
import type { Principal } from './principal';

interface Entry {
  principal: Principal | null;
  /** Milliseconds of the monotonic clock. */
  until: number;
}

/** A revoked token is refused on every replica at most this much later (the promise is 5 seconds). */
const CACHE_MS = 3_000;
const CACHE_SIZE = 10_000;
/** For how long a token that was valid is no guess. */
const PROVEN_MS = 3_600_000;

export const sha256 = (text: string) => hash('sha256', text);

/** Whose a token is, or that it is nobody's, for some seconds. By hash: the tokens themselves are not kept. */
export class PrincipalCache {
  private readonly entries = new Map<string, Entry>();
  /** When a token was last found valid, the longest ago first; by the monotonic clock. It grants nothing: see `wasValid`. */
  private readonly proven = new Map<string, number>();

  /** undefined = not known */
  get(hash: string): Principal | null | undefined {
    const entry = this.entries.get(hash);
    return entry && entry.until > performance.now() ? entry.principal : undefined;
  }

  /** @param validMs for how long the token is good at most */
  set(hash: string, principal: Principal | null, validMs = Infinity): void {
    // The oldest entry goes first: nobody can fill the memory with made-up tokens.
    if (this.entries.size >= CACHE_SIZE) this.entries.delete(this.entries.keys().next().value!);
    this.entries.delete(hash);
    this.entries.set(hash, { principal, until: performance.now() + Math.min(CACHE_MS, validMs) });
    this.prove(hash, principal !== null);
  }

  /** Whether it was valid within the last hour, when it was looked up last. */
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
