import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** What is no text is sent as JSON. null = it says nothing at all. */
  body?: unknown;
}

export interface StandInRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What it says to a request, or always. */
type Answer = StandInAnswer | ((request: StandInRequest) => StandInAnswer);

/** A program that says its version, on a port of its own. */
export class StandIn {
  readonly asked: StandInRequest[] = [];
  /** At once, at most. */
  most = 0;
  private now = 0;
  private server!: Server;

  constructor(public answer: Answer) {}

  static async open(answer: Answer, host = '127.0.0.1'): Promise<StandIn> {
    const one = new StandIn(answer);
    one.server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method, url, headers: sent } = request;
      const asked = { method: method!, path: url!, headers: sent, body: Buffer.concat(parts).toString() };
      one.asked.push(asked);
      one.most = Math.max(one.most, ++one.now);
      response.on('close', () => one.now--);
      const {
        status = 200,
        headers = {},
        body = '',
      } = typeof one.answer === 'function' ? one.answer(asked) : one.answer;
      if (body === null) return void request.socket.destroy();
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => one.server.listen(0, host, resolve));
    return one;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
