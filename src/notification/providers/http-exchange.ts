import type { OutgoingAnswer, PortRequest, Requester } from '../../common/outgoing-http/http-port';
import { OutgoingError } from '../../common/outgoing-http/outgoing-error';
import { type Outcome, outcomeOfHttp, outcomeOfOutgoingError } from './outcome';

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
