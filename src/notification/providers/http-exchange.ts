import type { OutgoingAnswer, PortRequest, Requester } from '../../common/outgoing-http/http-port';
import { OutgoingError } from '../../common/outgoing-http/outgoing-error';
import type { SettingOptions } from '../../common/settings/setting';
import { type Outcome, outcomeOfHttp, outcomeOfOutgoingError } from './channel';

/**
 * One exchange with a provider.
 * @param judge interprets an answer by the provider's own rules
 */
export async function exchange<R extends PortRequest>(
  http: Requester<R>,
  request: R,
  judge: (answer: OutgoingAnswer) => Outcome = outcomeOfHttp,
): Promise<Outcome> {
  try {
    return judge(await http.request(request));
  } catch (error) {
    if (error instanceof OutgoingError) return outcomeOfOutgoingError(error);
    throw error;
  }
}

/** As `outcomeOfHttp`, with what some statuses mean to a provider. */
export const judgeBy =
  (meanings: Record<number, Partial<Outcome>>) =>
  (answer: OutgoingAnswer): Outcome => ({ ...outcomeOfHttp(answer), ...meanings[answer.status] });

/** A POST of JSON. */
export function jsonPost(url: string, body: unknown, headers: Record<string, string> = {}): PortRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** The JSON object of an answer; an empty one for anything else, such as the error page of a proxy. */
export function jsonOf(answer: OutgoingAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(answer.body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

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

const DAY = 86_400;

/** Seconds to wait from a provider's JSON, rounded up, 1 to 86,400; null for anything but a number. */
export function waitOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), DAY)
    : null;
}

/** Too many requests, with the wait that the provider's JSON asks for, if it does. */
export function outcomeOfLimit(answer: OutgoingAnswer, seconds: unknown): Outcome {
  const outcome = outcomeOfHttp({ ...answer, status: 429 });
  const after = waitOf(seconds);
  return after === null ? outcome : { ...outcome, after };
}
