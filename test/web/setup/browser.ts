import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { undescribed } from './description';

/** Debian's Chromium, or the one that `CHROMIUM` names. None is downloaded. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Chromium must ask nobody but the service. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Every request of the application to the API, as `GET /api/v1/summary`. */
  calls: string[];
  /** An answer with one of these codes is expected: the browser writes it into its console. */
  allow(...statuses: number[]): void;
}

export type VisitOptions = NonNullable<Parameters<Browser['newContext']>[0]> & {
  /**
   * The application reads the code of its other screens beforehand, and has its worker keep them: three seconds of processor time for
   * each browser. Otherwise it does as for somebody who saves data.
   */
  readsAhead?: boolean;
};

/** One for all files of a room: it is closed when the last that said that it comes has gone. */
let shared: Promise<Browser> | undefined;
let comers = 0;

/**
 * Faults that a page has shown: errors in its console, reports of its policy, requests to other origins, answers of 5xx, requests that
 * openapi.json does not have.
 */
const faults: { text: string; isExpected?: () => boolean }[] = [];

export class WebBrowser {
  /** With the test that opened it. */
  private readonly opened = new Map<BrowserContext, string | undefined>();

  private constructor(private readonly browser: Browser) {}

  /** Says, best before anything runs, that somebody will start it. */
  static announce(): void {
    comers += 1;
  }

  static async start(): Promise<WebBrowser> {
    if (!existsSync(CHROMIUM))
      throw new Error(`${CHROMIUM} is missing: install Debian's package chromium, or name another with CHROMIUM.`);
    shared ??= chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
    return new WebBrowser(await shared);
  }

  /** A person with a browser of their own: no cookie, nothing stored. */
  async visit(origin: string, { readsAhead = false, ...options }: VisitOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({
      baseURL: origin,
      viewport: WIDE,
      reducedMotion: 'reduce',
      ...options,
    });
    if (!readsAhead) await context.addInitScript(saveData);
    this.opened.set(context, expect.getState().currentTestName);
    context.on('close', () => this.opened.delete(context));
    const allowed = new Set<number>();
    const calls: string[] = [];
    context.on('page', (page) => watch(page, origin, allowed, calls));
    const page = await context.newPage();
    page.setDefaultTimeout(25_000);
    return { page, context, calls, allow: (...statuses) => statuses.forEach((status) => allowed.add(status)) };
  }

  /**
   * For `afterEach`: closes what the test opened, which one that failed could not, and fails when a page has shown a fault since the last
   * time. What `beforeAll` opened stays open.
   */
  async assertFaultless(): Promise<void> {
    const { currentTestName } = expect.getState();
    const left = [...this.opened].filter(([, test]) => test !== undefined && test === currentTestName);
    await Promise.all(left.map(([context]) => context.close()));
    const found = faults.splice(0).filter(({ isExpected }) => !isExpected?.());
    if (found.length > 0) throw new Error(`The pages have faults:\n${found.map(({ text }) => text).join('\n')}`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.keys()].map((context) => context.close()));
    comers -= 1;
    if (comers > 0) return;
    await this.browser.close();
    shared = undefined;
  }
}

/** In a page. */
export const saveData = () =>
  void Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

function watch(page: Page, origin: string, allowed: ReadonlySet<number>, calls: string[]): void {
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const text = message.text();
    const status = Number(/status of (\d+)/.exec(text)?.[1]);
    faults.push({
      text: `console: ${text} (${message.location().url})`,
      isExpected: () =>
        allowed.has(status) ||
        (allowed.has(404) && text.includes('Failed to fetch dynamically imported module')) ||
        // The second is what Chromium says when it looks for a newer worker.
        (allowed.has(0) && /net::ERR|error occurred when fetching the script/.test(text)),
    });
  });
  page.on('pageerror', (error) => faults.push({ text: `error: ${error.stack ?? error.message}` }));
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return;
    if (url.origin !== origin) faults.push({ text: `request to another origin: ${request.url()}` });
    if (!url.pathname.startsWith('/api/')) return;
    calls.push(`${request.method()} ${url.pathname}${url.search}`);
    const missing = undescribed(request.method(), url);
    if (missing) faults.push({ text: `openapi.json does not have ${missing}: ${request.method()} ${request.url()}` });
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status < 500) return;
    const text = `answer ${status}: ${response.request().method()} ${response.url()}`;
    faults.push({ text, isExpected: () => allowed.has(status) });
  });
}
