import fc from 'fast-check';
import semver from 'semver';
import { compare, schemeFor, type SchemeName } from 'version-order';
import { alpmCompare, apkCompare, gemCompare, phpCompare } from './reference-orders';
import { atScale } from '../../../../test/setup/scale';

/** Often the same, so that what follows is compared. */
const number = fc.constantFrom('0', '0', '0', '1', '1', '1', '2', '9', '10', '01', '00', '010', '9'.repeat(40));
const plainNumber = fc.constantFrom('0', '0', '0', '1', '1', '1', '2', '9', '10', '20240131120000');
const few = <T>(item: fc.Arbitrary<T>, maxLength = 4, minLength = 0) => fc.array(item, { minLength, maxLength });
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((list) => list.join(''));
const dotted = (item: fc.Arbitrary<string>, most = 4) => few(item, most, 1).map((list) => list.join('.'));
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part);

const gem = joined(
  dotted(number),
  maybe(joined(fc.constantFrom('.', '-'), fc.constantFrom('a', 'b', 'rc', 'RC', 'alpha'), maybe(number))),
  few(number, 2).map((list) => list.map((item) => '.' + item).join('')),
);

const composer = joined(
  few(number, 4, 4).map((list) => list.join('.')),
  maybe(joined(fc.constantFrom('-alpha', '-beta', '-RC', '-patch'), maybe(dotted(number, 3)))),
  maybe(fc.constant('-dev')),
).filter((version) => /^\d{1,5}\./.test(version));

const apk = joined(
  dotted(number),
  maybe(fc.constantFrom('a', 'b', 'z')),
  few(
    joined(fc.constantFrom('_alpha', '_beta', '_pre', '_rc', '_cvs', '_svn', '_git', '_hg', '_p'), maybe(number)),
    2,
  ).map((list) => list.join('')),
  maybe(fc.constantFrom('~0a', '~0', '~0a1')),
  maybe(joined(fc.constant('-r'), number)),
);

const alpm = joined(
  maybe(joined(number, fc.constant(':'))),
  few(
    joined(fc.constantFrom('', '.', '_', '..', '+'), fc.oneof(number, fc.constantFrom('a', 'b', 'rc', 'alpha', 'Z'))),
    5,
    1,
  ).map((list) => list.join('')),
  maybe(joined(fc.constant('-'), number)),
);

const identifiers = dotted(fc.oneof(plainNumber, fc.constantFrom('a', 'B', 'rc', 'rc1', '1a', '-', 'x-1')), 3);
const strict = joined(
  few(plainNumber, 3, 3).map((list) => list.join('.')),
  maybe(identifiers.map((text) => '-' + text)),
  maybe(identifiers.map((text) => '+' + text)),
);

const lists = (separator: string) => few(number, 4, 1).map((list) => list.join(separator));

/** The shorter is lower; the order of JavaScript's numbers is not used, as these are longer. */
function listCompare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map(BigInt)) as [bigint[], bigint[]];
  const different = left.findIndex((item, index) => item !== right[index]);
  if (different < 0) return Math.sign(left.length - right.length);
  return right[different] === undefined || left[different]! > right[different] ? 1 : -1;
}

const lower = (text: string) => text.toLowerCase();

describe('keys order as versions compared item by item', () => {
  it.each<[SchemeName, fc.Arbitrary<string>, (a: string, b: string) => number]>([
    ['gem', gem, gemCompare],
    ['composer', composer, phpCompare],
    ['apk', apk, apkCompare],
    ['alpm', alpm, alpmCompare],
    ['nuget', strict, (a, b) => semver.compare(lower(a), lower(b))],
    ['go', strict.map((text) => 'v' + text), semver.compare],
    ['pub', strict, semver.compareBuild],
    ['pvp', lists('.'), listCompare],
    ['cran', fc.oneof(lists('.'), lists('-')), listCompare],
  ])('%s', (name, versions, reference) => {
    const scheme = schemeFor({ scheme: name });
    const agrees = (a: string, b: string) =>
      scheme.valid(a) && compare(scheme, a, b) === reference(a, b) && compare(scheme, b, a) === 0 - reference(a, b);
    fc.assert(fc.property(versions, versions, agrees), { numRuns: atScale(1_000, 5_000) });
  });
});
