import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const SRC = join(ROOT, 'src');

/** What is put in while it runs, in the code and in the table. */
const VARIABLE = /\$\{[^}]*\}|`.*|….*/;

const logged = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(SRC, name), 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:\.(\w+)\(\{\s*)?\bmsg: (['`])(.*?)\2[,\s]/g)])
  .map(([, level, , message]) => ({ level, message: message!.replace(VARIABLE, '') }));

const documented = readFileSync(join(ROOT, 'docs', 'operations', 'logs.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , level]) => ['debug', 'info', 'warn', 'error'].includes(level!))
  .flatMap(([, messages]) => [...messages!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!.replace(VARIABLE, '')));

describe('the messages in docs/operations/logs.md', () => {
  it('are those that the code logs', () => {
    const messages = logged.map(({ message }) => message);
    expect(documented.filter((message) => !messages.includes(message))).toEqual([]);
    expect(documented.length).toBeGreaterThan(40);
  });

  it('are all above debug', () => {
    const missing = logged.filter(({ level, message }) => level !== 'debug' && !documented.includes(message));
    expect(missing).toEqual([]);
  });
});
