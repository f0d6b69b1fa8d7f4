import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextAttemptIn } from '../../../src/notification/providers/retry-schedule';

const ROOT = join(__dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rows = read('docs/delivery/testing.md')
  .split('\n')
  .filter((line) => /^\| \d+ /.test(line));

describe('docs/delivery', () => {
  it('begins with the promise', () => {
    const start = read('docs/delivery/guarantees.md').replace(/\n> /g, ' ').split('\n').slice(0, 4).join(' ');
    expect(start).toContain(
      'Every notification for an enabled channel is attempted until the channel accepts it, refuses it for good, or it is 4 days old. ' +
        "It may arrive twice if a process or the network dies between the channel's acceptance and our record of it. Order is not guaranteed.",
    );
  });

  it('has each case from 1 to 100 once, in order', () => {
    const numbers = rows.map((line) => Number(/^\| (\d+)/.exec(line)![1]));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('names a test that exists, or a reason, for each of them', () => {
    const wrong = rows.flatMap((line) => {
      const tests = line.split('|').at(-2)!.trim();
      const missing = tests.split('; ').flatMap((part) => {
        const file = /^`([^`]+)`/.exec(part)?.[1];
        if (file === undefined || !file.endsWith('.ts')) return [];
        if (!existsSync(join(ROOT, file))) return [file];
        const names = [...part.matchAll(/“([^”]+)”/g)].map(([, name]) => name!);
        return names.filter((name) => !read(file).includes(name)).map((name) => `${file}: ${name}`);
      });
      return tests === '' ? [line] : missing;
    });
    expect(wrong).toEqual([]);
  });

  it.each(['http', 'email'] as const)('has as many attempts as the schedule of %s', (profile) => {
    let attempts = 1;
    while (nextAttemptIn(profile, attempts, { kind: 'retry' }, 4 * 86_400) !== null) attempts++;
    const page = read('docs/delivery/outcomes.md');
    const line = page.split('\n').find((one) => one.startsWith(profile === 'http' ? '| webhook' : '| e-mail'))!;
    expect(Number(line.split('|')[3])).toBe(attempts);
  });
});
