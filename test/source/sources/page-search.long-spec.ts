import fc from 'fast-check';
import { LinearPattern } from 'version-order';
import { matchesOn } from '../../../src/source/sources/page-search';
import { SourceError } from '../../../src/common/fetch/source-error';
import { longestTurn } from '../../setup/timing';

/** So large a program that a page is searched in the shortest pieces. */
const LARGE = '(?:q{0,600})';

async function found(page: string, pattern: LinearPattern, atMost = 100_000): Promise<(string | null)[][]> {
  const all: (string | null)[][] = [];
  for await (const groups of matchesOn(page, pattern, atMost)) all.push(groups);
  return all;
}

/** Nothing that is found crosses a line, or is longer than 200: so each place has less than half of the shortest piece. */
const inShortLines = (page: string) => page.replace(/[^\n]{3000}/gu, '$&\n');

const atOnce = (page: string, pattern: LinearPattern) => [...pattern.places(page)].map(({ groups }) => groups);

describe('a long page', () => {
  const line = fc.oneof(
    fc.tuple(fc.nat(99), fc.nat(99)).map(([major, minor]) => `<a href="x-${major}.${minor}.tar">`),
    fc.string({ maxLength: 40 }),
    fc.nat(500).map((length) => '1'.repeat(length)),
    fc.constantFrom('\n', '\r\n', '"', '<', 'x-', '😀'),
  );

  it.each([
    ['x-([0-9.]+)\\.tar'],
    ['([0-9]+)'],
    ['(?m)^(.*)$'],
    ['([^"]{1,200})"'],
    ['href="x-(?P<version>[0-9.]+)(?s:.{0,200}?)>'],
    ['\\b(\\d\\d?)\\.'],
  ])('gives the same in pieces as at once, for %s', async (text) => {
    const pattern = new LinearPattern(text + LARGE);
    expect(pattern.error).toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 50, maxLength: 300 }),
        fc.integer({ min: 2, max: 4 }),
        async (lines, times) => {
          const page = inShortLines(lines.join('').repeat(times).padEnd(20_000, '-\n'));
          expect(await found(page, pattern)).toEqual(atOnce(page, pattern));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('gives no more than are asked for', async () => {
    expect(await found('1 '.repeat(50_000), new LinearPattern('(1)'), 7)).toHaveLength(7);
  });

  it('keeps nobody waiting, whatever the pattern', async () => {
    const pattern = new LinearPattern('(?i)(v)ersion(?:.|\\n){1,30}[^a-z]{3}Z');
    const tooLong = new SourceError('The page is too long for this pattern', null, 'size');
    const longest = await longestTurn(() =>
      expect(found('version '.repeat(4_000_000), pattern)).rejects.toThrow(tooLong),
    );
    expect(longest).toBeLessThan(1_500);
  });
});
