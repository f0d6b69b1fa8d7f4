import { type Answer, httpReceiver, type ReceivedRequest } from './peers';
import { type Stage, stringsIn } from './stage';

/** What a provider that takes JSON makes of a request. */
export interface Rules<B> {
  /** What is wrong with it in the provider's eyes; null for nothing. */
  wrong: (body: B, request: ReceivedRequest) => string | null;
  accepted: Answer;
  /** Its own error body for what is wrong. */
  refused: (problem: string) => Answer;
  busy?: Answer;
  key: (body: B, request: ReceivedRequest) => string;
}

/** A stand-in for a provider, and the parts of a stage that follow from its rules. */
export async function jsonProvider<B>(rules: Rules<B>) {
  const receiver = await httpReceiver();
  const parse = (request: ReceivedRequest) => JSON.parse(request.body) as B;
  receiver.respond = (_number, request) => {
    const problem = commonFault(request) ?? rules.wrong(parse(request), request);
    return problem === null ? rules.accepted : rules.refused(problem);
  };
  const always = (answer: Answer) => void (receiver.respond = () => answer);
  const stage = {
    received: () =>
      receiver.requests.map((request) => ({
        key: rules.key(parse(request), request),
        texts: stringsIn(parse(request)),
      })),
    refuse: (how: 'now' | 'for good') =>
      always(how === 'now' ? (rules.busy ?? [503]) : rules.refused('as the test wants it')),
    answer: always,
  } satisfies Partial<Stage>;
  return { receiver, stage };
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
