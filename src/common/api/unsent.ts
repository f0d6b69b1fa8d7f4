import type { Request, Response } from 'express';
import { Problem } from '../problem/problem';

/** An answer of more bytes than this is large: it is refused when there is no room for it, and sent in pieces of this size. */
export const LARGE = 65_536;
/** What is smaller is not worth counting: Node.js reads no further requests from a connection whose answers pile up. */
const COUNTED_FROM = 4_096;
/** Of all room, what one user, or one address without a token, may fill. */
const SHARE_OF_ONE = 0.25;
const RETRY_AFTER_SECONDS = 5;

/** Bytes of answers that clients have not taken yet. Each is held in memory until then, so all of them together are bounded. */
export class Unsent {
  private total = 0;
  private readonly byCaller = new Map<string, number>();

  /** @param limit bytes for the whole process */
  constructor(private readonly limit: number) {}

  /** @throws Problem 503 when a large answer has no room */
  demandRoom(size: number, request: Request): void {
    if (size <= LARGE) return;
    if (this.total === 0) return; // however large it is: else it could never be read
    const ofCaller = this.byCaller.get(callerOf(request)) ?? 0;
    const isShareLeft = ofCaller === 0 || ofCaller + size <= this.limit * SHARE_OF_ONE;
    if (isShareLeft && this.total + size <= this.limit) return;
    const detail = 'Too many bytes of earlier answers have not been taken by their clients yet.';
    throw new Problem('service-unavailable', detail, [], { 'Retry-After': String(RETRY_AFTER_SECONDS) });
  }

  /** From when it is handed over until the client has it or has gone. */
  add(size: number, response: Response): void {
    const { socket } = response.req;
    if (size < COUNTED_FROM || socket.destroyed || response.destroyed) return;
    const caller = callerOf(response.req);
    const done = () => {
      response.off('close', done);
      socket.off('close', done);
      this.count(caller, -size);
    };
    this.count(caller, size);
    response.on('close', done);
    // It waits behind another answer of its connection, and would not learn that the connection is gone.
    if (response.socket === null) socket.setMaxListeners(0).on('close', done);
  }

  private count(caller: string, size: number): void {
    this.total += size;
    const ofCaller = (this.byCaller.get(caller) ?? 0) + size;
    if (ofCaller > 0) this.byCaller.set(caller, ofCaller);
    else this.byCaller.delete(caller);
  }
}

const callerOf = ({ user, ip }: Request) => (user as { userId?: string } | undefined)?.userId ?? ip ?? '';

/** Writes the whole body of an answer piece by piece, as the client takes it: so one can see whether it takes anything (`Connections`). */
export function writeInPieces(response: Response, body: Buffer): void {
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

/** Milliseconds for which a body that nobody reads may still arrive. */
const BODY_MS = 1_000;

/** Closing a connection whose input was not read takes back what of the answer has not arrived yet, so a body is let in before its end. */
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
