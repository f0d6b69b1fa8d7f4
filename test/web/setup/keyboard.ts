import type { Page } from 'playwright-core';

/** What the element that has the focus is called; its words are between spaces. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLElement | null;
    const focused = active === document.body ? null : active;
    const label = focused && 'labels' in focused ? (focused as HTMLInputElement).labels?.[0]?.textContent : '';
    return `${focused?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${focused?.innerText ?? ''}`;
  });

/** Presses Tab until what has the focus has this name. */
export async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Tab leads to nothing called ${name}`);
}
