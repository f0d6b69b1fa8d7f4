import {
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingHttp,
  type OutgoingRequest,
} from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, outcomeOfOutgoingError } from './outcome';
import { SettingsError } from './settings';

/**
 * One exchange with a provider.
 * @param judge what an answer means, where the provider has its own rules; it leaves the rest to `outcomeOfHttp`
 */
export async function exchange(
  http: OutgoingHttp,
  request: OutgoingRequest,
  judge: (answer: OutgoingAnswer) => Outcome = outcomeOfHttp,
): Promise<Outcome> {
  try {
    return judge(await http.request(request));
  } catch (error) {
    if (error instanceof OutgoingError) return outcomeOfOutgoingError(error);
    throw error;
  }
}

/** A POST of JSON. */
export function jsonPost(url: string, body: unknown, headers: Record<string, string> = {}): OutgoingRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/**
 * The URL of a setting in its normal form.
 * @throws SettingsError when the service does not go there
 */
export function checkedUrl(http: OutgoingHttp, field: string, text: string): string {
  const url = http.checkUrl(text);
  if (!(url instanceof URL)) throw new SettingsError([{ field, message: url }]);
  return url.href;
}

/** `path` below the base address of a server, which may itself have a path: no part of it is taken for markup of a URL. */
export function under(base: string, ...path: string[]): string {
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
}

/** The JSON object of a provider's answer; an empty one for anything else, such as the page of a proxy on the way. */
export function jsonOf(answer: OutgoingAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(answer.body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
