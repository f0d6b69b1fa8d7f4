import { createHash } from 'node:crypto';
import type { MessageContent } from './message-content';

/**
 * Adds eight hexadecimal digits of a hash of the delivery's id to the footer, for providers that cannot drop repeated messages: readers see
 * that two messages are the same one. Not a part of the id itself, since on some databases no part of it is unique.
 */
export function withReference(content: MessageContent, id: string): MessageContent {
  return {
    ...content,
    footer: [content.footer, `Ref. ${createHash('sha256').update(id).digest('hex').slice(0, 8)}`]
      .filter(Boolean)
      .join(' · '),
  };
}
