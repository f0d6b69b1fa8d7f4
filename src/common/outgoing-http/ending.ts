import { EventEmitter } from 'node:events';

/**
 * Ends an exchange. undici takes it in the place of an AbortSignal, of which one for each request, made of others, costs more than the
 * rest of a request.
 */
export class Ending extends EventEmitter {
  aborted = false;
  reason: Error | undefined;

  now(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = new DOMException('The time is over', 'TimeoutError');
    this.emit('abort');
  }
}
