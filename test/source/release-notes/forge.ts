import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hash } from 'node:crypto';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** A server on loopback whose answers tests set, by the path without its query, with ETags. */
export class Forge {
  readonly asked: { path: string; authorization?: string; status: number }[] = [];
  readonly answers = new Map<string, Answer>();
  url = '';
  /** How long an answer takes. */
  delayMs = 0;
  /** Requests that were under way at once. */
  mostAtOnce = 0;
  private underWay = 0;
  private readonly server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    const answer = this.answers.get(path) ?? { status: 404, body: '{"message":"Not Found"}' };
    const etag = `"${hash('sha1', answer.body)}"`;
    const status = request.headers['if-none-match'] === etag ? 304 : (answer.status ?? 200);
    this.asked.push({ path, authorization: request.headers.authorization, status });
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status < 400 && { etag }),
      ...answer.headers,
    });
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
    setTimeout(() => {
      this.underWay--;
      response.end(status === 304 ? undefined : answer.body);
    }, this.delayMs);
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Lists releases of a repository, newest first. */
  releases(repository: string, releases: object[]): void {
    this.answers.set(`/repos/${repository}/releases`, { body: JSON.stringify(releases) });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

export const release = (tag: string, body: string | null, more: object = {}) => ({
  tag_name: tag,
  body,
  draft: false,
  prerelease: false,
  published_at: '2026-01-01T00:00:00Z',
  html_url: `https://forge.example/releases/${tag}`,
  ...more,
});
