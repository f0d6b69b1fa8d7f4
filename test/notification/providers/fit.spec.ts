import fc from 'fast-check';
import { characters, cutText, fitContent, utf16Units, utf8Bytes } from '../../../src/notification/rendering/fit';
import { type MessageContent, contentOf } from '../../../src/notification/rendering/message-content';
import { plainText } from '../../../src/notification/rendering/lines';
import { digest, message } from './peers';

const units = { utf16Units, utf8Bytes, characters };

// Case 89.
describe.each(Object.keys(units) as (keyof typeof units)[])('cutting by %s', (unit) => {
  const measure = units[unit];

  test('is never over the limit, well-formed, and leaves alone what fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 3, max: 60 }), (text, max) => {
        const short = cutText(text, max, measure);
        expect(measure(short)).toBeLessThanOrEqual(max);
        expect(short.isWellFormed()).toBe(true);
        if (measure(text) <= max) expect(short).toBe(text);
        else expect(short.endsWith('…')).toBe(true);
      }),
    );
  });

  test('takes as much as there is room for', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀'), minLength: 21 }), (text) => {
        const short = cutText(text, 20, measure);
        if (measure(text) > 20) expect(measure(short)).toBeGreaterThan(20 - 5);
      }),
    );
  });
});

test.each(['👩‍💻👩‍💻👩‍💻', '🇩🇪🇫🇷🇮🇹', 'e\u0301e\u0301e\u0301', '👍🏽👍🏽👍🏽'])(
  '%s is cut between what a reader sees as characters',
  (text) => {
    const whole = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
      ({ segment }) => segment,
    );
    for (let max = 1; max < text.length; max++) {
      const parts = cutText(text, max).slice(0, -1);
      expect([0, 1, 2].map((count) => whole.slice(0, count).join(''))).toContain(parts);
    }
  },
);

describe('a content that is too long', () => {
  const fitted = (content: MessageContent, max: number) =>
    fitContent(
      content,
      (shorter) => plainText(shorter),
      (text) => text.length <= max,
    );

  test('names as many updates as fit, and says how many more there are', () => {
    const content = contentOf(digest(500));
    const text = fitted(content, 1_000);
    const named = text.split('\n').filter((line) => line.startsWith('• ')).length;
    expect(named).toBeGreaterThan(10);
    expect(text).toContain(`… and ${500 - named} more`);
    expect(text.length).toBeGreaterThan(900);
  });

  test('loses the least important first, and keeps what it is about to the last', () => {
    const content = contentOf(message());
    const texts = [400, 300, 200, 100, 25].map((max) => fitted(content, max));
    for (const text of texts) expect(text).toContain('Firefox 143.0 is out');
    expect(texts[0]).toContain('You use');
    expect(texts.at(-1)).toBe('Firefox 143.0 is out');
    expect(fitted(content, 10)).toBe('Firefox 1…');
  });

  test('fits whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 600 }), (name, max) => {
        const content = contentOf(message({ software: { id: 'x', name, url: null } }));
        expect(fitted(content, max).length).toBeLessThanOrEqual(max);
        expect(fitted(content, max).isWellFormed()).toBe(true);
      }),
    );
  });
});
