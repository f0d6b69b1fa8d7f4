import fc from 'fast-check';
import { withoutPrefix } from 'version-order';
import { workOf } from '../../../../test/setup/timing';
import { atScale } from '../../../../test/setup/scale';

/** Where a path ends, as it was written first: the square of the text's length. */
const PATH = /^.*[a-z][^/@]*([/@])(?=v?\d)/;

describe('what stands before a version', () => {
  it('is cut off where the first way to say it cuts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'v', '1', '/', '@', '-', '.'), maxLength: 24 });
    fc.assert(
      fc.property(text, (label) => {
        const path = PATH.exec(label);
        const base = path?.[0].length ?? 0;
        const digit = base + label.slice(base).search(/\d/);
        const expected = digit < base ? label : label.slice(digit);
        // What is kept of the prefix is a stage, of which there is none among these letters but an `a` at its end.
        expect(withoutPrefix(label).replace(/^a(?=\d)/, '')).toBe(expected);
      }),
      { numRuns: atScale(1_000, 5_000) },
    );
  });

  it('is found in a time that grows with the length only', async () => {
    const label = 'a'.repeat(200_000);
    expect(await workOf(() => withoutPrefix(`${label}/x`))).toBeLessThan(1_000);
  });
});
