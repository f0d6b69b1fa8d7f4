import {
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingHttp,
  type OutgoingRequest,
} from '../../common/outgoing-http/outgoing-http';
import { parseRetryAfter } from '../../common/outgoing-http/retry-after';
import { answerText } from './answer-text';
import { codingOf, unpacked } from './content-coding';
import { parseJson } from './json-text';
import { type Fields, objectsOf } from './read';
import { SourceError } from './source';

/** By which the next fetch asks whether anything changed (RFC 9110, section 13). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** The source says that nothing has changed since the last fetch. No error, and the most frequent answer: it needs no stack. */
export class NotModified {}

export interface WebRequest {
  accept?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: string;
  /** Statuses that are an answer and no error, beside 200. */
  expect?: number[];
  /** Its credentials are for the host of this URL, not for the one that the fetch began with. */
  credentialsHere?: boolean;
}

export type WebAnswer = Pick<OutgoingAnswer, 'status' | 'headers' | 'body'>;

/** What a fetch has to keep to beside its own limits. */
export interface Manners {
  /** Waits until the next request may begin. */
  turn(): Promise<void>;
  /** Milliseconds for the whole fetch, all requests together. */
  totalMs: number;
  /** Ends the fetch before that. */
  signal?: AbortSignal;
  /** What is longer than so many bytes is read only after there is room for it; without it there always is. */
  room?: { from: number; enter: () => Promise<() => void> };
}

type Headed = Pick<OutgoingAnswer, 'headers'>;

interface RawAnswer extends Headed {
  status: number;
  bytes: Buffer;
}

/** Bytes. The largest documents of public sources are package indexes of some ten megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Only so many long answers are read at a time: one that drips must not keep its place. */
const SLOWEST = { from: 1024 * 1024, bytes: 256 * 1024, ms: 4_000 };
/** Objects, lists and their members, of which one may have 100,000. The longest package indexes have half as many. */
const MAX_JSON_PARTS = 1_000_000;
const MAX_REDIRECTS = 3;
/** Requests of one fetch: paging must end. */
const MAX_REQUESTS = 30;
const REDIRECTS = [301, 302, 303, 307, 308];
const CREDENTIALS = /^(authorization|private-token|cookie)$/i;

/** Seconds after a 403 or 429 that does not say how long. */
const OVERLOAD_PAUSE = 300;

/**
 * The web as one fetch of a source sees it: through the address guard, bounded in size, time and number, conditional, and with errors
 * in plain words. The first request carries the validators of the last fetch, and a 304 to it ends the fetch.
 */
export class SourceWeb {
  /** Those of the first answer, for the next fetch. */
  validators: Validators | null = null;
  /** Seconds for which the host wants to be left alone, as its answers said; null = they did not. */
  rest: number | null = null;
  private requests = 0;
  /** The URL that the fetch began with: what identifies us is for its origin, and for no other that an answer leads to. */
  private home: string | null = null;
  /** Bytes of all answers, unpacked. */
  private read = 0;
  private room: Promise<() => void> | null = null;
  private readonly begun = performance.now();

  /** @param known validators of the last fetch that brought an answer */
  constructor(
    private readonly http: OutgoingHttp,
    private readonly known: Validators | null = null,
    private readonly manners: Manners = { turn: () => Promise.resolve(), totalMs: Infinity },
  ) {}

  /** @throws SourceError, NotModified */
  async get(url: string, request: WebRequest = {}): Promise<WebAnswer> {
    const answer = await this.ask(url, request);
    const { status, headers } = answer;
    const coding = codingOf(headers);
    const bytes = coding === null ? answer.bytes : await unpacked(answer.bytes, coding, MAX_BYTES);
    return { status, headers, body: answerText(bytes, headerOf(answer, 'content-type')) };
  }

  /** @throws SourceError, NotModified */
  async json(url: string, request: WebRequest = {}): Promise<unknown> {
    return this.parse(await this.get(url, { accept: 'application/json', ...request }));
  }

  /**
   * The objects of a list of several pages; that there is a next one, and where, is said by a `Link` header (RFC 8288).
   * @param most pages that are read
   * @param pageUrl where the second page and those after it are, when the server may name itself wrongly
   * @throws SourceError, NotModified
   */
  async pages(
    url: string,
    most: number,
    request: WebRequest = {},
    pageUrl: (page: number, next: string) => string = (_page, next) => next,
  ): Promise<Fields[]> {
    const found: Fields[] = [];
    let here = url;
    for (let page = 1; ; page++) {
      const answer = await this.get(here, { accept: 'application/json', ...request });
      for (const entry of objectsOf(await this.parse(answer))) found.push(entry);
      const next = nextPage(answer, here);
      if (next === null || page >= most) return found;
      here = pageUrl(page + 1, next);
    }
  }

