import type { Request, Response } from 'express';
import { Problem } from '../problem/problem';

/** Larger answers are refused when there is no room for them, and are sent in pieces of this size. */
const LARGE = 65_536;
/** Smaller bodies are not counted: Node.js itself reads no further requests from a connection whose answers pile up. */
const COUNTED_FROM = 4_096;
/** The share of the limit for one user, or for one address without a token. */
const SHARE_OF_ONE = 0.25;
const RETRY_AFTER_SECONDS = 5;

/** Bounds the bytes of answers that clients have not received yet: they stay in memory until then. */
export class Unsent {
  private total = 0;
  private readonly byCaller = new Map<string, number>();

  /** @param limit bytes for the whole process */
  constructor(private readonly limit: number) {}

  /**
   * Counts the whole body of an answer, and sends it in pieces when it is large.
   * @returns whether it is sent by this
   * @throws Problem 503 when it is large and there is no room, unless it is a problem itself: a refused caller has to learn why
   */
  isSent(response: Response, body: string | Buffer, encoding?: BufferEncoding): boolean {
    const size = typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;
    if (response.statusCode < 400) this.assertRoom(size, response);
    this.add(size, response);
    if (size <= LARGE) return false;
    response.setHeader('Content-Length', size);
    writeInPieces(response, typeof body === 'string' ? Buffer.from(body, encoding) : body);
    return true;
  }

  /** @throws Problem 503 when a large answer has no room */
  private assertRoom(size: number, response: Response): void {
    if (size <= LARGE) return;
    if (this.total === 0) return; // of any size: otherwise it could never be read
    const ofCaller = this.byCaller.get(callerOf(response.req)) ?? 0;
    const isShareLeft = ofCaller === 0 || ofCaller + size <= this.limit * SHARE_OF_ONE;
    if (isShareLeft && this.total + size <= this.limit) return;
    // The problem is given instead.
    response.removeHeader('ETag');
    response.removeHeader('Content-Encoding');
    const detail = 'Clients have not read too many bytes of earlier answers yet.';
    throw new Problem('service-unavailable', detail, [], { 'Retry-After': String(RETRY_AFTER_SECONDS) });
  }

  /**
   * Counts a body while it is compressed: until then it is in memory as it is.
   * @returns to be called when it was
   * @throws Problem 503 when it is large and there is no room
   */
  hold(response: Response, size: number): () => void {
    this.assertRoom(size, response);
    return this.add(size, response);
  }

  /** Until the client has received it, or has gone. @returns ends it before */
  private add(size: number, response: Response): () => void {
    const { socket } = response.req;
    if (size < COUNTED_FROM || socket.destroyed || response.destroyed) return () => undefined;
    const caller = callerOf(response.req);
    let isCounted = true;
    const done = () => {
      response.off('close', done);
      socket.off('close', done);
      if (isCounted) this.count(caller, -size);
      isCounted = false;
    };
    this.count(caller, size);
    response.on('close', done);
    // It waits behind another answer of its connection, and would not learn that the connection is gone.
    if (response.socket === null) socket.setMaxListeners(0).on('close', done);
    return done;
  }

  private count(caller: string, size: number): void {
    this.total += size;
    const ofCaller = (this.byCaller.get(caller) ?? 0) + size;
    if (ofCaller > 0) this.byCaller.set(caller, ofCaller);
    else this.byCaller.delete(caller);
  }
}

const callerOf = ({ user, ip }: Request) => (user as { userId?: string } | undefined)?.userId ?? ip ?? '';

/** Writes a body piece by piece as the client receives it, so that `Connections` sees whether it receives anything. */
function writeInPieces(response: Response, body: Buffer): void {
  let at = 0;
  const more = (): void => {
    while (at + LARGE < body.length) {
      const piece = body.subarray(at, (at += LARGE));
      if (!response.write(piece)) return void response.once('drain', more);
    }
    afterBody(response.req, () => response.end(body.subarray(at)));
  };
  more();
}

/** Milliseconds in which the rest of an unread request body may arrive. */
const BODY_MS = 1_000;

/** Closing a connection with unread input discards what the client has not received yet, so the request body is read before the answer ends. */
function afterBody(request: Request, end: () => void): void {
  if (request.complete || request.destroyed) return end();
  const timer = setTimeout(ended, BODY_MS);
  function ended(): void {
    clearTimeout(timer);
    request.off('end', ended).off('close', ended);
    end();
  }
  request.once('end', ended).once('close', ended).resume();
}
