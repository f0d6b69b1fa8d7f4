import { type Answer, httpReceiver, type ReceivedRequest } from './peers';
import { type Stage, stringsIn } from './stage';

export interface Rules {
  /** Throws, or fails an expectation, for a request that the provider would refuse. */
  check: (request: ReceivedRequest) => void;
  success: (request: ReceivedRequest) => Answer;
  /** The provider's answer to a request that it refuses; it may say what is wrong with it. */
  refusal: Answer | ((problem: string) => Answer);
  /** The provider's answer when it cannot at the moment. */
  busy: Answer;
}

/** A receiver on loopback that judges requests as a provider does. */
export async function provider({ check, success, refusal, busy }: Rules) {
  const receiver = await httpReceiver();
  const refused = (problem: string) => (typeof refusal === 'function' ? refusal(problem) : refusal);
  receiver.respond = (_number, request) => {
    try {
      check(request);
      return success(request);
    } catch (error) {
      // The channel only learns that it was refused; whoever mends it wants to know why.
      console.error(error);
      return refused((error as Error).message);
    }
  };
  const answer = (given: Answer) => void (receiver.respond = () => given);
  const refuse = (how: 'now' | 'for good') => answer(how === 'now' ? busy : refused('as the test wants it'));
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

/** What a provider that takes JSON makes of a request. */
export interface JsonRules<B> {
  /** What is wrong with it in the provider's eyes; null for nothing. */
  wrong: (body: B, request: ReceivedRequest) => string | null;
  accepted: Answer;
  /** Its own error body for what is wrong. */
  refused: (problem: string) => Answer;
  busy?: Answer;
  key: (body: B, request: ReceivedRequest) => string;
}

/** A receiver on loopback that judges by these rules, and the parts of a stage that follow from them. */
export async function jsonProvider<B>({ wrong, accepted, refused, busy = [503], key }: JsonRules<B>) {
  const parse = (request: ReceivedRequest) => JSON.parse(request.body) as B;
  const { receiver, answer, refuse } = await provider({
    check: (request) => {
      const problem = commonFault(request) ?? wrong(parse(request), request);
      if (problem !== null) throw new Error(problem);
    },
    success: () => accepted,
    refusal: refused,
    busy,
  });
  const received = () =>
    receiver.requests.map((request) => ({ key: key(parse(request), request), texts: stringsIn(parse(request)) }));
  return { receiver, stage: { received, refuse, answer } satisfies Partial<Stage> };
}

function commonFault({ method, headers, body }: ReceivedRequest): string | null {
  if (method !== 'POST') return `method ${method}`;
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) return 'content type';
  return body.isWellFormed() && !body.includes('\u0000') ? null : 'not well-formed';
}

/** The first of the named faults that is one. */
export function firstFault(faults: Record<string, boolean>): string | null {
  return Object.entries(faults).find(([, isFault]) => isFault)?.[0] ?? null;
}

export const isText = (value: unknown, max = Infinity): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;

export const isUrl = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//.test(value);

/** Whether an object has no other keys: providers drop, or refuse, what they do not know. */
export const hasOnly = (value: object, keys: string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key));
