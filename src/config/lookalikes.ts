/** An unknown variable and the setting that it resembles. */
export interface Lookalike {
  variable: string;
  nearest: string;
}

const MOST = 20;
/** Below this length only another spelling matches (`port`, `DE_MO`): short names resemble too many others. */
const SHORTEST = 5;
/** From this length, two letters may be wrong. */
const LONG = 8;

/** In the given order, at most 20. */
export function findLookalikes(given: Iterable<string>, known: ReadonlySet<string>): Lookalike[] {
  const found: Lookalike[] = [];
  for (const variable of given) {
    const nearest = known.has(variable) ? null : nearestOf(variable, known);
    if (nearest) found.push({ variable, nearest });
    if (found.length === MOST) break;
  }
  return found;
}

function nearestOf(variable: string, known: ReadonlySet<string>): string | null {
  const text = normalize(variable);
  let best: { name: string; distance: number } | null = null;
  for (const name of known) {
    const allowed = allowedDistance(normalize(name));
    if (Math.abs(text.length - normalize(name).length) > allowed) continue;
    const distance = editDistance(text, normalize(name));
    if (distance <= allowed && (!best || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** `RATELIMIT` and `rate-limit` are spellings of `RATE_LIMIT`. */
const normalize = (name: string) => name.toUpperCase().replace(/[-_.]/g, '');

function allowedDistance({ length }: string): number {
  if (length < SHORTEST) return 0;
  return length < LONG ? 1 : 2;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
