/** An element of a pattern: a class, an escape or a character. */
const ATOM = /\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\\(?:[pPx]\{[^}]*\}|[pP].|x..|Q[^]*?(?:\\E|$)|[^])|[^]/uy;
const COUNT = /\{(\d+)(?:,(\d*))?\}/y;

/**
 * Estimates how many instructions a pattern compiles to, in linear time: a compiler unrolls repetitions, and `(?:…){1000}` becomes
 * hundreds of thousands of instructions.
 */
export function estimatedSize(text: string): number {
  /** Of the sequence in each open group. */
  const open: number[] = [0];
  let last = 0;
  for (let at = 0; at < text.length;) {
    COUNT.lastIndex = at;
    const count = COUNT.exec(text);
    if (count) {
      const times = Math.max(Number(count[1]), Number(count[2] ?? 0));
      add(open, last * (times - 1));
      last *= times;
      at += count[0].length;
      continue;
    }
    ATOM.lastIndex = at;
    const atom = ATOM.exec(text)?.[0] ?? text.charAt(at);
    at += atom.length;
    if (atom === '(') open.push(0);
    else if (atom === ')' && open.length > 1) {
      last = open.pop()!;
      add(open, last);
    } else {
      last = atom.startsWith('\\Q') ? atom.length : 1;
      add(open, last);
    }
  }
  return open.reduce((sum, size) => sum + size, 0);
}

function add(open: number[], size: number): void {
  open[open.length - 1]! += size;
}