  /**
   * The answer as it was sent, for what is not text.
   * @throws SourceError, NotModified
   */
  async bytes(url: string, request: WebRequest = {}): Promise<Buffer> {
    return (await this.ask(url, request)).bytes;
  }

  /**
   * @param maxParts objects, lists and their members that it may have
   * @throws SourceError when the answer is not JSON, or too much of it
   */
  parse({ body }: WebAnswer, maxParts = MAX_JSON_PARTS): Promise<unknown> {
    return parseJson(body, maxParts);
  }

  /** The answer to one request, or to the last of those that it leads to. */
  private async ask(url: string, request: WebRequest): Promise<RawAnswer> {
    const isFirst = this.requests === 0;
    const headers: Record<string, string> = {};
    if (request.accept) headers['accept'] = request.accept;
    Object.assign(headers, request.headers);
    if (isFirst) this.addConditions(headers);
    const { method = 'GET', body } = request;
    this.home ??= url;
    const owner = request.credentialsHere ? url : this.home;
    const answer = await this.follow({ method, url, headers, body }, owner, MAX_REDIRECTS);
    if (isFirst && answer.status === 304) throw new NotModified();
    if (isFirst) this.validators = validatorsOf(answer);
    if (answer.status === 200 || request.expect?.includes(answer.status)) return whole(answer);
    throw errorOf(answer);
  }

  /** Gives back the room that its answers took: they are not needed any more. */
  close(): void {
    // A wait for room that has not ended yet ends some time, and gives it back then.
    void this.room?.then((leave) => leave());
    this.room = null;
  }

  /** Most answers are short, and wait for nothing. */
  private readonly onBytes = (bytes: number, headers: Headed['headers']): Promise<void> | undefined => {
    // Few bytes may be unpacked to as many as are read at all.
    this.read += codingOf(headers) === null ? bytes : MAX_BYTES;
    const { room } = this.manners;
    if (!room || this.read <= room.from) return undefined;
    this.room ??= room.enter();
    return this.room.then(() => undefined);
  };

  private addConditions(headers: Record<string, string>): void {
    const { etag, lastModified } = this.known ?? {};
    if (etag) headers['if-none-match'] = etag;
    if (lastModified) headers['if-modified-since'] = lastModified;
  }

  /**
   * Each step goes through the guard again; what identifies us stays with the origin that it is for.
   * @param owner a URL of that origin
   */
  private async follow(request: OutgoingRequest, owner: string, left: number): Promise<OutgoingAnswer> {
    const own = isSameOrigin(request.url, owner) ? request : withoutCredentials(request);
    const answer = await this.send(own);
    if (!REDIRECTS.includes(answer.status)) return answer;
    const target = targetOf(answer, request.url);
    if (target === null || left === 0)
      throw new SourceError('The address leads in circles, or nowhere', null, answer.status);
    return this.follow({ ...own, url: target.href }, owner, left - 1);
  }

  private async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    if (++this.requests > MAX_REQUESTS) throw new SourceError(`More than ${MAX_REQUESTS} pages`, null, 'paging');
    await this.manners.turn();
    const left = this.manners.totalMs - (performance.now() - this.begun);
    if (left <= 0) throw new SourceError('The answers took too long, all together', null, 'timeout');
    try {
      // Written out: to spread one object into another takes as long as to send it.
      const answer = await this.http.request({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body,
        raw: true,
        timeoutMs: Math.ceil(Math.min(TIMEOUT_MS, left)),
        signal: this.manners.signal,
        maxBytes: MAX_BYTES,
        onBytes: this.onBytes,
        slowest: SLOWEST,
      });
      this.rest = restAfter(answer) ?? this.rest;
      return answer;
    } catch (error) {
      if (error instanceof OutgoingError)
        throw new SourceError(error.message, null, error.hidden ? 'unreachable' : error.kind);
      throw error;
    }
  }
}

/** Most requests go where the fetch began: to take a URL apart takes longer than all else that is done for them. */
const isSameOrigin = (url: string, other: string) => url === other || new URL(url).origin === new URL(other).origin;

