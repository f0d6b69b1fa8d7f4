import { parseDuration } from './duration';
import { findLookalikes, type Lookalike } from './lookalikes';

export type Environment = Record<string, string | undefined>;

/** Reads one variable at a time and collects what is wrong with any of them. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  /** The variables that were asked for. */
  readonly names = new Set<string>();

  constructor(private readonly env: Environment) {}

  text(name: string): string | null {
    this.names.add(name);
    const value = this.env[name]?.trim();
    return value ? value : null;
  }

  /** @param expected what it must be; a function gets the text, and must not repeat it */
  read<T>(
    name: string,
    fallback: T,
    parse: (text: string) => T | null,
    expected: string | ((text: string) => string),
  ): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = parse(text);
    if (value !== null) return value;
    this.problems.push(`${name} must be ${typeof expected === 'string' ? expected : expected(text)}`);
    return fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const parse = (text: string) =>
      /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;
    return this.read(name, fallback, parse, `a whole number from ${min} to ${max}`);
  }

  duration(name: string, fallback: string, longest?: string, shortest?: string): number {
    const most = longest ? parseDuration(longest)! : Infinity;
    const least = shortest ? parseDuration(shortest)! : 0;
    const parse = (text: string) => {
      const seconds = parseDuration(text);
      return seconds !== null && seconds >= least && seconds <= most ? seconds : null;
    };
    const limit = `${shortest ? `, at least ${shortest}` : ''}${longest ? `, at most ${longest}` : ''}`;
    return this.read(name, parseDuration(fallback)!, parse, `a duration such as 30s, 1m, 24h or 7d${limit}`);
  }

  boolean(name: string, fallback: boolean): boolean {
    const words = new Map([
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ]);
    return this.read(name, fallback, (text) => words.get(text.toLowerCase()) ?? null, 'true or false');
  }

  /** Variables with a value that nobody reads and whose name is nearly one of ours. */
  lookalikes(): Lookalike[] {
    const given = Object.keys(this.env).filter((name) => this.env[name]?.trim());
    return findLookalikes(given, this.names);
  }
}
