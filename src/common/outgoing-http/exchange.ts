import type { Agent, Dispatcher } from 'undici';
import type { BodySink, SlowestPace } from './http-port';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

/** A status, and as much of the body as was asked for. */
export interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** There may be more: it was longer, came too slowly, or was cut off on the way. */
  cut: boolean;
  /** It came too slowly. */
  slow: boolean;
}

export interface Reading {
  slowest?: SlowestPace;
  /** Bytes that are read; after them the connection is closed: a receiver may send without end. */
  max: number;
  /** Called with each piece. The next one is read when the returned promise resolves. */
  onBytes?: (bytes: number, headers: Headers) => Promise<void> | undefined;
  /** Selects the receiver of a body with this status, piece by piece, instead of `bytes`; null = none. */
  sinkFor?: (status: number) => BodySink | null;
}

class TooSlow extends Error {}

/**
 * One request, and its answer without a stream: most answers are one piece or none, and a stream takes longer than they do. Once the
 * status is there it counts, even if the rest fails.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller: Controller | null = null;
  private ended: Error | null = null;
  private status = 0;
  private headers: Headers = {};
  private sink: BodySink | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private paceTimer?: NodeJS.Timeout;
  /** The size at the last look at the pace. */
  private sizeBefore = 0;
  private isWaiting = false;
  private resolve!: (received: Received) => void;
  private reject!: (error: Error) => void;

  constructor(private readonly reading: Reading) {}

  /** @throws undici's or Node's own error when no status came */
  run(agent: Agent, request: Dispatcher.DispatchOptions): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      if (this.ended) reject(this.ended);
      else agent.dispatch(request, this);
    });
  }

  /** Ends it now, also while it waits for a connection. */
  end(reason: Error): void {
    if (this.ended) return;
    this.ended = reason;
    this.settle(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.ended) controller.abort(this.ended);
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    // Anything below is information, and the answer comes after it.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.sink = this.reading.sinkFor?.(status) ?? null;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    // undici wakes a paused parser with an empty piece: to pause for that one too would never end.
    if (chunk.length === 0) return;
    if (!this.sink) this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.reading.max) return this.end(new Error('longer than what is read'));
    this.watchPace();
    const work = this.reading.onBytes?.(chunk.length, this.headers);
    const taken = this.sink?.(chunk);
    if (work || taken) this.waitFor(Promise.all([work, taken]), controller);
  }

  onResponseEnd(): void {
    this.settle(null);
  }

  onResponseError(_controller: Controller, error: Error): void {
    // The error of our own `end`.
    if (!this.ended) this.settle(error);
  }

  private watchPace(): void {
    const { slowest } = this.reading;
    if (!slowest || this.ended || this.paceTimer || this.size <= slowest.from) return;
    this.sizeBefore = this.size;
    this.paceTimer = setInterval(() => {
      // Our own waiting is not the receiver's fault, so its time begins after that.
      const before = this.isWaiting ? -Infinity : this.size;
      if (this.size - this.sizeBefore < slowest.bytes && !this.isWaiting)
        this.end(new TooSlow('slower than what is read'));
      this.sizeBefore = before;
    }, slowest.ms);
  }

  private waitFor(work: Promise<unknown>, controller: Controller): void {
    controller.pause();
    this.isWaiting = true;
    work.then(
      () => {
        if (this.ended) return;
        this.isWaiting = false;
        controller.resume();
      },
      (error: Error) => this.end(error),
    );
  }

  private stopPace(): void {
    clearInterval(this.paceTimer);
    this.paceTimer = undefined;
  }

  /** @param error the reason of an early end */
  private settle(error: Error | null): void {
    this.stopPace();
    if (this.status === 0) return this.reject?.(error ?? new Error('bad answer without a status'));
    const bytes = Buffer.concat(this.chunks).subarray(0, this.reading.max);
    this.resolve({
      status: this.status,
      headers: this.headers,
      bytes,
      cut: error !== null,
      slow: error instanceof TooSlow,
    });
  }
}