function withoutCredentials(request: OutgoingRequest): OutgoingRequest {
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !CREDENTIALS.test(name));
  return { ...request, headers: Object.fromEntries(headers) };
}

/** The first value of a header. */
export function headerOf({ headers }: Headed, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The URL of the next page, by a `Link` header (RFC 8288). */
export function nextPage(answer: Headed, url: string): string | null {
  const link = /<([^<>]{1,2000})>\s*;[^,]*\brel="?next"?/.exec(headerOf(answer, 'link') ?? '');
  if (!link) return null;
  try {
    const [here, next] = [new URL(url), new URL(link[1]!, url)];
    // A server behind a proxy that does TLS for it may not know of that.
    if (here.protocol === 'https:' && next.host === here.host) next.protocol = 'https:';
    return next.href;
  } catch {
    return null;
  }
}

function targetOf(answer: OutgoingAnswer, url: string): URL | null {
  try {
    return new URL(headerOf(answer, 'location') ?? '', url);
  } catch {
    return null;
  }
}

function whole({ status, headers, bytes, cut, slow }: OutgoingAnswer): RawAnswer {
  if (slow) throw new SourceError('The answer comes too slowly', null, 'timeout');
  if (cut)
    throw new SourceError(`The answer is longer than ${MAX_BYTES / 1024 / 1024} MB, or was cut off`, null, 'size');
  return { status, headers, bytes: bytes! };
}

function validatorsOf(answer: OutgoingAnswer): Validators | null {
  const [etag, lastModified] = ['etag', 'last-modified'].map((name) => {
    const value = headerOf(answer, name);
    // What does not fit is no validator: the next fetch just asks for everything.
    return value !== null && value.length <= 255 && /^[\x20-\x7e]+$/.test(value) ? value : null;
  }) as [string | null, string | null];
  return etag || lastModified ? { etag, lastModified } : null;
}

/** An answer may be good and the last one that the host allows for now. */
function restAfter(answer: OutgoingAnswer): number | null {
  if (answer.status === 429) return pauseOf(answer) ?? OVERLOAD_PAUSE;
  return answer.status < 400 || answer.status === 403 || answer.status === 503 ? pauseOf(answer) : null;
}

function errorOf(answer: OutgoingAnswer): SourceError {
  const { status } = answer;
  const pause = pauseOf(answer);
  if (status === 429 || (status === 403 && pause !== null))
    return new SourceError('The source asks for fewer requests', pause ?? OVERLOAD_PAUSE, status);
  const words =
    WORDS[status] ?? (status >= 500 ? 'The source has an error of its own' : 'The source refuses the request');
  return new SourceError(`${words} (${status})`, pause, status);
}

const WORDS: Record<number, string> = {
  401: 'The source wants other credentials',
  403: 'The source does not let us read this',
  404: 'The source has nothing of this name',
  410: 'The source has removed this',
};

/** `Retry-After`, or the reset of an exhausted limit; seconds. */
function pauseOf(answer: OutgoingAnswer): number | null {
  const asked = parseRetryAfter(answer.headers['retry-after']);
  if (asked !== null) return asked;
  const reset = resetOf(answer);
  if (reset === null || !/^\d{1,15}(\.\d+)?$/.test(reset)) return null;
  // Seconds since 1970 (GitHub, GitLab) or from now on (draft-ietf-httpapi-ratelimit-headers): nobody means a rest of thirty years.
  const seconds = Number(reset) < 1e9 ? Number(reset) : Number(reset) - Date.now() / 1_000;
  return Math.min(86_400, Math.max(1, Math.ceil(seconds)));
}

/** When an exhausted limit is over, as its header says it; null when none is exhausted, or it does not say. */
function resetOf(answer: OutgoingAnswer): string | null {
  const left = headerOf(answer, 'x-ratelimit-remaining') ?? headerOf(answer, 'ratelimit-remaining');
  if (left?.trim() === '0')
    return (headerOf(answer, 'x-ratelimit-reset') ?? headerOf(answer, 'ratelimit-reset'))?.trim() ?? null;
  // `"hour";r=0;t=600`: one of several limits, in the later form of that draft.
  const limits = headerOf(answer, 'ratelimit')?.split(',') ?? [];
  const exhausted = limits.find((limit) => /;\s*r=0\s*(;|$)/.test(limit));
  return /;\s*t=(\d+)/.exec(exhausted ?? '')?.[1] ?? null;
}
