import type { Page } from 'playwright-core';
import { threadTime, type Tab } from './browser';

export interface Scroll {
  /** Milliseconds of the main thread for a frame. */
  thread: number;
  frames: number;
  /** How long a row was on the screen without its content, at most. */
  blank: number;
}

/** Scrolls through a part of a long list, as fast as a flick of the wheel. @param from and `to` are shares of its height */
export async function scroll({ page, chromium }: Tab, from: number, to: number, pixels: number): Promise<Scroll> {
  await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), from);
  await page.waitForFunction(() => document.querySelector('[role="row"][aria-busy]') === null);
  const before = await threadTime(chromium);
  const { frames, blank } = await page.evaluate(
    ([end, step]) =>
      new Promise<{ frames: number; blank: number }>((resolve) => {
        const last = Math.min(
          end! * document.documentElement.scrollHeight,
          document.documentElement.scrollHeight - innerHeight - 1,
        );
        const since = new Map<string, number>();
        let frames = 0;
        let blank = 0;
        const frame = (now: number) => {
          const seen = new Set<string>();
          for (const row of document.querySelectorAll('[role="row"][aria-busy]')) {
            const { top, bottom } = row.getBoundingClientRect();
            if (bottom < 0 || top > innerHeight) continue;
            const index = row.getAttribute('aria-rowindex')!;
            seen.add(index);
            if (!since.has(index)) since.set(index, now);
            blank = Math.max(blank, now - since.get(index)!);
          }
          for (const index of since.keys()) if (!seen.has(index)) since.delete(index);
          // A list whose end moves away as fast as it is scrolled must not keep the measure going.
          if (frames === 5_000 || scrollY >= Math.min(last, document.documentElement.scrollHeight - innerHeight - 1))
            return resolve({ frames, blank });
          frames += 1;
          scrollBy(0, step!);
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [to, pixels],
  );
  return { thread: ((await threadTime(chromium)) - before) / frames, frames, blank };
}

/** Goes to another screen by the menu. @returns milliseconds from the click to the frame that shows its rows */
export async function changeRoute(page: Page, path: string, list: string): Promise<number> {
  await page.evaluate((label) => {
    window.noted.answered = 0;
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const isShown = document.querySelector(`[role="grid"][aria-label="${label}"] [role="row"][data-id]`) !== null;
          if (isShown)
            requestAnimationFrame(() => setTimeout(() => (window.noted.answered = performance.now() - timeStamp)));
          else setTimeout(look);
        };
        setTimeout(look);
      },
      { capture: true, once: true },
    );
  }, list);
  await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first().click();
  await page.waitForFunction(() => window.noted.answered > 0);
  return page.evaluate(() => window.noted.answered);
}
