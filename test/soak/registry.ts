import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../setup/random';

/** A registry of packages on loopback, of which some have a new version now and then. */
export class Registry {
  /** How many versions each package has: `1.0.0`, `1.1.0`, … */
  private readonly counts: number[];
  requests = 0;
  private readonly server: Server;

  constructor(
    packages: number,
    private readonly random: Random,
  ) {
    this.counts = Array.from({ length: packages }, () => 1);
    this.server = createServer((request, response) => {
      this.requests++;
      const number = Number(/^\/package-(\d+)$/.exec(request.url ?? '')?.[1]);
      const count = this.counts[number];
      if (count === undefined) return void response.writeHead(404).end('{}');
      const etag = `"${count}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
      response.writeHead(200, { 'content-type': 'application/json', etag }).end(JSON.stringify(this.answer(count)));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  release(some: number): void {
    for (let left = some; left > 0; left--) this.counts[this.random.whole(0, this.counts.length - 1)]!++;
  }

  latest = (number: number) => `1.${this.counts[number]! - 1}.0`;

  get packages(): number {
    return this.counts.length;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(count: number): object {
    const labels = Array.from({ length: count }, (_, number) => `1.${number}.0`);
    return {
      'dist-tags': { latest: labels.at(-1) },
      versions: Object.fromEntries(labels.map((version) => [version, { version }])),
      time: Object.fromEntries(
        labels.map((version, number) => [version, new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()]),
      ),
    };
  }
}
