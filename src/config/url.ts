/** Whether a host is this machine, so that nobody can listen on the way. With or without the brackets of IPv6. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/** The part of a URL with a `%` that begins no escape; null = both can be decoded. */
export function undecodablePart({ username, password }: URL): 'user' | 'password' | null {
  if (!isDecodable(username)) return 'user';
  return isDecodable(password) ? null : 'password';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** How to write special characters of a user name or password in a URL. */
export const ESCAPES = '% as %25, @ as %40, : as %3A, / as %2F, ? as %3F, # as %23';
