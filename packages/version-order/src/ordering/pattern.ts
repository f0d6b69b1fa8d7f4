import { RE2JS } from 're2js';

/**
 * Patterns that users write. They run on RE2 (syntax: https://github.com/google/re2/wiki/Syntax) in linear time, so that no search can
 * hang the service, as JavaScript's RegExp could. Operations with many searches have a `PatternBudget`.
 */
export const MAX_PATTERN = 255;

/** Instructions of an accepted pattern; each may take a step for each character of a label. Typical patterns have 20. */
const MAX_PROGRAM = 200;
/** An earlier limit: stored patterns up to this still run, within the same budgets. */
const MAX_STORED_PROGRAM = 2_000;
/** Patterns with a larger estimate are not even compiled. */
const MAX_ESTIMATE = 2_000;
const TOO_LARGE = 'is too large: write it shorter, with smaller numbers in {…}';

/** The mistake in a pattern, for its author; null = none. */
export function validatePattern(text: string): string | null {
  if (text.length === 0) return 'must not be empty';
  if (text.length > MAX_PATTERN) return `must be at most ${MAX_PATTERN} characters long`;
  if (estimatedSize(text) > MAX_ESTIMATE) return TOO_LARGE;
  const compiled = new LinearPattern(text);
  return compiled.error ?? (compiled.size > MAX_PROGRAM ? TOO_LARGE : null);
}

/** As validatePattern; a tag pattern also has exactly one group, which captures the version. */
export function validateTagPattern(text: string): string | null {
  const problem = validatePattern(text);
  if (problem) return problem;
  return compilePattern(text)?.groups === 1
    ? null
    : 'must have exactly one group (…), which captures the version; write (?:…) for others';
}

/** A match. */
interface Place {
  groups: (string | null)[];
  /** UTF-16 units. */
  start: number;
  end: number;
}

/** A pattern, compiled on first use. An invalid one matches nothing. */
export class LinearPattern {
  private result: { compiled: RE2JS | null; error: string | null } | null = null;

  constructor(private readonly text: string) {}

  private get compiled(): RE2JS | null {
    return (this.result ??= compile(this.text)).compiled;
  }

  /** Why it does not compile; null = it does. */
  get error(): string | null {
    return (this.result ??= compile(this.text)).error;
  }

  get groups(): number {
    return this.compiled?.groupCount() ?? 0;
  }

  /** Compiled instructions: a search takes at most as many steps for each character. */
  get size(): number {
    return this.compiled?.programSize() ?? 0;
  }

  /** An upper estimate of the steps of a search, without compiling. */
  stepsFor(length: number): number {
    return estimatedSize(this.text) * length;
  }

  /** The number of a named group; undefined = no such group. */
  groupNamed(name: string): number | undefined {
    const numbers: Record<string, number> = this.compiled?.namedGroups() ?? {};
    return Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  }

  /** All matches, with the captured groups; the first group is the whole match. */
  *places(text: string): Generator<Place> {
    const matcher = this.compiled?.matcher(text);
    while (matcher?.find())
      yield {
        groups: Array.from({ length: this.groups + 1 }, (_, group) => matcher.group(group)),
        start: matcher.start(),
        end: matcher.end(),
      };
  }

  /** Whether it is found anywhere in the text. */
  find(text: string): boolean {
    return this.compiled?.matcher(text).find() ?? false;
  }

  /** The text that its first group captures; null = no match, or nothing captured. */
  group(text: string): string | null {
    const matcher = this.compiled?.matcher(text);
    return matcher?.find() ? matcher.group(1) || null : null;
  }
}

function compile(text: string): { compiled: RE2JS | null; error: string | null } {
  try {
    const compiled = RE2JS.compile(text);
    return compiled.programSize() > MAX_STORED_PROGRAM
      ? { compiled: null, error: TOO_LARGE }
      : { compiled, error: null };
  } catch (error) {
    return { compiled: null, error: `is not a regular expression: ${(error as Error).message}` };
  }
}

/** Null for no pattern. */
export function compilePattern(text: string | null | undefined): LinearPattern | null {
  return text ? new LinearPattern(text) : null;
}

/** An element of a pattern: a class, an escape or a character. */
const ATOM =
  /\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*(?:\]|$)|\\(?:[pPx]\{[^}]*(?:\}|$)|[pP].|x..|Q[^]*?(?:\\E|$)|[^])|[^]/uy;
const COUNT = /\{(\d+)(?:,(\d*))?\}/y;

/**
 * Estimates how many instructions a pattern compiles to, in linear time: a compiler unrolls repetitions, and `(?:…){1000}` becomes
 * hundreds of thousands of instructions.
 */
function estimatedSize(text: string): number {
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
