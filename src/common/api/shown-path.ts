/** Parts of addresses that are secrets, for whoever has no token: links in messages, and shared addresses, wherever a proxy puts them. */
const IN_LINKS = /^\/(feed|confirm|u|update)\/[^/]+/;
const SHARED = /\bsuf_[\w-]+/g;

/** A path as answers may repeat it: without a secret. */
export const shownPath = (path: string): string => path.replace(IN_LINKS, '/$1/…').replace(SHARED, '…');
