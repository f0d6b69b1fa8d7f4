import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGenerated } from '../setup/generated';

const ROOT = join(__dirname, '..', '..');
const SRC = join(ROOT, 'src');

/** What is put in while it runs, in the code and on the page. */
const VARIABLE = /\$\{[^}]*\}|`.*|….*/;

const logged = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(SRC, name), 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:\.(\w+)\(\{\s*)?\bmsg: (['`])(.*?)\2[,\s]/g)])
  .map(([, level, , message]) => ({ level, message: message!.replace(VARIABLE, '') }));

/** Messages above debug, under the levels at which they are logged. Some are put together before, and their level is not seen here. */
const LEVELS: Record<string, (level: string | undefined) => boolean> = {
  error: (level) => level === 'error',
  warn: (level) => level === 'warn',
  'info, and some of the others': (level) => !['error', 'warn', 'debug'].includes(level!),
};

const page = readFileSync(join(ROOT, 'docs', 'monitoring.md'), 'utf8').split('<!-- generated: log messages')[0]!;
const toldOf = page
  .slice(page.indexOf('## Logs'))
  .split('\n')
  .filter((line) => line.startsWith('| `') && !line.startsWith('| `msg`'))
  .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!.replace(VARIABLE, '')));

describe('the messages in docs/monitoring.md', () => {
  it('about which somebody has to do something are those that the code logs', () => {
    const messages = logged.map(({ message }) => message);
    expect(toldOf.filter((message) => !messages.includes(message))).toEqual([]);
    expect(toldOf.length).toBeGreaterThan(25);
  });

  it('are all above debug', () => {
    const rows = Object.entries(LEVELS).map(([title, has]) => {
      const messages = new Set(logged.filter(({ level }) => has(level)).map(({ message }) => message));
      return `| ${title} | ${[...messages]
        .sort()
        .map((message) => `\`${message.trim()}\``)
        .join(', ')} |`;
    });
    expectGenerated('monitoring.md', 'log messages', ['| level | `msg` |', '| --- | --- |', ...rows].join('\n'));
    expect(rows).toHaveLength(3);
  });
});
