import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });

/** A page of a browser without a cache, and its way into Chromium. */
export interface Tab {
  context: BrowserContext;
  page: Page;
  chromium: CDPSession;
}

/** @param slower how many times slower the processor is made */
export async function openTab(
  browser: Browser,
  slower: number,
  options: { origin?: string; token?: string } = {},
): Promise<Tab> {
  const { origin, token } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(origin ? { baseURL: origin } : {}),
  });
  if (origin && token) {
    const headers = { origin, 'sec-fetch-site': 'same-origin' };
    const answer = await context.request.post('/api/v1/session', { data: { token }, headers });
    if (!answer.ok()) throw new Error(`no session: ${answer.status()}`);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { context, page, chromium: session };
}

/** Milliseconds that the main thread of the page has worked: what others do on the machine meanwhile is not in it. */
export async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}
