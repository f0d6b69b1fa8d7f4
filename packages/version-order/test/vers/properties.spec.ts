import fc from 'fast-check';
import { type Comparator, contains, formatVers, fromNative, parseVers, VersError, type VersRange } from 'version-order';
import { compareVersions } from './compare';
import { atScale } from '../../../../test/setup/scale';

const number = fc.nat(4);
const version = fc
  .tuple(number, number, fc.constantFrom('', '-rc.1'))
  .map(([major, minor, rest]) => `${major}.${minor}.0${rest}`);
const comparator = fc.constantFrom<Comparator>('=', '!=', '<', '<=', '>', '>=');
/** Each version once. */
const constraints = fc.uniqueArray(fc.record({ comparator, version }), {
  minLength: 1,
  maxLength: 8,
  selector: (one) => one.version,
});
const rangeOf = (list: VersRange['constraints']) => parseVers(formatVers({ type: 'npm', constraints: list }));

type Pair = [Comparator, string];

/** Removal of what is redundant, and containment, by the letter of "How to parse" of the specification, step by step. */
function simplified(list: Pair[]): Pair[] {
  const pairs = list.filter(([sign]) => sign !== '!=');
  for (let at = 0; at < pairs.length - 1;) {
    const [current, next] = [pairs[at]![0], pairs[at + 1]![0]];
    if (['>', '>='].includes(current) && ['=', '>', '>='].includes(next)) pairs.splice(at + 1, 1);
    else if (['=', '<', '<='].includes(current) && ['<', '<='].includes(next)) {
      pairs.splice(at, 1);
      at = Math.max(0, at - 1);
    } else at += 1;
  }
  return pairs;
}

function isInByTheLetter(all: Pair[], tested: string): boolean {
  const compared = (other: string) => compareVersions('npm', tested, other);
  const pairs = simplified(all);
  if (pairs.some(([sign, one]) => ['=', '<=', '>='].includes(sign) && compared(one) === 0)) return true;
  if (all.some(([sign, one]) => sign === '!=' && compared(one) === 0)) return false;
  // The procedure says nothing of a single bound, and of a range that only excludes.
  if (pairs.length === 0) return true;
  const bounds = pairs.filter(([sign]) => sign !== '=');
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first?.[0].startsWith('<') && compared(first[1]) < 0) return true;
  if (last?.[0].startsWith('>') && compared(last[1]) > 0) return true;
  return bounds.some(([sign, low], at) => {
    const [nextSign, high] = bounds[at + 1] ?? [];
    return sign.startsWith('>') && nextSign?.startsWith('<') && compared(low) > 0 && compared(high!) < 0;
  });
}

describe('version ranges', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(constraints, (list) => {
        const range = rangeOf(list);
        expect(parseVers(formatVers(range))).toEqual(range);
        expect(range.constraints).toHaveLength(list.length);
      }),
    );
  });

  it('keep any version, encoded', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((one) => !/[\p{Cc}\p{Cs}]/u.test(one));
    fc.assert(
      fc.property(comparator, text, (sign, one) => {
        const range: VersRange = { type: 'test', constraints: [{ comparator: sign, version: one }] };
        expect(formatVers(range)).toMatch(/^[!-~]+$/);
        expect(parseVers(formatVers(range))).toEqual(range);
      }),
    );
  });

  it('have the versions that the procedure of the specification says', () => {
    fc.assert(
      fc.property(constraints, fc.array(version, { minLength: 5 }), (list, tested) => {
        const range = rangeOf(list);
        const pairs = range.constraints.map(({ comparator: sign, version: one }): Pair => [sign, one]);
        const all = [...tested, ...list.map((one) => one.version)];
        expect(all.map((one) => contains(range, one))).toEqual(all.map((one) => isInByTheLetter(pairs, one)));
      }),
      { numRuns: atScale(400, 2_000) },
    );
  });

  it('of comparators have the versions for which all of an alternative hold', () => {
    const alternatives = fc.array(fc.array(fc.record({ comparator, version }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    const holds = (sign: Comparator, order: number) =>
      ({
        '=': order === 0,
        '!=': order !== 0,
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
        '*': true,
      })[sign];
    fc.assert(
      fc.property(alternatives, version, (given, tested) => {
        const text = given
          .map((terms) => terms.map((one) => `${one.comparator} ${one.version}`).join(', '))
          .join(' || ');
        const expected = given.some((terms) =>
          terms.every((one) => holds(one.comparator, compareVersions('npm', tested, one.version))),
        );
        const range = fromNative('npm', text);
        expect(contains(range, tested)).toBe(expected);
        expect(parseVers(formatVers(range))).toEqual(range);
      }),
      { numRuns: atScale(400, 2_000) },
    );
  });

  it('of any text are a range or an error with a message', () => {
    const pieces = fc.constantFrom(
      'vers:',
      'npm',
      'pypi',
      '/',
      '|',
      '>',
      '=',
      '<',
      '!',
      '*',
      '%',
      '%2',
      '25',
      '1',
      '.',
      'x',
      '[',
      ',',
      ')',
      ' ',
      '-',
      '~',
      '^',
      '\0',
      '\ud800',
      'é',
    );
    const text = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));
    const isAnswered = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        expect(error).toBeInstanceOf(VersError);
        expect((error as Error).message).not.toBe('');
      }
    };
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(
          'npm',
          'pypi',
          'maven',
          'composer',
          'conan',
          'nginx',
          'openssl',
          'deb',
          'hex',
          'datetime',
          'gentoo',
        ),
        (one, type) => {
          isAnswered(() => contains(parseVers(`vers:${type}/${one}`), '1.0'));
          isAnswered(() => contains(parseVers(one), one));
          isAnswered(() => formatVers(fromNative(type, one)));
        },
      ),
      { numRuns: atScale(600, 3_000) },
    );
  });
});
