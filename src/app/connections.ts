import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config/config';

/** A large catalogue through a slow line, at the pace at which it is imported. Other bodies have `BODY_TIMEOUT`. */
const REQUEST_WITHIN_MS = 3_600_000;

/** How often the connections are checked within `SEND_TIMEOUT`. */
const CHECKS = 6;

/** The progress of a client in receiving its answers. */
interface Progress {
  bytes: number;
  /** Milliseconds of the monotonic clock. */
  since: number;
}

/**
 * The connections of the HTTP server, and how they are closed without losing a request.
 *
 * An idle connection should be closed by the load balancer: if the service closed it first, the balancer might be sending a request at that
 * very moment. So `KEEP_ALIVE` has to be longer than the balancer's idle timeout.
 */
export class Connections {
  /** Connections without a request so far, such as those that browsers open in advance: closing the server would wait for them. */
  private readonly silent = new Set<Socket>();
  /**
   * The last answer of each connection, null when it has ended. Not a set of unfinished answers: V8 reallocates a table to which entries are
   * added and removed all the time, and keeps what its predecessors referred to until the next full collection (bench/results.md).
   */
  private readonly answers = new Map<Socket, ServerResponse | null>();
  /** Connections with unsent bytes. */
  private readonly progress = new Map<Socket, Progress>();
  private state: 'open' | 'draining' | 'closing' = 'open';

  constructor(
    private readonly server: Server,
    { keepAlive, sendTimeout }: Pick<Config, 'keepAlive' | 'sendTimeout'>,
  ) {
    server.keepAliveTimeout = keepAlive * 1_000;
    server.requestTimeout = REQUEST_WITHIN_MS;
    server.on('connection', (socket) => this.silent.add(socket.on('close', () => this.forget(socket))));
    // Before the program's own listener, which may answer at once.
    server.prependListener('request', (request, response) => this.track(request, response));
    const timeoutMs = sendTimeout * 1_000;
    setInterval(() => this.closeStalled(timeoutMs), timeoutMs / CHECKS).unref();
  }

  /** Makes each answer the last one of its connection. New connections are still accepted. */
  drain(): void {
    this.state = 'draining';
    for (const answer of this.answers.values()) if (answer) endsConnection(answer);
  }

  /** Accepts no more connections, and waits for unfinished answers. */
  async close(): Promise<void> {
    this.state = 'closing';
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.silent) socket.destroy();
    await closed;
  }

  private track(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.silent.delete(socket);
    this.answers.set(socket, response);
    if (this.state !== 'open') endsConnection(response);
    response.on('close', () => {
      if (this.answers.get(socket) === response) this.answers.set(socket, null);
      // Its head was written before the signal, and promised to keep the connection.
      if (this.state === 'closing') socket.end();
    });
  }

  /**
   * Closes connections whose clients have received nothing of their answers for this time, as answers stay in memory until then. A socket's idle
   * timer would also count what the client sends, and would not wait for a slow answer.
   */
  private closeStalled(timeoutMs: number): void {
    const now = performance.now();
    for (const socket of this.answers.keys()) {
      const unsent = socket.writableLength;
      if (unsent === 0) {
        this.progress.delete(socket);
        continue;
      }
      const bytes = socket.bytesWritten - unsent;
      const last = this.progress.get(socket);
      if (last?.bytes !== bytes) this.progress.set(socket, { bytes, since: now });
      else if (now - last.since >= timeoutMs) socket.destroy();
    }
  }

  private forget(socket: Socket): void {
    this.progress.delete(socket);
    this.silent.delete(socket);
    this.answers.delete(socket);
  }
}

function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
