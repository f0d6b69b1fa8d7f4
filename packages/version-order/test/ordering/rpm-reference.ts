/**
 * RPM's order of two versions, segment by segment as rpm-version(7) tells it: an oracle for the keys, which are built another way.
 */
const SEGMENT = /[0-9]+|[A-Za-z]+|[~^]/g;

export function rpmCompare(a: string, b: string): number {
  const [left, right] = [labelOf(a), labelOf(b)];
  return (
    compareText(left.epoch, right.epoch) ||
    compareText(left.version, right.version) ||
    Number(left.release !== null) - Number(right.release !== null) ||
    compareText(left.release ?? '', right.release ?? '')
  );
}

/** epoch:version-release; without an epoch it is 0. */
function labelOf(text: string) {
  const colon = /^\d*:/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(colon);
  const hyphen = rest.lastIndexOf('-');
  return {
    epoch: text.slice(0, Math.max(colon - 1, 0)) || '0',
    version: hyphen < 0 ? rest : rest.slice(0, hyphen),
    release: hyphen < 0 ? null : rest.slice(hyphen + 1),
  };
}

function compareText(a: string, b: string): number {
  const [left, right] = [a.match(SEGMENT) ?? [], b.match(SEGMENT) ?? []];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareSegment(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Tilde below everything, even the end; caret below everything but the end; letters below digits. */
function rank(segment: string | undefined): number {
  if (segment === undefined) return 1;
  return '~^'.includes(segment) ? (segment === '~' ? 0 : 2) : /\d/.test(segment) ? 4 : 3;
}

function compareSegment(a: string | undefined, b: string | undefined): number {
  if (rank(a) !== rank(b)) return Math.sign(rank(a) - rank(b));
  if (a === undefined || b === undefined) return 0;
  if (rank(a) === 4) return Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
