import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KnowledgeService } from '../../../src/source/knowledge/knowledge.service';
import { startApp, type TestApp } from '../../setup/app';

type Respond = (response: ServerResponse) => void;

/** Who is asked until when products are supported: on loopback, with ETags. */
export class LifecycleHost {
  readonly asked: { url: string; headers: IncomingMessage['headers']; status: number }[] = [];
  url = '';
  private respond: Respond | null = null;
  private body = '{}';
  private readonly server = createServer((request, response) => {
    const etag = `"${hash('sha1', this.body)}"`;
    const isKnown = this.respond === null && request.headers['if-none-match'] === etag;
    const asked = { url: request.url!, headers: request.headers, status: isKnown ? 304 : 200 };
    this.asked.push(asked);
    response.on('finish', () => (asked.status = response.statusCode));
    if (this.respond) return this.respond(response);
    response.writeHead(asked.status, { etag, 'content-type': 'application/json' }).end(isKnown ? undefined : this.body);
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/products/full`;
    return this;
  }

  answers(body: object): void {
    this.respond = null;
    this.body = JSON.stringify(body);
  }

  answersBy(respond: Respond): void {
    this.respond = respond;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

export const TODAY = new Date().toISOString().slice(0, 10);

/** `days` before today. */
export const before = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);

/** A release cycle as API v1 lists it. */
export const release = (name: string, eolFrom: string | null, more: object = {}) => ({
  name,
  codename: null,
  label: name,
  releaseDate: '2020-01-01',
  isLts: false,
  ltsFrom: null,
  isEol: eolFrom !== null && eolFrom < TODAY,
  eolFrom,
  isMaintained: true,
  latest: { name: `${name}.9`, date: '2021-01-01', link: null },
  custom: null,
  ...more,
});

export const listed = (name: string, releases: unknown[], identifiers: object[] = []) => ({
  name,
  label: name,
  aliases: [],
  category: 'app',
  tags: ['app'],
  identifiers,
  releases,
});

/** An answer of `products/full`. */
export const full = (result: unknown, day = TODAY) => ({
  schema_version: '1.2.0',
  generated_at: `${day}T00:00:00+00:00`,
  total: Array.isArray(result) ? result.length : 0,
  result,
});

export interface Provider {
  state: string;
  configured: boolean;
  as_of: string | null;
  stale: boolean;
  records: number;
  rejected: number;
  matched: number;
  failures: number;
  answered_at: string | null;
  last_error: string | null;
  next_at: string | null;
}

/** The service with what tests of knowledge need of it. */
export class KnowledgeApp {
  private constructor(readonly test: TestApp) {}

  static async start(environment: Record<string, string>): Promise<KnowledgeApp> {
    return new KnowledgeApp(await startApp(environment));
  }

  /** A product that endoflife.date knows by this name. */
  async product(name: string, more: object = {}): Promise<string> {
    await this.test.import({
      publisher: { name: 'P' },
      software: { name },
      identity: { kind: 'endoflife', id: name },
      versions: [{ version: '14.1' }],
      ...more,
    });
    return (await this.test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]))[0]!.id;
  }

  ask(): Promise<void> {
    return this.test.app.get(KnowledgeService).askDue();
  }

  async due(): Promise<void> {
    await this.test.database.execute(`UPDATE knowledge SET next_at = ${this.test.database.dialect.now}`);
  }

  /** Asks, although a day is not over. */
  async askNow(): Promise<Provider> {
    await this.due();
    await this.ask();
    return this.state();
  }

  async state(): Promise<Provider> {
    const { body } = await (await this.test.as('eve', ['read'])).get('/api/v1/knowledge').expect(200);
    return body.data[0] as Provider;
  }

  /** As text, `14 2026-11-12`, the newest first; those that are no longer listed say so. */
  async cycles(id: string): Promise<string[]> {
    const { cycles } = await this.lifecycle(id);
    return cycles.map(({ cycle, eol_on, gone }) => `${cycle} ${eol_on}${gone ? ' gone' : ''}`);
  }

  async lifecycle(id: string) {
    const { body } = await (await this.test.as('eve', ['read'])).get(`/api/v1/software/${id}/lifecycle`).expect(200);
    return body.data as {
      as_of: string | null;
      stale: boolean;
      source: string | null;
      cycles: { cycle: string; eol_on: string | null; gone: boolean }[];
    };
  }

  /** As if nobody had been asked yet, and nothing were known. */
  async reset(): Promise<void> {
    const { database } = this.test;
    await database.execute(
      `UPDATE knowledge SET answered_at = NULL, as_of = NULL, etag = NULL, last_modified = NULL, records = 0, failures = 0, next_at = ${database.dialect.now}`,
    );
    for (const table of ['favorite', 'software']) await database.execute(`DELETE FROM ${table}`);
  }

  close(): Promise<void> {
    return this.test.close();
  }
}
