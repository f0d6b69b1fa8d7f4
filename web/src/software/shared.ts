import { LONGEST_ADDRESS } from '../parts/looks-like-address';

/**
 * Where what was shared with the application is looked up. Android puts the address into `text`, often behind other words.
 * @param given `title`, `text` and `url` of the share target, as far as there are any
 */
export function sharedTo({ title, text, url }: Record<string, unknown>): string {
  const given = [url, text, title].filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  const address = given.map((one) => /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/i.exec(one)?.[0]).find(Boolean);
  const words = (address ?? given.at(-1) ?? '').trim().slice(0, LONGEST_ADDRESS);
  if (words === '') return '/search';
  return `/search?${new URLSearchParams({ q: words, ...(address ? { look: 'true' } : {}) }).toString()}`;
}
