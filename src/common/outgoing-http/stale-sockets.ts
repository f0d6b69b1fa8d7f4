import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const CHANNEL = 'undici:client:sendHeaders';

interface Use {
  requests: number;
  /** `bytesRead` of the socket when the present request went out. */
  readBefore: number;
}

/**
 * Tells a stale keep-alive connection from a failed request: the peer closed a connection that had served before, and
 * not one byte of an answer to this request came. Only then is it right to send the same request once more at once.
 * undici names the socket of a request on its documented diagnostics channel only.
 */
export class StaleSockets {
  private readonly uses = new WeakMap<Socket, Use>();
  private readonly failed = new WeakMap<object, boolean>();
  private readonly onSend = (message: unknown) => this.note((message as { socket: Socket }).socket);

  constructor() {
    subscribe(CHANNEL, this.onSend);
  }

  /** Watch a new socket. */
  watch(socket: Socket): void {
    const use: Use = { requests: 0, readBefore: 0 };
    this.uses.set(socket, use);
    // undici fails the request with the very error object of the socket.
    socket.on('error', (error) => this.failed.set(error, use.requests > 1 && socket.bytesRead === use.readBefore));
  }

  /** Whether this error of a request is the end of a stale connection. */
  isStale(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.failed.get(error) === true;
  }

  close(): void {
    unsubscribe(CHANNEL, this.onSend);
  }

  private note(socket: Socket): void {
    const use = this.uses.get(socket);
    if (!use) return;
    use.requests += 1;
    use.readBefore = socket.bytesRead;
  }
}
