import fc from 'fast-check';
import { firstCharacters, lengthOf } from 'small-parts';

describe('the first characters of a text', () => {
  test.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['abcd', 0, ''],
    ['😀😀😀', 2, '😀😀'],
    ['a😀😀', 2, 'a😀'],
    ['ab\ud83dcd', 3, 'ab\ufffd'],
    ['\udc00x', 2, '\ufffdx'],
  ])('%j, at most %i: %j', (text, max, expected) => expect(firstCharacters(text, max)).toBe(expected));

  test('are whole ones, as many as asked for, and the text itself when it is short enough', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00') }), fc.nat(20), (text, max) => {
        const first = firstCharacters(text, max);
        expect(first.isWellFormed()).toBe(true);
        expect(lengthOf(first)).toBe(Math.min(lengthOf(text.toWellFormed()), max));
        expect(text.toWellFormed().startsWith(first)).toBe(true);
      }),
    ));
});
