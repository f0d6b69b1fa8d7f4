import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Published {
  version: string;
  date?: string;
}

export interface Asked {
  name: string;
  headers: IncomingHttpHeaders;
  status: number;
  /** Milliseconds of the monotonic clock. */
  at: number;
}

type Misbehaviour = (response: ServerResponse) => void;

/** A host on loopback that publishes releases of products, with ETags, under `/<name>.json` and `/npm/<name>`. */
export class FeedHost {
  readonly asked: Asked[] = [];
  readonly feeds = new Map<string, Published[]>();
  /** Products whose answers go wrong in some way. */
  readonly wrong = new Map<string, Misbehaviour>();
  /** Requests under way, and the most there ever were. */
  busy = 0;
  busiest = 0;
  /** Products asked while they were being asked already. */
  readonly doubled: string[] = [];
  /** Milliseconds before each answer. */
  delayMs = 0;
  url = '';
  private readonly underWay = new Set<string>();
  private readonly server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!).replace(/^\/(npm\/)?|\.json$/g, '');
    this.enter(name, response);
    setTimeout(() => this.answer(name, request.url!, request.headers, response), this.delayMs);
  });

  async open(address = '127.0.0.1'): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, address, resolve));
    this.url = `http://${address}:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  publish(name: string, ...published: (string | Published)[]): void {
    const releases = published.map((one) => (typeof one === 'string' ? { version: one } : one));
    this.feeds.set(name, [...(this.feeds.get(name) ?? []), ...releases]);
  }

  /** Settings of a source of the type `json`. */
  json(name: string): { type: string; settings: object } {
    return { type: 'json', settings: { url: `${this.url}/${name}.json`, version: '$.version', date: '$.date' } };
  }

  /** Settings of a source that lists everything. */
  npm(name: string): { type: string; settings: object } {
    return { type: 'npm', settings: { package: name, server: `${this.url}/npm` } };
  }

  times(name: string): number {
    return this.asked.filter((one) => one.name === name).length;
  }

  private enter(name: string, response: ServerResponse): void {
    if (this.underWay.has(name)) this.doubled.push(name);
    this.underWay.add(name);
    this.busiest = Math.max(this.busiest, ++this.busy);
    response.on('close', () => {
      this.busy--;
      this.underWay.delete(name);
    });
  }

  private answer(name: string, path: string, headers: IncomingHttpHeaders, response: ServerResponse): void {
    const asked = { name, headers, status: 0, at: performance.now() };
    this.asked.push(asked);
    response.on('close', () => (asked.status = response.statusCode));
    const wrong = this.wrong.get(name);
    if (wrong) return wrong(response);
    const feed = this.feeds.get(name);
    if (!feed) return void response.writeHead(404).end();
    const body = JSON.stringify(path.startsWith('/npm/') ? packument(name, feed) : feed);
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'application/json', etag }).end(body);
  }
}

const packument = (name: string, feed: Published[]) => ({
  name,
  versions: Object.fromEntries(feed.map(({ version }) => [version, { name, version }])),
  time: Object.fromEntries(feed.flatMap(({ version, date }) => (date ? [[version, date]] : []))),
});
