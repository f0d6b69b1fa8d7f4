import type { BodySink, OutgoingAnswer, OutgoingRequest, Requester } from '../outgoing-http/http-port';
import { OutgoingError } from '../outgoing-http/outgoing-error';
import { codingOf, decompressed } from './content-coding';
import { GunzipStream } from './gunzip-stream';
import { parseJson } from './json-text';
import { type Fields, objectsOf } from './read';
import {
  errorOf,
  headerOf,
  linkedPage,
  pageUrl,
  pauseAfter,
  redirectTarget,
  type Validators,
  validatorsOf,
} from './response-headers';
import { responseText } from './response-text';
import { SourceError } from './source-error';

/** Nothing has changed since the last fetch. The most frequent result: not an Error, so that it costs no stack trace. */
export class NotModified {}

export interface WebRequest {
  accept?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  body?: string;
  /** Its body is a secret: it goes to this URL only, and a redirect is an error. */
  hasSecretBody?: boolean;
  /** Statuses that are no error, beside 200. */
  expect?: number[];
  /** The credentials are for the host of this URL, not for the one that the fetch began with. */
  credentialsHere?: boolean;
  /** All its headers are credentials, whatever their names: they are for the origin of this URL. */
  hasOwnHeaders?: boolean;
  /** Milliseconds for each request; 30 seconds if it is not given. */
  timeoutMs?: number;
  /** Of the response, packed and unpacked; 32 MB if it is not given. */
  maxBytes?: number;
  /** The URL is the operator's own (`OutgoingRequest.trusted`); those that it redirects to elsewhere are not. */
  trusted?: boolean;
  /** What it asks for changes only together with the first response of the fetch, so that the validators of that one remain true. */
  changesWithFirst?: boolean;
}

export interface WebResponse {
  status: number;
  headers: OutgoingAnswer['headers'];
  body: string;
}

/** How a list of several pages is read, where that differs from the usual. */
export interface Paging<Entry> extends Pick<WebRequest, 'headers' | 'accept'> {
  /** The first page, if it was fetched already. */
  first?: WebResponse;
  /** The entries of a page; if it is not given, the page is a list of objects. */
  entriesOf?: (page: unknown) => Entry[];
  /** The next page, as a page names it: a URL, or one relative to that of the page; null = there is none. If it is not given, the `Link` header. */
  next?: (page: unknown, response: WebResponse, url: string) => string | null;
}

/** Limits that a fetch shares with others, beside its own. */
export interface FetchLimits {
  /** Waits until the next request may begin. */
  turn(): Promise<void>;
  /** Milliseconds for all requests of the fetch. */
  totalMs: number;
  /** Aborts the fetch. */
  signal?: AbortSignal;
  /** A fetch that reads more than `fromBytes` first has to enter. */
  large?: { fromBytes: number; enter: () => Promise<() => void> };
}

/** How an answer is read, where that differs from the usual. */
type Reading = Pick<OutgoingRequest, 'sinkFor' | 'maxBytes' | 'timeoutMs'>;

interface RawResponse extends Omit<WebResponse, 'body'> {
  bytes: Buffer;
}

/** Bytes. The largest public documents are package indexes of some ten megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Bytes and milliseconds of a compressed file that is read in pieces: three times what the largest distribution has. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const FILE_TIMEOUT_MS = 90_000;
/** Few long responses are read at a time: a slow one must not keep its place. */
const SLOWEST = { from: 1024 * 1024, bytes: 256 * 1024, ms: 4_000 };
/** Twice what the longest package indexes have. */
const MAX_JSON_PARTS = 1_000_000;
const MAX_REDIRECTS = 3;
const MAX_REQUESTS = 30;
const REDIRECTS = [301, 302, 303, 307, 308];
const CREDENTIALS = /^(authorization|private-token|cookie)$/i;
/** Of a list that was not read to its end. */
export const onlyFirst = (count: number) => `Only the first ${count} entries of the list were read`;

type Credentials = { owner: string; all?: boolean };

/**
 * HTTP for one fetch of a source: address guard, limits of size, time and number, and errors in plain words. The first request
 * carries the validators of the last fetch, and a 304 to it ends the fetch.
 */
export class SourceWeb {
  /** Seconds before the next request to the host, as its responses ask; null = they do not. */
  pause: number | null = null;
  /** Why the list of releases is incomplete, in words for people; null = it is complete. Unread versions do not count as withdrawn. */
  notice: string | null = null;
  private ofFirst: Validators | null = null;
  private requests = 0;
  /** The first URL: credentials are for its origin only, wherever responses lead. */
  private home: string | null = null;
  /** Bytes of all responses, decompressed. */
  private bytesRead = 0;
  private entered: Promise<() => void> | null = null;
  private readonly startedAt = performance.now();

