import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** What is no text is sent as JSON. null = it says nothing at all. */
  body?: unknown;
}

/** A program that says its version, on a port of its own. */
export class StandIn {
  readonly asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  /** At once, at most. */
  most = 0;
  private now = 0;
  private server!: Server;

  constructor(public answer: StandInAnswer) {}

  static async open(answer: StandInAnswer, host = '127.0.0.1'): Promise<StandIn> {
    const one = new StandIn(answer);
    one.server = createServer((request, response) => {
      one.asked.push({ path: request.url!, headers: request.headers });
      one.most = Math.max(one.most, ++one.now);
      response.on('close', () => one.now--);
      const { status = 200, headers = {}, body = '' } = one.answer;
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
