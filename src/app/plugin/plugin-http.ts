import { Semaphore } from '../../common/concurrency/semaphore';
import {
  HttpPort,
  type OutgoingAnswer,
  type PortRequest,
  type Requester,
  type UrlChecker,
} from '../../common/outgoing-http/http-port';
import { outsideOfCalls } from './plugin-calls';

/** Requests of one plug-in at a time; further ones wait. */
const AT_ONCE = 8;
/** Requests that wait. More are a mistake of the plug-in. */
const MOST_WAITING = 1_000;
const LONGEST_MS = 60_000;
/** Bytes. */
const LARGEST = 32 * 1024 * 1024;

/** The way out of one plug-in: behind the guard of the service, with a limit of its own. */
export class PluginHttp extends HttpPort {
  private readonly places = new Semaphore(AT_ONCE);

  constructor(private readonly http: Requester & UrlChecker) {
    super();
  }

  request({ method, url, headers, body, timeoutMs, signal, maxBytes }: PortRequest): Promise<OutgoingAnswer> {
    if (this.places.waiting >= MOST_WAITING) throw new Error(`More than ${MOST_WAITING} requests wait for their turn`);
    // Nothing else of what the service may ask: an address of the operator's own is not a plug-in's.
    const request: PortRequest = {
      method,
      url,
      headers,
      body,
      signal,
      ...(timeoutMs !== undefined && { timeoutMs: Math.min(timeoutMs, LONGEST_MS) }),
      ...(maxBytes !== undefined && { maxBytes: Math.min(maxBytes, LARGEST) }),
    };
    return this.places.run(() => outsideOfCalls(() => this.http.request(request)));
  }

  checkUrl(text: string): URL | string {
    return this.http.checkUrl(text);
  }
}
