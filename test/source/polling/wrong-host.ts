import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { newAuthority } from '../../setup/certificates';

/** Servers on loopback that do everything wrong that a server can; `close` ends all. */
export class WrongHosts {
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /** @returns its base address */
  async http(listener: RequestListener): Promise<string> {
    return `http://127.0.0.1:${await this.listen(createHttpServer(listener))}`;
  }

  /** With a certificate that has ended some days ago, or ends in some. */
  async https(ends: number, address: number[]): Promise<string> {
    const certificate = newAuthority().issue({ address, ends });
    const server = createHttpsServer(certificate, (_request, response) => response.end('[{"version":"6.6.6"}]'));
    return `https://127.0.0.1:${await this.listen(server)}`;
  }

  /** Says nothing at all. */
  async silent(): Promise<string> {
    return `http://127.0.0.1:${await this.listen(createNetServer())}`;
  }

  /** A port at which nothing listens. */
  async closed(): Promise<string> {
    const server = createNetServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}`;
  }

  /** How many answers have begun to drip. */
  dripping = 0;

  /** Begins to answer with so many bytes, and goes on with one now and then. */
  readonly drip = (response: ServerResponse, first = 1): void => {
    this.dripping++;
    response.writeHead(200, { 'content-type': 'application/json' }).write('['.padEnd(first));
    this.timers.add(setInterval(() => response.write(' '), 500));
  };

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private async listen(server: Server): Promise<number> {
    this.servers.push(server);
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
}

/** As fast as it is read, without end. */
export function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(65_536, ' ');
  const go = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', go);
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  go();
}
