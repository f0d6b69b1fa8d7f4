/** What a server, or the proxy before it, may want: a token, or a user name and a password. */
export interface Credentials {
  username?: string;
  password?: string;
  token?: string;
}

/** What a header can carry as it is. */
export const TOKEN_PATTERN = /^[\x21-\x7E]+$/;
/** RFC 7617 section 2: a user name has no colon. */
export const USERNAME_PATTERN = /^[^:]+$/;

/** Bearer with a token, else Basic with a user name, else nothing. */
export function authorizationOf({ username, password, token }: Credentials): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` };
  if (!username) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}
