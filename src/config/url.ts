/**
 * The URL that a text is, or null. Not `URL.canParse`: on Node 20, once it is optimised, it refuses URLs with letters such as ü.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null; // not a URL: the caller says what it should have been
  }
}
