import type { Page } from 'playwright-core';
import { createStage, serve, type Server, type Stage } from '../../setup/process';
import { WebBrowser, type Visit } from './browser';

/** The built program on a database of its own, and a browser. */
export class Installation {
  private constructor(
    readonly stage: Stage,
    /** Another one after `without`. */
    public server: Server,
    readonly browser: WebBrowser,
  ) {}

  /** @param env more variables for the service */
  static async start(env: Record<string, string> = {}): Promise<Installation> {
    const stage = await createStage(env);
    const server = await stage.serve();
    return new Installation(stage, server, await WebBrowser.start());
  }

  /** A token of a user, who is made if need be. */
  async token(user = 'ada', scopes = 'read,write'): Promise<string> {
    const { code, stdout, stderr } = await this.stage.cli(['token', 'create', '--user', user, '--scopes', scopes]);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim().split('\n').at(-1)!;
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
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    const { code, stderr } = await this.stage.cli(['catalogue', 'import', '-'], lines);
    if (code !== 0) throw new Error(stderr);
  }

  /** A browser whose person has signed in with a token, by the sign-in page. */
  async visit(token: string, path = '/updates', options: Parameters<WebBrowser['visit']>[1] = {}): Promise<Visit> {
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

  /** One more of the service, at this port. */
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

/** Waits until what was asked for has been shown: no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** The query of `GET /favorite` whose answer came with the page, so that nothing was asked for it. */
export const listInPage = (page: Page): Promise<string> =>
  page.evaluate(
    () => (JSON.parse(document.getElementById('first-data')!.textContent) as { list: { query: string } }).list.query,
  );
