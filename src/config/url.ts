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

/** Whether the user or the password of a URL has a `%` that begins no escape, so that it cannot be decoded; null = neither. */
export function undecodablePart({ username, password }: URL): 'user' | 'password' | null {
  if (!isDecodable(username)) return 'user';
  return isDecodable(password) ? null : 'password';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false; // decodeURIComponent has no other way to say so
  }
}

/** How the special characters of a user name or password are written in a URL. */
export const ESCAPES = '% as %25, @ as %40, : as %3A, / as %2F, ? as %3F, # as %23';
