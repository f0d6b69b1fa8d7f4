import { readFileSync, statSync } from 'node:fs';
import { findLookalikes, type Lookalike } from './lookalikes';
import { reasonOf } from './private-files';
import { PROXY_VARIABLES } from './proxy.variables';
import type { Variable } from './variable';
import { fieldOf, IS_PART, type Settings, type Values, VARIABLES } from './variables';

export type Environment = Record<string, string | undefined>;

const FILE = '_FILE';
/** Largest file of a value, in bytes. */
const LARGEST_FILE = 65_536;

/** Other tools' variables that look like ours, and our own in small letters. */
const OF_OTHERS = ['FTP_PROXY', 'ftp_proxy', ...Object.keys(PROXY_VARIABLES).map((name) => name.toLowerCase())];

/** Reads the declared variables and collects all mistakes. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  /** By the path. */
  private readonly files = new Map<string, string | null>();

  constructor(private readonly env: Environment) {}

  /** An empty value counts as not set. `<name>_FILE` names a file that has the value, as secrets of Docker and Kubernetes are. */
  text(name: string): string | null {
    const value = this.spellingsOf(name).find(Boolean) ?? null;
    const file = this.env[name + FILE]?.trim() || null;
    if (file === null) return value;
    if (value !== null) {
      this.say(`${name} and ${name}${FILE} are both set: leave one of them out`);
      return value;
    }
    let content = this.files.get(file);
    if (content === undefined) this.files.set(file, (content = this.contentOf(name, file)));
    return content;
  }

  private spellingsOf(name: string): (string | undefined)[] {
    const names = Object.hasOwn(PROXY_VARIABLES, name) ? [name.toLowerCase(), name] : [name];
    return names.map((one) => this.env[one]?.trim());
  }

  private contentOf(name: string, file: string): string | null {
    try {
      if (statSync(file).size > LARGEST_FILE) {
        this.say(`${name}${FILE} must name a file of at most ${LARGEST_FILE} bytes`);
        return null;
      }
      const content = readFileSync(file, 'utf8').trim() || null;
      if (content === null) this.say(`${name}${FILE} names an empty file: ${file}`);
      return content;
    } catch (error) {
      this.say(`${name}${FILE} names a file that cannot be read: ${file}: ${reasonOf(error)}`);
      return null;
    }
  }

  /** Once, however often the variable is read. */
  private say(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  isSet(name: keyof Values): boolean {
    return this.text(name) !== null;
  }

  settings(): Settings {
    const names = (Object.keys(VARIABLES) as (keyof Values)[]).filter((name) => !IS_PART.test(name));
    return Object.fromEntries(names.map((name) => [fieldOf(name), this.read(name)])) as Settings;
  }

  /** The default if the value is not usable: then `problems` says so. */
  read<Name extends keyof Values>(name: Name): Values[Name] {
    const variable: Variable<unknown> = VARIABLES[name];
    const fallback = variable.default === null ? (variable.absent ?? null) : variable.parse(variable.default);
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

  /** Unknown variables whose name is nearly one of ours. */
  lookalikes(): Lookalike[] {
    const given = Object.keys(this.env).filter((name) => this.env[name]?.trim());
    const known = [...Object.keys(VARIABLES).flatMap((name) => [name, name + FILE]), ...OF_OTHERS];
    return findLookalikes(given, new Set(known));
  }
}
