import { Injectable } from '@nestjs/common';
import type { Resolved } from './address-resolver';

/** Milliseconds for which an answer is kept: while somebody reads the preview. */
const KEPT_MS = 5 * 60_000;
/** Releases of all answers that are kept: some megabytes. */
const MAX_RELEASES = 50_000;

/** Keeps what was looked up, so that adding it need not ask again. Each process has its own. */
@Injectable()
export class ResolvedAddresses {
  private readonly kept = new Map<string, { resolved: Resolved; until: number }>();
  private releases = 0;

  get(key: string): Resolved | null {
    const found = this.kept.get(key);
    return found && found.until > performance.now() ? found.resolved : null;
  }

  set(key: string, resolved: Resolved): void {
    if (this.get(key) === resolved) return;
    this.delete(key);
    const more = resolved.answer.releases.length;
    for (const oldest of this.kept.keys()) {
      if (this.releases + more <= MAX_RELEASES) break;
      this.delete(oldest);
    }
    if (more > MAX_RELEASES) return;
    this.kept.set(key, { resolved: withoutNotes(resolved), until: performance.now() + KEPT_MS });
    this.releases += more;
  }

  private delete(key: string): void {
    this.releases -= this.kept.get(key)?.resolved.answer.releases.length ?? 0;
    this.kept.delete(key);
  }
}

/** The first poll reads them. */
function withoutNotes(resolved: Resolved): Resolved {
  const releases = resolved.answer.releases.map(({ notes: _notes, ...release }) => release);
  return { ...resolved, answer: { ...resolved.answer, releases } };
}
