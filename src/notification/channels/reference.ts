import type { Letter } from './letter';

/**
 * The letter with the first eight characters of the delivery's id in its footer: for providers that take no key by which they
 * drop a repeated message, so that at least a person sees that two messages are one.
 */
export function withReference(letter: Letter, id: string): Letter {
  return { ...letter, footer: [letter.footer, `Ref. ${id.slice(0, 8)}`].filter(Boolean).join(' · ') };
}
