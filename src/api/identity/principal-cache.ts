import { sha256 } from '../../common/fingerprint';
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

interface Found {
  /** null = it is invalid. */
  principal: Principal | null;
  /** For how long the token is good at most. */
  validMs?: number;
}

/** Caches for some seconds the owner of a token, or that it is invalid. Keyed by hash: the tokens themselves are not kept. */
export class PrincipalCache {
  private readonly entries = new Map<string, Entry>();
  /** When a token was last found valid, oldest first, by the monotonic clock. Grants nothing: see `wasValid`. */
  private readonly proven = new Map<string, number>();
  /** How often it was cleared. */
  private cleared = 0;

  async find(token: string, lookUp: (hash: string) => Promise<Found>): Promise<Principal | null> {
    const hash = sha256(token);
    const entry = this.entries.get(hash);
    if (entry && entry.until > performance.now()) return entry.principal;
    const before = this.cleared;
    const { principal, validMs = Infinity } = await lookUp(hash);
    // If one was revoked here meanwhile, the result may be out of date.
    if (before === this.cleared)
      keep(this.entries, hash, { principal, until: performance.now() + Math.min(CACHE_MS, validMs) });
    if (principal) keep(this.proven, hash, performance.now());
    else this.proven.delete(hash);
    return principal;
  }

  /** Whether the last lookup found it valid, within the last hour: by memory alone. */
  wasValid(token: string): boolean {
    const at = this.proven.get(sha256(token));
    return at !== undefined && performance.now() - at < PROVEN_MS;
  }

  clear(): void {
    this.cleared++;
    this.entries.clear();
  }
}

/** Evicts the oldest entry: made-up tokens cannot fill the memory. */
function keep<Value>(entries: Map<string, Value>, hash: string, value: Value): void {
  entries.delete(hash);
  if (entries.size >= CACHE_SIZE) entries.delete(entries.keys().next().value!);
  entries.set(hash, value);
}
