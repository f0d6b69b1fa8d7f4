/**
 * Parses a URL; null when the text is none. Not `URL.canParse`: on Node 20, once optimised, it refuses URLs with letters such as ü.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Without slashes at its end. An expression looks at each of many slashes in the middle anew. */
export function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}
