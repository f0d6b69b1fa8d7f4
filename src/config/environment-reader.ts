import { parseDuration } from './duration';

export type Environment = Record<string, string | undefined>;

/** Reads one variable at a time and collects what is wrong with any of them. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  text(name: string): string | null {
    const value = this.env[name]?.trim();
    return value ? value : null;
  }

  read<T>(name: string, fallback: T, parse: (text: string) => T | null, expected: string): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = parse(text);
    if (value !== null) return value;
    this.problems.push(`${name} must be ${expected}`);
    return fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const parse = (text: string) =>
      /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;
    return this.read(name, fallback, parse, `a whole number from ${min} to ${max}`);
  }

  duration(name: string, fallback: string, longest?: string): number {
    const most = longest ? parseDuration(longest)! : Infinity;
    const parse = (text: string) => {
      const seconds = parseDuration(text);
      return seconds !== null && seconds <= most ? seconds : null;
    };
    const limit = longest ? `, at most ${longest}` : '';
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
}
