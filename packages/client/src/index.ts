import { Api, type Problem, type RequestParams } from './generated.js';
export * from './generated.js';
/** Seconds that a retry waits at most: one that should wait longer is left to the caller. */
const LONGEST_WAIT = 60;
export interface ClientOptions {
  /** Where the service is, such as `https://updates.example.org`. */
  url: string;
  /** Starts with `sut_`. Left out in a page of the service, which has a session. */
  token?: string;
  /** How often a request is sent again after 429 or 503; default 3. */
  retries?: number;
  fetch?: typeof fetch;
}
/** An answer that is none of success: RFC 9457. */
export class TrackerProblem extends Error {
  override readonly name = 'TrackerProblem';
  constructor(
    readonly status: number,
    /** The problem as it was sent; empty where a proxy answered. */
    readonly problem: Partial<Problem> & Record<string, unknown>,
    /** Seconds after which to try again; null = it does not say. */
    readonly retryAfter: number | null,
    /** For the operator, who finds it in the log. */
    readonly requestId: string | null,
  ) {
    super(problem.detail ?? `The service answered ${status}.`);
  }
  /** The last part of `type`, such as `not-found`. */
  get kind(): string {
    return this.problem.type?.split('#')[1] ?? '';
  }
}
/** A resource, and what a change of it needs so that it does not undo what somebody else did meanwhile. */
export interface Read<T> {
  answer: T;
  /** The last argument of the change: sends `If-Match`. A `TrackerProblem` 412 says that the resource has changed. */
  ifMatch: RequestParams;
}
export interface Client {
  /** Each method is an operation of the API description, and answers its envelope: `{data}` or `{data, meta}`. */
  api: Api<unknown>['api'];
  /** Reads one resource with its ETag: `client.read((params) => client.api.getFavorite(id, {}, params))`. */
  read<T>(call: (params: RequestParams) => Promise<T>): Promise<Read<T>>;
}
/** Where `read` learns of the answer's headers. */
const HEADERS = Symbol('headers');
interface Noting {
  [HEADERS]?: (headers: Headers) => void;
}
function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
export function createClient({ url, token, retries = 3, fetch: send = fetch }: ClientOptions): Client {
  const customFetch: typeof fetch = async (input, init) => {
    for (let attempt = 0; ; attempt++) {
      const response = await send(input, init);
      if (response.ok) {
        (init as Noting | undefined)?.[HEADERS]?.(response.headers);
        return response.status === 204 ? new Response('null', { status: 200 }) : response;
      }
      const problem = await problemOf(response);
      const wait = problem.retryAfter;
      if (attempt >= retries || wait === null || wait > LONGEST_WAIT || !maySendAgain(problem.status, init))
        throw problem;
      await sleep(wait * 1_000, init?.signal);
    }
  };
  const { api } = new Api({
    baseUrl: withoutSlashes(url),
    customFetch,
    baseApiParams: {
      format: 'json',
      credentials: 'same-origin',
      ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
    },
  });
  return {
    api,
    async read(call) {
      let tag: string | null = null;
      const noting: RequestParams & Noting = { [HEADERS]: (headers) => (tag = headers.get('etag')) };
      const answer = await call(noting);
      if (tag === null) throw new Error('the answer has no ETag');
      return { answer, ifMatch: { headers: { 'If-Match': tag } } };
    },
  };
}
interface ListPage<T> {
  data: T[];
  meta: { next_cursor: string | null };
}
/**
 * All entries of a list, page by page: `for await (const one of entries(client.api.listFavorites, { update_available: true }))`.
 * @param query as of `list`, without `page` and `cursor`
 */
export async function* entries<T, Query extends { cursor?: string; per_page?: number }>(
  list: (query?: Query) => Promise<ListPage<T>>,
  query: Omit<Query, 'cursor' | 'page'> = {} as Query,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: ListPage<T> = await list({
      per_page: 200,
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
    } as unknown as Query);
    yield* page.data;
    cursor = page.meta.next_cursor;
  }
}
/** 429 was not done. 503 may come after all was done, so that only what can be done twice is sent again. */
function maySendAgain(status: number, init: RequestInit | undefined): boolean {
  if (status === 429) return true;
  return status === 503 && !['POST', 'PATCH'].includes(init?.method ?? 'GET');
}
async function problemOf(response: Response): Promise<TrackerProblem> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  // What is cut off is no problem document either; the status counts.
  const problem = isJson ? ((await response.json().catch(() => ({}))) as Partial<Problem>) : {};
  const after = response.headers.get('retry-after');
  const seconds = after !== null && /^\d{1,9}$/.test(after) ? Number(after) : null;
  return new TrackerProblem(response.status, problem, seconds, response.headers.get('x-request-id'));
}
function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}