  /** @param known validators of the last fetch that returned releases */
  constructor(
    private readonly http: Requester<OutgoingRequest>,
    private readonly known: Validators | null = null,
    private readonly limits: FetchLimits = { turn: () => Promise.resolve(), totalMs: Infinity },
  ) {}

  /** Validators for the next fetch: of the first response, unless it does not cover the others. */
  get validators(): Validators | null {
    return this.ofFirst;
  }

  /** Where the first answers name what they are about: ends the fetch if that is what the last one read. @throws NotModified */
  settle(name: string): void {
    const etag = `"${name}"`;
    if (this.known?.etag === etag) throw new NotModified();
    this.ofFirst = { etag, lastModified: null };
  }

  /** @throws SourceError, NotModified */
  async get(url: string, request: WebRequest = {}): Promise<WebResponse> {
    const { maxBytes = MAX_BYTES, timeoutMs } = request;
    const response = await this.send(url, request, { maxBytes, timeoutMs });
    const { status, headers } = response;
    const coding = request.method === 'HEAD' ? null : codingOf(headers);
    const bytes = coding === null ? response.bytes : await decompressed(response.bytes, coding, maxBytes);
    return { status, headers, body: responseText(bytes, headerOf(response, 'content-type')) };
  }

  /** @throws SourceError, NotModified */
  async json(url: string, request: WebRequest = {}): Promise<unknown> {
    return this.parse(await this.get(url, { accept: 'application/json', ...request }));
  }

  /**
   * The entries of a list of several pages. Where not all of them can be read, `notice` says so.
   * @param maxPages pages that are read
   * @throws SourceError, NotModified
   */
  async pages<Entry = Fields>(url: string, maxPages: number, paging: Paging<Entry> = {}): Promise<Entry[]> {
    const { first, headers, accept = 'application/json', entriesOf = objectsOf, next = linkedPage } = paging;
    const found: Entry[] = [];
    const asked = new Set<string>();
    for (let here = url; ;) {
      asked.add(here);
      const response = asked.size === 1 && first ? first : await this.get(here, { accept, headers });
      const page = await this.parse(response);
      for (const entry of entriesOf(page) as Entry[]) found.push(entry);
      const link = next(page, response, here);
      if (link === null) return found;
      const following = pageUrl(link, here);
      if (following === null || asked.size === maxPages || asked.has(following) || !isSameOrigin(following, url)) {
        this.notice = onlyFirst(found.length);
        return found;
      }
      here = following;
    }
  }

  /**
   * The response as bytes, for binary content.
   * @throws SourceError, NotModified
   */
  async bytes(url: string, request: WebRequest = {}): Promise<Buffer> {
    return (await this.send(url, request)).bytes;
  }

