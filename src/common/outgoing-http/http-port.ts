/** An answer of more than `from` bytes must bring `bytes` in each `ms`, or is cut. Waiting of ours does not count. */
export interface SlowestPace {
  from: number;
  bytes: number;
  ms: number;
}

/** Takes a piece of a body. The next one is read when the returned promise resolves; a rejection ends the exchange. */
export type BodySink = (chunk: Buffer) => Promise<void> | undefined;

/** What plug-ins may ask for. */
export interface PortRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds for the whole exchange, from the look-up to the last byte that is read; default 20,000. */
  timeoutMs?: number;
  /** Ends the exchange before that. */
  signal?: AbortSignal;
  /** Bytes of the answer that are read; default 16 KB. */
  maxBytes?: number;
}

export interface OutgoingRequest extends PortRequest {
  /** Called with each piece of the answer. The next one is read when the returned promise resolves, unless the time is over. */
  onBytes?: (bytes: number, headers: OutgoingAnswer['headers']) => Promise<void> | undefined;
  /** Selects the receiver of a body with this status, piece by piece, instead of the answer; null = none. */
  sinkFor?: (status: number) => BodySink | null;
  /** How slowly a long answer may come. */
  slowest?: SlowestPace;
  /** The answer comes as `bytes`, for callers that decode it themselves; `body` and `excerpt` are empty then. */
  raw?: boolean;
  /** The address is the operator's own, from the configuration: it may be inside. Any other address is refused with it. */
  trusted?: boolean;
}

export interface OutgoingAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first 16 KB, or what was asked for, for our own use (a provider's error codes): never to be shown or stored. */
  body: string;
  /** Instead of `body`, when that was asked for. */
  bytes?: Buffer;
  /** There may be more of it: it was longer, came too slowly, or was cut off on the way. */
  cut: boolean;
  /** It came more slowly than what was asked for. */
  slow?: boolean;
  /** At most 500 printable characters without secrets, to be shown; empty for a target inside: in an opened range, or the operator's own. */
  excerpt: string;
}

export interface Requester<R extends PortRequest = PortRequest> {
  /**
   * One exchange. Once the status is there it counts, even when the rest is cut, late or too long.
   * @throws OutgoingError when there is no status
   */
  request(request: R): Promise<OutgoingAnswer>;
}

export interface UrlChecker {
  /** Checks a URL before it is saved; `request` checks again. @returns the URL, or the mistake in words that follow the name of a field */
  checkUrl(text: string): URL | string;
}

/** The way out that a plug-in gets: guarded as that of the service, at a few requests at a time. Its class is the token of injection. */
export abstract class HttpPort implements Requester, UrlChecker {
  abstract request(request: PortRequest): Promise<OutgoingAnswer>;
  abstract checkUrl(text: string): URL | string;
}
