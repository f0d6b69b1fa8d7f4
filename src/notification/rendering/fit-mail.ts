import { fitContent, largest } from './fit';
import type { MessageContent } from './message-content';

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
