import type { Letter } from './letter';

/**
 * The letter with the last eight characters of the delivery's id in its footer (the first ones are a time, the same for all of a
 * minute): for providers that take no key by which they drop a repeated message, so that at least a person sees that two are one.
 */
export function withReference(letter: Letter, id: string): Letter {
  return { ...letter, footer: [letter.footer, `Ref. ${id.slice(-8)}`].filter(Boolean).join(' · ') };
}
