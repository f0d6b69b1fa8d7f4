import { fitLetter, largest } from './fit';
import type { Letter } from './letter';

/** Gmail shows 102 KB of a mail and hides the rest, with the link to unsubscribe. */
const MAX_BYTES = 95_000;

/** Items, of the largest steps, that keep their link also where others are not even named for it. */
const LINKED_AT_LEAST = 100;

/**
 * As much of a letter as a mail may have. Where a digest is too long, its last items, which are the smallest steps, lose their link to
 * skip or snooze them before any loses its name.
 * @param measure bytes of what was rendered
 */
export function fitMail<T>(letter: Letter, render: (letter: Letter) => T, measure: (rendered: T) => number): T {
  const fits = (rendered: T) => measure(rendered) <= MAX_BYTES;
  const whole = render(letter);
  if (fits(whole)) return whole;
  const linked = (count: number): Letter => ({
    ...letter,
    items: letter.items.map((item, index) => (index < count ? item : { ...item, manage: null })),
  });
  const most = largest(letter.items.length, (count) => fits(render(linked(count))));
  return most >= LINKED_AT_LEAST ? render(linked(most)) : fitLetter(linked(LINKED_AT_LEAST), render, fits);
}
