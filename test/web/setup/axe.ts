import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { NARROW, WIDE } from './browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Axe {
  run(options: object): Promise<{ violations: Finding[] }>;
}

/** Of what is right, no details: they take half of its time. */
const OPTIONS = { resultTypes: ['violations'] };

/** What axe finds on the page as it is: by all of its rules. */
export async function findings(page: Page): Promise<string[]> {
  // The page's policy lets no script of others in; the driver of the browser may.
  await page.evaluate(AXE);
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: Axe }).axe.run(options)).violations,
    OPTIONS,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 200)} ${failureSummary}`).join('\n')}`,
  );
}

/** The same, and that the page can be scrolled sideways. */
export async function flaws(page: Page): Promise<string[]> {
  const { scrollWidth, innerWidth } = await page.evaluate(() => ({
    scrollWidth: document.scrollingElement!.scrollWidth,
    innerWidth: window.innerWidth,
  }));
  const { width } = page.viewportSize()!;
  const isWider = scrollWidth > width || innerWidth > width;
  return [...(await findings(page)), ...(isWider ? [`${scrollWidth} of ${width} pixels wide`] : [])];
}

/** Each kind of window and each scheme of colours once. */
export const WAYS = [
  ['wide and light', { viewport: WIDE, colorScheme: 'light' }],
  ['on a phone and dark', { viewport: NARROW, colorScheme: 'dark', hasTouch: true, isMobile: true }],
] as const;
