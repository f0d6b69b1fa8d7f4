import { common, counted } from './common';

const number = (count: number) => common.number(count);

/** Known vulnerabilities, in lists. Nothing here says that there are none. */
export const risk = {
  column: 'Risk',
  vulnerable: 'Vulnerable',
  /** What can be chosen in a list of filters. */
  choices: { vulnerable: 'Vulnerable', exploited: 'Known to be exploited' },
  filters: { vulnerable: 'vulnerable', exploited: 'with a vulnerability that is known to be exploited' },
  palette: 'Vulnerable favorites, the worst first',
  inSeries: (version: string, fixed: number, known: number) => `${version} fixes ${number(fixed)} of ${number(known)}`,
  /** Short words, and what readers of screens hear after them. */
  marks: {
    exploited: (count: number) => [`${number(count)} exploited`, 'of the known vulnerabilities'],
    critical: (count: number) => [`${number(count)} critical`, 'of the known vulnerabilities'],
    known: (count: number) => [counted(count, 'vulnerability', 'vulnerabilities'), 'known'],
    fixes: (fixed: number, known: number) =>
      fixed === known
        ? [`fixes ${number(known)}`, known === 1 ? 'known vulnerability' : 'known vulnerabilities']
        : [`fixes ${fixed === 0 ? 'none' : number(fixed)} of ${number(known)}`, 'known vulnerabilities'],
    breaking: (count: number) => [`${number(count)} breaking`, count === 1 ? 'change' : 'changes'],
    ids: (ids: readonly string[]) =>
      ids.length === 1
        ? [ids[0]!, 'in the release notes']
        : [counted(ids.length, 'security id'), 'in the release notes'],
  } satisfies Record<string, (...values: never[]) => string[]>,
};
