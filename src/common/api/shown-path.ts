/** Secret parts of paths: links in messages and shared addresses, below any prefix that a proxy adds. */
const IN_LINKS = /^\/(feed|confirm|u|update)\/[^/]+/;
const SHARED = /\bsuf_[\w-]+/g;

/** A path as answers may repeat it: without a secret. */
export const shownPath = (path: string): string => path.replace(IN_LINKS, '/$1/…').replace(SHARED, '…');
