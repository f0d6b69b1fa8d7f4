import { RE2JS } from 're2js';

/**
 * Patterns that users write. They run on RE2 (syntax: https://github.com/google/re2/wiki/Syntax), whose time grows linearly with the
 * text: no pattern can hang the service, as one on JavaScript's own RegExp could.
 */
export const MAX_PATTERN = 255;

/** The most instructions a pattern may compile to; each character of a label may cost one step for each. Usual patterns have 20. */
const MAX_PROGRAM = 2_000;

/** What is wrong with a pattern, as a sentence for its author, or null. */
export function validatePattern(text: string): string | null {
  if (text.length === 0) return 'must not be empty';
  if (text.length > MAX_PATTERN) return `must be at most ${MAX_PATTERN} characters long`;
  return compilePattern(text)?.error ?? null;
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

/** A compiled pattern. One that does not compile finds nothing. */
export class LinearPattern {
  private readonly compiled: RE2JS | null = null;
  /** What is wrong with it, or null. */
  readonly error: string | null = null;

  constructor(text: string) {
    try {
      const compiled = RE2JS.compile(text);
      if (compiled.programSize() > MAX_PROGRAM) this.error = 'repeats too much: use smaller numbers in {…}';
      else this.compiled = compiled;
    } catch (error) {
      this.error = `is not a regular expression: ${(error as Error).message}`;
    }
  }

  get groups(): number {
    return this.compiled?.groupCount() ?? 0;
  }

  /** Instructions that it compiled to: a search takes at most so many steps for each character. */
  get size(): number {
    return this.compiled?.programSize() ?? 0;
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

/** Null for no pattern. */
export function compilePattern(text: string | null | undefined): LinearPattern | null {
  return text ? new LinearPattern(text) : null;
}
