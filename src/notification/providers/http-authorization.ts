import type { SettingOptions } from '../../common/settings/setting';

/** Credentials for a server, or for the proxy in front of it: a token, or a user name and a password. */
export interface Credentials {
  username?: string;
  password?: string;
  token?: string;
}

/** Characters that fit into a header unencoded. */
export const TOKEN_PATTERN = /^[\x21-\x7E]+$/;
/** RFC 7617 section 2: a user name has no colon. */
export const USERNAME_PATTERN = /^[^:]+$/;

export const PASSWORD_SETTING: SettingOptions = {
  title: 'Password',
  description: 'Goes with the user name.',
  maxLength: 200,
  secret: true,
  optional: true,
  examples: ['a long password'],
};

/** Bearer with a token, otherwise Basic with a user name, otherwise nothing. */
export function authorizationOf({ username, password, token }: Credentials): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` };
  if (!username) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}
