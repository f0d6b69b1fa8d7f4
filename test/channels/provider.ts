import { type Answer, httpReceiver, type ReceivedRequest } from './peers';

export interface Rules {
  /** Throws, or fails an expectation, for a request that the provider would refuse. */
  check: (request: ReceivedRequest) => void;
  success: (request: ReceivedRequest) => Answer;
  /** The provider's answer to a request that it refuses. */
  refusal: Answer;
  /** The provider's answer when it cannot at the moment. */
  busy: Answer;
}

/** A receiver on loopback that judges requests as a provider does. */
export async function provider({ check, success, refusal, busy }: Rules) {
  const receiver = await httpReceiver();
  receiver.respond = (_number, request) => {
    try {
      check(request);
      return success(request);
    } catch (error) {
      // The channel only learns that it was refused; whoever mends it wants to know why.
      console.error(error);
      return refusal;
    }
  };
  const answer = (given: Answer) => void (receiver.respond = () => given);
  const refuse = (how: 'now' | 'for good') => answer(how === 'now' ? busy : refusal);
  return { receiver, answer, refuse };
}

export const json = (value: unknown) => JSON.stringify(value);

/** The eight characters of the delivery's id that a message carries where the provider takes no key. */
export function referenceIn(texts: string[]): string {
  return /Ref\. ([0-9a-f]{8})/.exec(texts.join('\n'))?.[1] ?? '';
}

/** The body, which has to be JSON and to say so. */
export function jsonBody<T>({ headers, body }: ReceivedRequest): T {
  expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
  return JSON.parse(body) as T;
}
