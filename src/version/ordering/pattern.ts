import { RE2JS } from 're2js';
import { estimatedSize } from './pattern-size';

/**
 * Patterns that users write. They run on RE2 (syntax: https://github.com/google/re2/wiki/Syntax), whose time grows linearly with the
 * text: no search can hang the service, as one on JavaScript's own RegExp could. Many searches together get a `PatternBudget`.
 */
export const MAX_PATTERN = 255;

/** The most instructions of a pattern that is accepted; each character of a label may cost one step for each. Usual patterns have 20. */
const MAX_PROGRAM = 200;
/** What was accepted before: such a pattern still runs, within the same budgets. */
const MAX_STORED_PROGRAM = 2_000;
/** The size of a pattern that is compiled only to see whether it can be accepted. */
const MAX_ESTIMATE = 2_000;
const TOO_LARGE = 'is too large: write it shorter, with smaller numbers in {…}';

/** What is wrong with a pattern, as a sentence for its author, or null. */
export function validatePattern(text: string): string | null {
  if (text.length === 0) return 'must not be empty';
  if (text.length > MAX_PATTERN) return `must be at most ${MAX_PATTERN} characters long`;
  if (estimatedSize(text) > MAX_ESTIMATE) return TOO_LARGE;
  const compiled = new LinearPattern(text);
  return compiled.error ?? (compiled.size > MAX_PROGRAM ? TOO_LARGE : null);
}

/** As validatePattern; a tag pattern also has exactly one group, which takes the version. */
export function validateTagPattern(text: string): string | null {
  const problem = validatePattern(text);
  if (problem) return problem;
  return compilePattern(text)?.groups === 1
    ? null
    : 'must have exactly one group (…), which takes the version; write (?:…) for others';
}

/** Where a pattern was found. */
export interface Place {
  groups: (string | null)[];
  /** UTF-16 units. */
  start: number;
  end: number;
}

/** A pattern, compiled when it is first used. One that does not compile finds nothing. */
export class LinearPattern {
  private result: { compiled: RE2JS | null; error: string | null } | null = null;

  constructor(private readonly text: string) {}

  private get compiled(): RE2JS | null {
    return (this.result ??= compile(this.text)).compiled;
  }

  /** What is wrong with it, or null. */
  get error(): string | null {
    return (this.result ??= compile(this.text)).error;
  }

  get groups(): number {
    return this.compiled?.groupCount() ?? 0;
  }

  /** Instructions that it compiled to: a search takes at most so many steps for each character. */
  get size(): number {
    return this.compiled?.programSize() ?? 0;
  }

  /** About how many steps a search takes at most; it is not compiled for that. */
  stepsFor(length: number): number {
    return estimatedSize(this.text) * length;
  }

  /** The number of a named group; undefined when there is none of that name. */
  groupNamed(name: string): number | undefined {
    const numbers: Record<string, number> = this.compiled?.namedGroups() ?? {};
    return Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  }

  /** All places where it is found, one after the other: what each group takes there, the whole match being the first. */
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

  /** What its first group takes, or null if it is not found or takes nothing. */
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
