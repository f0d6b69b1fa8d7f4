import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useAgent, useApp } from '../../setup/app';
import { bundledLines } from '../../setup/bundled';

/** Where several may be meant, it is among the first three. */
const AMONG: [q: string, name: string][] = [
  ['apache', 'Apache HTTP Server'],
  ['docker', 'Docker Engine'],
  ['windows', 'Microsoft Windows'],
  ['angular', 'Angular'],
  ['powershell', 'Microsoft PowerShell'],
  ['intellij', 'IntelliJ IDEA Community Edition'],
];

const test = useApp();
const ada = useAgent(() => test.as('ada'));

/** Without their versions, which nobody searches. */
beforeAll(async () => {
  const records = bundledLines().map((line) => ({ ...(JSON.parse(line) as object), versions: [] }));
  expect(await test.import(...records)).toMatchObject({ rejected: 0 });
});

async function firstThree(q: string): Promise<string[]> {
  const { body } = await ada.get(`/api/v1/software?per_page=3&q=${encodeURIComponent(q)}`).expect(200);
  return (body.data as { name: string }[]).map(({ name }) => name);
}

/** What people type, and the names of the products of which one is meant. */
const typed = (file: string): [q: string, names: string[]][] =>
  readFileSync(join(__dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string])
    .map(([q, names]) => [q, names.toLowerCase().split(',')]);

describe('a search of the bundled catalogue', () => {
  it.each(['names-people-type.tsv', 'more-names.tsv'])('finds first what people mean: %s', async (file) => {
    const wrong: string[] = [];
    for (const [q, names] of typed(file)) {
      const [first] = await firstThree(q);
      if (!names.includes(first?.toLowerCase() ?? '')) wrong.push(`${q}: ${first}`);
    }
    expect(wrong).toEqual([]);
  });

  it('for windows finds Microsoft Windows before what has it in its name', async () => {
    expect((await firstThree('windows'))[0]).toBe('Microsoft Windows');
    expect((await firstThree('thisiswin11'))[0]).toBe('thisiswin11');
  });

  it.each(AMONG)('for %s finds %s among the first three', async (q, name) => {
    expect(await firstThree(q)).toContain(name);
  });
});
