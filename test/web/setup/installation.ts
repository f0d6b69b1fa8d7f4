import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { SCOPES } from '../../../src/config/scopes';
import { sha256 } from '../../../src/common/fingerprint';
import { sqliteDriver } from '../../../src/database/sqlite-driver';
import { newId } from '../../../src/common/ids';
import { fromDate } from '../../../src/common/time/utc-timestamp';
import { createStage, serve, type Server, type Stage } from '../../setup/process';
import { type Visit, type VisitOptions, WebBrowser } from './browser';

export interface Sqlite {
  prepare(statement: string): {
    get(...values: unknown[]): unknown;
    all(): unknown[];
    run(...values: unknown[]): unknown;
  };
  close(): void;
}

type Environment = Record<string, string>;

/**
 * For all tests of a file or a `describe`: an installation that is there before their hooks, is asked for faults after each of them, and
 * is stopped when they have run. The browser is that of the room.
 * @param env more variables for the service
 */
export function useInstallation(env: Environment | (() => Promise<Environment>) = {}): Installation {
  const installation = new Installation();
  WebBrowser.announce();
  beforeAll(async () => installation.start(typeof env === 'function' ? await env() : env));
  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());
  return installation;
}

/** The built program on a database of its own, and a browser. */
export class Installation {
  stage!: Stage;
  /** Another one after `without`. */
  server!: Server;
  browser!: WebBrowser;
  private importer?: string;

  async start(env: Environment = {}): Promise<void> {
    this.stage = await createStage(env);
    this.server = await this.stage.serve();
    this.browser = await WebBrowser.start();
  }

  /** Works on the rows of its database, which is SQLite's. */
  rows<T>(work: (database: Sqlite) => T): T {
    const path = this.stage.env.DATABASE_URL!.replace('sqlite:', '');
    const database = new (sqliteDriver() as new (path: string, options: object) => Sqlite)(path, { timeout: 30_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  /** A token of a user, who is made if need be: as `token create` leaves it, which takes two seconds of processor time. */
  async token(user = 'ada', scopes = 'read,write'): Promise<string> {
    const secret = `sut_${randomBytes(32).toString('base64url')}`;
    const granted = SCOPES.filter((scope) => scopes.split(',').includes(scope)).join(' ');
    const now = fromDate(new Date());
    this.rows((database) => {
      database
        .prepare(
          'INSERT INTO "user" (id, name, created_at, updated_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
        )
        .run(newId(), user, now, now);
      const { id } = database.prepare('SELECT id FROM "user" WHERE name = ?').get(user) as { id: string };
      database
        .prepare('INSERT INTO access_token (id, user_id, name, hash, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)')
        .run(newId(), id, 'command line', sha256(secret), granted, now);
    });
    return secret;
  }

  /** A request to the API with a token; the payload of its answer. */
  async api<T>(token: string, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? (undefined as T) : ((await response.json()) as { data: T }).data;
  }

  /** What an inventory has, as a program says it. */
  async upload(token: string, name: string, content: string, environment?: string): Promise<void> {
    const query = environment === undefined ? '' : `?environment=${encodeURIComponent(environment)}`;
    const response = await fetch(`${this.server.url}/api/v1/inventory/${name}/content${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: content,
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  }

  /** Imports a catalogue of records: see `product` in test/setup/catalogue.ts. */
  async publish(...records: object[]): Promise<void> {
    this.importer ??= await this.token('importer', 'catalogue:write');
    const response = await fetch(`${this.server.url}/api/v1/catalogue`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.importer}`, 'content-type': 'application/x-ndjson' },
      body: records.map((record) => JSON.stringify(record)).join('\n'),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('"rejected":0')) throw new Error(`${response.status} ${text}`);
  }

  /** A browser whose person has signed in with a token, by the sign-in page. */
  async visit(token: string, path = '/updates', options: VisitOptions = {}): Promise<Visit> {
    const visit = await this.browser.visit(this.server.url, options);
    await visit.context.request.post('/api/v1/session', {
      data: { token },
      headers: { origin: this.server.url, 'sec-fetch-site': 'same-origin' },
    });
    await visit.page.goto(path);
    // What the page shows before the application has begun answers no key, and goes.
    await visit.page.waitForFunction(() => !document.getElementById('root')?.hasAttribute('aria-busy'));
    return visit;
  }

  /** Without the service while this is done; then it is there again, at the same address, also for the tests after one that failed. */
  async without(meanwhile: () => Promise<void>): Promise<void> {
    const { port } = new URL(this.server.url);
    await this.server.stop();
    try {
      await meanwhile();
    } finally {
      this.server = await this.serve(port);
    }
  }

  /** With other variables, at the same address: for the last test of a file, since each start takes four seconds of processor time. */
  async restart(env: Environment): Promise<void> {
    const { port } = new URL(this.server.url);
    await this.server.stop();
    this.server = await this.serve(port, env);
  }

  /** The service, at this port. */
  serve = (port: string, env: Record<string, string> = {}): Promise<Server> =>
    serve({ ...this.stage.env, ...env, PORT: port });

  /** For `afterEach`: closes what the test opened. */
  assertFaultless = () => this.browser.assertFaultless();

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await this.stage.drop();
  }
}

/** Opens what a list is filtered and ordered by. @returns it */
export async function openFilter(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByLabel('Filter by name').waitFor();
  return panel;
}

/** By the gear. */
export async function signOutOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Sign out/ }).click();
}

/** Waits until what was asked for has been shown: no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** The query of `GET /favorite` whose answer came with the page, so that nothing was asked for it. */
export const listInPage = (page: Page): Promise<string> =>
  page.evaluate(
    () => (JSON.parse(document.getElementById('first-data')!.textContent) as { list: { query: string } }).list.query,
  );
