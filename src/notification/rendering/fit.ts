import { lengthOf } from 'small-parts';
import type { MessageContent } from './message-content';

/** The size of a text in the unit that a provider uses. */
export type Measure = (text: string) => number;

export const utf16Units: Measure = (text) => text.length;
export const utf8Bytes: Measure = (text) => Buffer.byteLength(text);
/** Code points. */
export const characters: Measure = lengthOf;

/** Whether something has at most so many bytes as JSON. */
export const fitsAsJson = (most: number) => (body: unknown) => utf8Bytes(JSON.stringify(body)) <= most;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * At most `max` in the given unit, with `…` at the end if anything was cut; never inside a grapheme.
 * @param max at least the size of `…`: 1, or 3 bytes
 */
export function cutText(text: string, max: number, measure: Measure = utf16Units): string {
  if (measure(text) <= max) return text;
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  const shortened = (count: number) => parts.slice(0, count).join('').trimEnd() + '…';
  return shortened(largest(parts.length, (count) => measure(shortened(count)) <= max));
}

/**
 * Renders as much of the content as fits within a provider's limits. A digest lists fewer items, and the notes fewer changes; then the
 * other versions, links, facts and intro are left out, in this order; last, the headline is cut. How many breaking changes there are is
 * never left out. Nothing is ever cut after it was escaped.
 */
export function fitContent<T>(
  content: MessageContent,
  render: (content: MessageContent) => T,
  fits: (rendered: T) => boolean,
): T {
  const whole = render(content);
  if (fits(whole)) return whole;
  const named = (count: number): MessageContent => ({
    ...content,
    items: content.items.slice(0, count),
    more: content.more + content.items.length - count,
  });
  const count = largest(content.items.length, (items) => fits(render(named(items))));
  if (count > 0) return render(named(count));
  const noted = (room: number): MessageContent => ({ ...named(0), notes: content.notes && { ...content.notes, room } });
  const room = content.notes ? largest(content.notes.room, (size) => fits(render(noted(size)))) : 0;
  if (room > 0) return render(noted(room));
  let shorter = noted(0);
  for (const next of omissions(shorter)) {
    const rendered = render((shorter = next));
    if (fits(rendered)) return rendered;
  }
  const headed = (size: number): MessageContent => ({ ...shorter, headline: cutText(content.headline, size) });
  return render(
    headed(
      Math.max(
        1,
        largest(content.headline.length, (size) => fits(render(headed(Math.max(1, size))))),
      ),
    ),
  );
}

/** The content with one part after another left out. */
function* omissions(content: MessageContent): Generator<MessageContent> {
  yield content;
  let rest: MessageContent = { ...content, others: null };
  yield rest;
  while (rest.links.length > 1) yield (rest = { ...rest, links: rest.links.slice(0, -1) });
  while (rest.facts.length > 0) yield (rest = { ...rest, facts: rest.facts.slice(0, -1) });
  yield (rest = { ...rest, footer: '', unsubscribe: null });
  yield (rest = { ...rest, links: [] });
  yield (rest = { ...rest, notes: rest.notes && { ...rest.notes, room: -1 } });
  yield { ...rest, intro: '' };
}

/** Binary search for the largest integer from 1 to `most` that `holds`, which all smaller ones then do; 0 = none. */
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

/** Gmail hides what follows after 102 KB, and with it the link to unsubscribe. */
const MAX_BYTES = 95_000;

/** Items that keep their link, even if others are left out for that. */
const LINKED_AT_LEAST = 100;

/**
 * As much of the content as fits into a mail. In a long digest the last items, which are the smallest steps, first lose their links to skip or
 * snooze them; only then are items left out.
 * @param measure the size in bytes
 */
export function fitMail<T>(
  content: MessageContent,
  render: (content: MessageContent) => T,
  measure: (rendered: T) => number,
): T {
  const fits = (rendered: T) => measure(rendered) <= MAX_BYTES;
  const whole = render(content);
  if (fits(whole)) return whole;
  const linked = (count: number): MessageContent => ({
    ...content,
    items: content.items.map((item, index) => (index < count ? item : { ...item, manage: null })),
  });
  const most = largest(content.items.length, (count) => fits(render(linked(count))));
  return most >= LINKED_AT_LEAST ? render(linked(most)) : fitContent(linked(LINKED_AT_LEAST), render, fits);
}
