import type { Browser } from 'playwright-core';
import { openTab, threadTime } from './browser';

/** What was noted in the page, in milliseconds since the navigation began. */
interface Noted {
  names: number;
  rows: number;
  answered: number;
  long: { start: number; duration: number }[];
  shift: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

export interface Load {
  firstPaint: number;
  /** Rows can be read: their names and versions are painted. */
  names: number;
  /** The application's own rows are painted. */
  rows: number;
  /** From the key to the frame that shows what it did. */
  key: number;
  /** What of tasks is over 50 ms, from the first paint to the answer to the key. */
  blocked: number;
  /** How much of the window has moved, as browsers count it. */
  shift: number;
  thread: number;
  requests: number;
  /** Bytes over the network, as they were compressed. */
  script: number;
  style: number;
  other: number;
}

/** A first visit of somebody who is signed in: nothing is in the browser's cache. */
export async function loadUpdates(browser: Browser, slower: number, origin: string, token: string): Promise<Load> {
  const { context, page, chromium } = await openTab(browser, slower, { origin, token });
  const types = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, other: 0 };
  let code = 0;
  chromium.on('Network.requestWillBeSent', ({ requestId, type = '' }) => types.set(requestId, type));
  chromium.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === 'Script' || type === 'Stylesheet') {
      code += 1;
      bytes[type] += encodedDataLength;
    } else bytes.other += encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto('/updates');
  await page.waitForFunction(() => window.noted.rows > 0);
  const pressed = await page.evaluate(() => performance.now());
  await page.keyboard.press('j');
  await page.waitForFunction(() => window.noted.answered > 0);
  const thread = await threadTime(chromium);
  const { noted, firstPaint } = await page.evaluate(() => ({
    noted: window.noted,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
  }));
  await context.close();
  const blocked = noted.long
    .filter(({ start }) => start >= firstPaint && start < pressed)
    .reduce((sum, { duration }) => sum + duration - 50, 0);
  return {
    firstPaint,
    names: noted.names,
    rows: noted.rows,
    key: noted.answered,
    blocked,
    shift: noted.shift,
    thread,
    requests: code,
    script: bytes.Script,
    style: bytes.Stylesheet,
    other: bytes.other,
  };
}

/** The same of a page that does nothing. */
export async function loadBare(
  browser: Browser,
  slower: number,
  url: string,
): Promise<{ firstPaint: number; thread: number }> {
  const { context, page, chromium } = await openTab(browser, slower);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const thread = await threadTime(chromium);
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  await context.close();
  return { firstPaint, thread };
}

/** Runs in the page, before anything else. */
export function watch(): void {
  const noted: Noted = { names: 0, rows: 0, answered: 0, long: [], shift: 0 };
  window.noted = noted;
  // The code of other screens, which is read when there is nothing else to do, is not what is measured.
  window.requestIdleCallback = () => 0;
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) noted.long.push({ start, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) noted.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const painted = (note: () => void) => requestAnimationFrame(() => setTimeout(note));
  const once = (selector: string, note: () => void) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      painted(note);
    });
    observer.observe(document, { childList: true, subtree: true });
  };
  once('.ghost-row:not(:empty), [role="row"][data-id]', () => (noted.names = performance.now()));
  once('[role="row"][data-id]', () => (noted.rows = performance.now()));
  addEventListener('keydown', ({ timeStamp }) => {
    const look = () => {
      const isDone = document.activeElement?.matches('[role="row"][data-id]') === true;
      if (isDone) painted(() => (noted.answered = performance.now() - timeStamp));
      else setTimeout(look);
    };
    setTimeout(look);
  });
}

/** How much of the window moves while a screen is opened. */
export async function shiftOf(browser: Browser, origin: string, token: string, path: string): Promise<number> {
  const { context, page } = await openTab(browser, 1, { origin, token });
  await page.addInitScript(watch);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => window.noted.shift);
  await context.close();
  return shift;
}