  /**
   * Reads a file that is compressed with gzip while it arrives, in memory that does not depend on its size. Only a complete file
   * counts, unless `read` returns before its end.
   * @throws SourceError, NotModified, and errors of `read`
   */
  async gunzipped<T>(url: string, read: (pieces: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const file = new GunzipStream();
    const reading = read(file.pieces()).finally(() => file.close());
    reading.catch(() => undefined); // It is awaited below; until then its error must not count as unhandled.
    const sinkFor = (status: number) => (status === 200 ? file.take : null);
    try {
      await this.send(url, {}, { sinkFor, maxBytes: MAX_FILE_BYTES, timeoutMs: FILE_TIMEOUT_MS });
      file.end();
    } catch (error) {
      if (!file.isClosed) {
        file.close();
        throw error;
      }
    }
    return reading;
  }

  /**
   * Hands the response over piece by piece, as it is.
   * @param take is to return a promise where the next piece has to wait
   * @throws SourceError, NotModified
   */
  async pieces(url: string, request: WebRequest, take: BodySink): Promise<WebResponse> {
    const { maxBytes = MAX_BYTES, timeoutMs } = request;
    const sinkFor = (status: number) => (status === 200 ? take : null);
    const { status, headers } = await this.send(url, request, { sinkFor, maxBytes, timeoutMs });
    return { status, headers, body: '' };
  }

  /**
   * @param maxParts objects, lists and their members that it may have
   * @throws SourceError when the response is not JSON, or too large
   */
  parse({ body }: WebResponse, maxParts = MAX_JSON_PARTS): Promise<unknown> {
    return parseJson(body, maxParts);
  }

  /** Lets the next large fetch enter: the responses of this one are not needed any more. */
  close(): void {
    void this.entered?.then((leave) => leave());
    this.entered = null;
  }

  private async send(url: string, request: WebRequest, reading: Reading = {}): Promise<RawResponse> {
    const isFirst = this.requests === 0;
    const headers = { ...(request.accept && { accept: request.accept }), ...request.headers };
    if (isFirst) this.addConditions(headers);
    const { method = 'GET', body, trusted } = request;
    this.home ??= url;
    const of = { owner: request.credentialsHere ? url : this.home, all: request.hasOwnHeaders };
    const response = await this.follow(
      { method, url, headers, body, trusted, ...reading },
      of,
      request.hasSecretBody ? 0 : MAX_REDIRECTS,
    );
    if (isFirst && response.status === 304) throw new NotModified();
    if (isFirst) this.ofFirst = response.status === 200 ? validatorsOf(response) : null;
    else if (!request.changesWithFirst) this.ofFirst = null;
    if (response.status === 200 || request.expect?.includes(response.status))
      return complete(response, reading.maxBytes);
    const error = errorOf(response);
    if (error.retryAfter !== null) this.pause = error.retryAfter;
    throw error;
  }

  private addConditions(headers: Record<string, string>): void {
    const { etag, lastModified } = this.known ?? {};
    if (etag) headers['if-none-match'] = etag;
    if (lastModified) headers['if-modified-since'] = lastModified;
  }

  /** Follows redirects, each through the address guard again. @param of whose the credentials are, and whether all headers are some */
  private async follow(request: OutgoingRequest, of: Credentials, left: number): Promise<OutgoingAnswer> {
    const own = isSameOrigin(request.url, of.owner) ? request : withoutCredentials(request, of.all);
    const response = await this.sendOnce(own);
    if (!REDIRECTS.includes(response.status)) return response;
    const target = redirectTarget(response, request.url);
    if (target === null || left === 0)
      throw new SourceError('Too many redirects, or an invalid target', null, response.status);
    return this.follow({ ...own, url: target }, of, left - 1);
  }

  private async sendOnce(request: OutgoingRequest): Promise<OutgoingAnswer> {
    if (++this.requests > MAX_REQUESTS)
      throw new SourceError(`The source needs more than ${MAX_REQUESTS} requests`, null, 'paging');
    await this.limits.turn();
    const leftMs = this.limits.totalMs - (performance.now() - this.startedAt);
    if (leftMs <= 0) throw new SourceError('The responses took too long in total', null, 'timeout');
    try {
      const response = await this.http.request({
        maxBytes: MAX_BYTES,
        ...request,
        raw: true,
        timeoutMs: Math.ceil(Math.min(request.timeoutMs ?? TIMEOUT_MS, leftMs)),
        signal: this.limits.signal,
        onBytes: this.onBytes,
        slowest: SLOWEST,
      });
      this.pause = pauseAfter(response) ?? this.pause;
      return response;
    } catch (error) {
      if (error instanceof OutgoingError)
        throw new SourceError(error.message, null, error.hidden ? 'unreachable' : error.kind, error.isOfNetwork);
      throw error;
    }
  }

  private readonly onBytes = (bytes: number, headers: OutgoingAnswer['headers']): Promise<void> | undefined => {
    // A few compressed bytes may become the most that is read.
    this.bytesRead += codingOf(headers) === null ? bytes : MAX_BYTES;
    const { large } = this.limits;
    if (!large || this.bytesRead <= large.fromBytes) return undefined;
    this.entered ??= large.enter();
    return this.entered.then(() => undefined);
  };
}

const isSameOrigin = (url: string, other: string) => url === other || new URL(url).origin === new URL(other).origin;

function withoutCredentials(request: OutgoingRequest, all = false): OutgoingRequest {
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !all && !CREDENTIALS.test(name));
  return { ...request, trusted: false, headers: Object.fromEntries(headers) };
}

function complete({ status, headers, bytes, cut, slow }: OutgoingAnswer, maxBytes = MAX_BYTES): RawResponse {
  if (slow) throw new SourceError('The response is too slow', null, 'timeout');
  if (cut)
    throw new SourceError(`The response is longer than ${maxBytes / 1024 / 1024} MB, or incomplete`, null, 'size');
  return { status, headers, bytes: bytes! };
}
