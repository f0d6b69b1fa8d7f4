import { connect } from 'node:net';
import type { Response } from 'supertest';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import type { TestApp } from './app';
import { product } from './catalogue';

export type Agent = ReturnType<typeof supertest.agent>;

export interface Known {
  id: string;
  publisher: string;
  /** Id by label. */
  versions: Record<string, string>;
}

export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Imports a product and gives its ids. */
export async function known(
  test: TestApp,
  name: string,
  versions: (string | object)[] = ['1.0'],
  more: Parameters<typeof product>[2] = {},
): Promise<Known> {
  const record = product(name, versions, more);
  const summary = await test.import(record);
  expect(summary.rejected).toBe(0);
  const [row] = await test.database.query<{ id: string; publisher_id: string }>(
    'SELECT id, publisher_id FROM software WHERE identity = ?',
    [`test:${record.identity.id}`],
  );
  const labels = await test.database.query<{ id: string; version: string }>(
    'SELECT id, version FROM version WHERE software_id = ?',
    [row!.id],
  );
  const ids = Object.fromEntries(labels.map((label) => [label.version, label.id]));
  return { id: row!.id, publisher: row!.publisher_id, versions: ids };
}

/** Asserts RFC 9457 and gives the fields that `errors` names. */
export function expectProblem(response: Response, status: number, type: string): string[] {
  expect({ status: response.status, type: response.body?.type }).toEqual({ status, type: `/docs/problems#${type}` });
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(response.body).toMatchObject({
    status,
    title: expect.stringMatching(/\w/),
    detail: expect.stringMatching(/\w/),
    instance: expect.stringMatching(/^\//),
  });
  const errors = (response.body.errors ?? []) as { field: string; message: string }[];
  for (const error of errors) expect(error.message).toMatch(/\w/);
  return errors.map(({ field }) => field);
}

/** The targets of a `Link` header (RFC 8288), as path and query. */
export function linksOf(response: Response): Record<string, string> {
  const found = [...((response.headers.link as string | undefined) ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(
    found.map(([, target, relation]) => {
      const { pathname, search } = new URL(target!);
      return [relation!, pathname + search];
    }),
  );
}

/** Every page from `path` on, by the given relation of `Link`. */
export async function walk(agent: Agent, path: string, relation: 'next' | 'prev' = 'next'): Promise<Response[]> {
  const pages: Response[] = [];
  for (let at: string | undefined = path; at !== undefined; at = linksOf(pages.at(-1)!)[relation]) {
    pages.push(await agent.get(at).expect(200));
    if (pages.length > 100) throw new Error('there is no end of pages');
  }
  return pages;
}

export const column = (pages: Response[], field: string): unknown[] =>
  pages.flatMap((page) => (page.body.data as Record<string, unknown>[]).map((entry) => entry[field]));

/** A cursor as somebody makes it who has read the source. */
export const forgeCursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The statements that `work` sends to the database, without those about tokens. */
export async function statementsOf(test: TestApp, work: () => PromiseLike<unknown>): Promise<string[]> {
  const dataSource = test.app.get(DataSource);
  const before = dataSource.logger;
  const statements: string[] = [];
  const ignore = () => undefined;
  dataSource.logger = {
    logQuery: (statement) => void statements.push(statement),
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
  try {
    await work();
  } finally {
    dataSource.logger = before;
  }
  // The look-up of the caller's token, which others may have made a moment ago.
  return statements.filter((statement) => !statement.includes('access_token') || statement.includes('cursor_value'));
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes as they are and reads one answer with a `Content-Length`; fails when none comes in five seconds. */
export function raw(test: TestApp, request: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer, but: ${text}`)));
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const answer = parseAnswer(text);
      if (!answer) return;
      socket.destroy();
      resolve(answer);
    });
  });
}

function parseAnswer(text: string): RawAnswer | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return null;
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^.*?: /, '')]),
  );
  const body = rest.join('\r\n\r\n');
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return null;
  return { status: Number(first.split(' ')[1]), headers, body };
}
