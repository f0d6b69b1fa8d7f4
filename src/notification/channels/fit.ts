import { lengthOf } from '../../common/text';
import type { Letter } from './letter';

/** The size of a text in the unit that a provider counts. */
export type Measure = (text: string) => number;

export const utf16Units: Measure = (text) => text.length;
export const utf8Bytes: Measure = (text) => Buffer.byteLength(text);
/** Code points. */
export const characters: Measure = lengthOf;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * At most `max` in the given unit, with `…` when something was cut; never inside what a reader sees as one character.
 * @param max at least the size of `…`: 1, or 3 bytes
 */
export function cutText(text: string, max: number, measure: Measure = utf16Units): string {
  if (measure(text) <= max) return text;
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  const shortened = (count: number) => parts.slice(0, count).join('').trimEnd() + '…';
  return shortened(largest(parts.length, (count) => measure(shortened(count)) <= max));
}

/**
 * The letter in a provider's form, within the provider's limits: as much of it as fits. First a digest names fewer items and
 * says how many more there are; then go the other versions, the links and the facts from the last one on, the intro, and at last
 * the headline is cut. What is rendered is always whole: nothing is cut after escaping.
 */
export function fitLetter<T>(letter: Letter, render: (letter: Letter) => T, fits: (rendered: T) => boolean): T {
  const whole = render(letter);
  if (fits(whole)) return whole;
  const named = (count: number): Letter => ({
    ...letter,
    items: letter.items.slice(0, count),
    more: letter.more + letter.items.length - count,
  });
  const count = largest(letter.items.length, (items) => fits(render(named(items))));
  if (count > 0) return render(named(count));
  let shorter = named(0);
  for (const next of omissions(shorter)) {
    const rendered = render((shorter = next));
    if (fits(rendered)) return rendered;
  }
  const headed = (size: number): Letter => ({ ...shorter, headline: cutText(letter.headline, size) });
  return render(
    headed(
      Math.max(
        1,
        largest(letter.headline.length, (size) => fits(render(headed(Math.max(1, size))))),
      ),
    ),
  );
}

/** The letter with less and less in it. */
function* omissions(letter: Letter): Generator<Letter> {
  let rest: Letter = { ...letter, others: null };
  yield rest;
  while (rest.links.length > 1) yield (rest = { ...rest, links: rest.links.slice(0, -1) });
  while (rest.facts.length > 0) yield (rest = { ...rest, facts: rest.facts.slice(0, -1) });
  yield (rest = { ...rest, footer: '', unsubscribe: null });
  yield (rest = { ...rest, links: [] });
  yield { ...rest, intro: '' };
}

/** The largest whole number up to `most` for which it holds, given that it then holds for all smaller ones; 0 when for none. */
export function largest(most: number, holds: (value: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
