import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { Problem, problemText } from '../api/problem/problem';
import { Config } from '../config/config';
import { HealthService } from '../operations/health/health.service';

const IMPORTING = new Problem(
  'service-unavailable',
  'The service imports its catalogue, which it does once, at its first start. Try again in a minute.',
  [],
  { 'Retry-After': '5' },
);

/**
 * Answers on the ports of the service during the import of a first start, which may take minutes: it is alive, and importing. It stays until the
 * service takes the ports.
 */
export class ImportServer {
  private readonly servers: Server[] = [];

  constructor(private readonly app: INestApplicationContext) {}

  async open(): Promise<void> {
    const { host, port, operationsPort } = this.app.get(Config);
    const alive = JSON.stringify(this.app.get(HealthService).live());
    this.servers.push(await listen(answer(operationsPort === null ? alive : null), port, host));
    if (operationsPort !== null) this.servers.push(await listen(answer(alive), operationsPort, host));
    new Logger('FirstStart').log({ msg: 'importing the bundled catalogue: requests get 503 meanwhile' });
  }

  async close(): Promise<void> {
    await Promise.all(
      this.servers.splice(0).map(async (server) => {
        const closed = once(server.close(), 'close');
        server.closeAllConnections();
        await closed;
      }),
    );
  }
}

/** @param alive what `/health/live` says; null = it is on the other port */
const answer =
  (alive: string | null): RequestListener =>
  ({ url = '/' }, response) => {
    const path = url.split('?')[0]!;
    const isLive = path === '/health/live' && alive !== null;
    response.writeHead(isLive ? 200 : 503, {
      'Cache-Control': 'no-store',
      'Content-Type': isLive ? 'application/json; charset=utf-8' : 'application/problem+json',
      Connection: 'close',
      ...(isLive ? {} : IMPORTING.headers),
    });
    response.end(isLive ? alive : problemText(IMPORTING, path));
  };

async function listen(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(listener).listen(port, host);
  await once(server, 'listening');
  return server;
}
