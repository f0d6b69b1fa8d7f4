import { noteServerTime } from './clock';
import { NOBODY_THERE, noteAnswer, noteSilence } from './connection';
import { Api } from './generated';
import { ApiProblem, NoConnection } from './problem';

/** `fetch`, with the errors of `problem.ts`: whatever it returns is a success. */
const customFetch: typeof fetch = async (input, init) => {
  const response = await answerOf(String(input), { ...init, cache: 'no-store' });
  if (!response.ok) throw await problemOf(response);
  return response.status === 204 ? new Response('null', { status: 200 }) : response;
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

/** Each method is an operation of the API description, and answers its envelope: `{data}` or `{data, meta}`. */
export const { api } = new Api({
  baseUrl: '',
  customFetch,
  // The generator leaves the format out where an operation has problems of several kinds.
  baseApiParams: { format: 'json', credentials: 'same-origin', redirect: 'error', referrerPolicy: 'no-referrer' },
});
