import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** What `closeAll` ends. */
export const closers: (() => Promise<unknown> | void)[] = [];

/** Requests to all receivers of `httpReceiver` since the last `closeAll`. */
const received: ReceivedRequest[][] = [];

export const httpRequests = (): ReceivedRequest[] => received.flat();

let alter: ((answer: Answer, request: ReceivedRequest) => Answer) | null = null;

/** Until the next `closeAll`, every receiver of `httpReceiver` sends what this makes of its answers. */
export function alterAnswers(by: typeof alter): void {
  alter = by;
}

export async function closeAll(): Promise<void> {
  received.length = 0;
  alter = null;
  for (const close of closers.splice(0).reverse()) await close();
}

/** On a port of loopback that is free. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export type Answer = [status: number, headers?: Record<string, string | string[]>, body?: string | Buffer];

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, where it is no text. */
  bytes: Buffer;
}

/** An HTTP receiver that keeps what came and answers with what `respond` says (status, headers, body). */
export async function httpReceiver() {
  const peer = {
    url: '',
    requests: [] as ReceivedRequest[],
    respond: (_number: number, _request: ReceivedRequest): Answer => [204],
  };
  received.push(peer.requests);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = bytes.toString('utf8');
      const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, bytes };
      peer.requests.push(received);
      const own = peer.respond(peer.requests.length, received);
      const [status, headers = {}, answer = ''] = alter?.(own, received) ?? own;
      response.writeHead(status, headers).end(answer);
    });
  });
  peer.url = `http://127.0.0.1:${await listening(server)}`;
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return peer;
}
