import { noteServerTime } from './clock';
import { NOBODY_THERE, noteAnswer, noteSilence } from './connection';
import { Api } from './generated';
import { ApiProblem, NoConnection } from './problem';

/** The last whole answers with their tags, by URL: the API is `no-store`, so the browser keeps none. Only for what is polled. */
const tagged = new Map<string, { tag: string; body: string }>();
const POLLED = /^\/api\/v1\/summary$/;

/** `fetch`, with the errors of `problem.ts`: whatever it returns is a success. */
const customFetch: typeof fetch = async (input, init) => {
  const url = String(input);
  const isPolled = POLLED.test(url);
  const known = isPolled ? tagged.get(url) : undefined;
  const headers = known ? { ...init?.headers, 'If-None-Match': known.tag } : init?.headers;
  const response = await answerOf(url, { ...init, ...(headers ? { headers } : {}), cache: 'no-store' });
  if (response.status === 304 && known) return new Response(known.body, { status: 200 });
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return new Response('null', { status: 200 });
  const tag = response.headers.get('etag');
  if (isPolled && tag) tagged.set(url, { tag, body: await response.clone().text() });
  return response;
};

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    if (NOBODY_THERE.includes(response.status)) throw new NoConnection();
    noteAnswer();
    noteServerTime(response.headers.get('date'));
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteSilence();
    throw new NoConnection('The service does not answer.');
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const problem = response.headers.get('content-type')?.includes('json')
    ? ((await response.json().catch(() => ({}))) as object)
    : {};
  const after = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiProblem(
    response.status,
    problem,
    Number.isFinite(after) ? after : null,
    response.headers.get('x-request-id'),
  );
}

/** Forgets what was read: the next person at this machine must not see it. */
export const forgetAnswers = () => tagged.clear();

/** Each method is an operation of the API description, and answers its envelope: `{data}` or `{data, meta}`. */
export const { api } = new Api({
  baseUrl: '',
  customFetch,
  // The generator leaves the format out where an operation has problems of several kinds.
  baseApiParams: { format: 'json', credentials: 'same-origin', redirect: 'error', referrerPolicy: 'no-referrer' },
});
