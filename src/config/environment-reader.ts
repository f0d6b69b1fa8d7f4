import { findLookalikes, type Lookalike } from './lookalikes';
import type { Variable } from './variable';
import { type Values, VARIABLES } from './variables';

export type Environment = Record<string, string | undefined>;

/** Reads the declared variables and collects what is wrong with any of them. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  /** An empty value counts as not set. */
  text(name: string): string | null {
    return this.env[name]?.trim() || null;
  }

  isSet(name: keyof Values): boolean {
    return this.text(name) !== null;
  }

  /** The default if the value is not usable: then `problems` says so. */
  read<Name extends keyof Values>(name: Name): Values[Name] {
    const variable: Variable<unknown> = VARIABLES[name];
    const fallback = variable.default === null ? null : variable.parse(variable.default);
    const text = this.text(name);
    const value = text === null ? fallback : variable.parse(text);
    if (text === null || value !== null) return value as Values[Name];
    this.refuse(name, text);
    return fallback as Values[Name];
  }

  refuse(name: keyof Values, text: string): void {
    const { expected }: Variable<unknown> = VARIABLES[name];
    this.problems.push(`${name} must be ${typeof expected === 'string' ? expected : expected(text)}`);
  }

  /** Variables with a value that nobody reads and whose name is nearly one of ours. */
  lookalikes(): Lookalike[] {
    const given = Object.keys(this.env).filter((name) => this.text(name) !== null);
    return findLookalikes(given, new Set(Object.keys(VARIABLES)));
  }
}
