import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { median } from '../lib/compare';
import { ROOT } from '../lib/programs';
import { table, watchOthers, writeResults } from '../lib/report';
import { MEASURES } from '../measures';
import type { Result } from '../measures/measure';
import { openTab, startBrowser } from './browser';
import { loadBare, loadUpdates, shiftOf, watch } from './load';
import { startBarePage, startStage } from './stage';
import { changeRoute, scroll } from './use';

const TITLE = 'Web application';
const SLOWER = 4;
/** Of a frame: the whole list of 10,000 is passed in some 900 frames. */
const PIXELS = 600;

/** As `npm run bench:web` gives them. */
interface Given {
  favorites: string;
  rounds: string;
  write?: boolean;
}

async function main(): Promise<void> {
  const given = JSON.parse(process.argv[2]!) as Given;
  const favorites = Number(given.favorites);
  const rounds = Number(given.rounds);
  const others = watchOthers();
  const loadBefore = loadavg()[0]!.toFixed(1);

  console.log(`${favorites.toLocaleString('en')} favorites …`);
  const stage = await startStage(favorites);
  const bare = await startBarePage();
  const browser = await startBrowser();
  try {
    const results = await measure(rounds, browser, stage, bare.url);
    for (const { what, aim, measured, holds } of results)
      console.log(
        `${holds === null ? ' ' : holds ? '✓' : '✗'} ${what.padEnd(72)} ${aim.padEnd(12)} ${measured.replaceAll('**', '')}`,
      );
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
    const circumstances = [
      `${new Date().toISOString().slice(0, 10)}, commit ${commit}.`,
      `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${(totalmem() / 2 ** 30).toFixed(1)} GB,`,
      `load ${loadBefore} before and ${loadavg()[0]!.toFixed(1)} after${others()}.`,
      `Node ${process.versions.node}, SQLite, Chromium ${browser.version()}, loopback, ${favorites.toLocaleString('en')} favorites of one user.`,
      `Medians of ${rounds}, in turn with a page that does nothing. "4 ×" is with the processor made four times slower for the page.`,
      `Thread time is what the main thread of the page has worked; wall clock times have what others did on the machine in them.`,
    ].join(' ');
    console.log(circumstances);
    if (!given.write) return;
    const order = [...MEASURES.map(({ title }) => title), TITLE];
    await writeResults([{ title: TITLE, body: `${circumstances}\n\n${table(results)}` }], order);
  } finally {
    await browser.close();
    bare.stop();
    await stage.service.stop();
  }
}

type Browser = Awaited<ReturnType<typeof startBrowser>>;
type Stage = Awaited<ReturnType<typeof startStage>>;

async function measure(
  rounds: number,
  browser: Browser,
  { service, token, software }: Stage,
  bareUrl: string,
): Promise<Result[]> {
  const slow = [];
  const fast = [];
  const bareSlow = [];
  const bareFast = [];
  // The first visit warms up the service and does not count.
  await loadUpdates(browser, 1, service.url, token);
  for (let round = 0; round < rounds; round++) {
    slow.push(await loadUpdates(browser, SLOWER, service.url, token));
    bareSlow.push(await loadBare(browser, SLOWER, bareUrl));
    fast.push(await loadUpdates(browser, 1, service.url, token));
    bareFast.push(await loadBare(browser, 1, bareUrl));
  }
  const of = <T>(all: T[], value: (one: T) => number) => median(all.map(value));
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const held = (what: string, aim: number, value: number, unit: string, more = ''): Result => ({
    what,
    aim: `≤ ${aim} ${unit}`,
    measured: `**${unit === 'ms' ? ms(value) : `${Number(value.toFixed(unit === '' ? 3 : 1))} ${unit}`.trim()}**${more}`,
    holds: value <= aim,
  });
  const bare = (value: number) => `; the bare page ${ms(value)}`;
  const at1 = (value: number) => `; without that ${ms(value)}`;
  const bareAt4 = of(bareSlow, (one) => one.firstPaint);
  const times = (what: string, aim: number, value: number, more: string): Result => ({
    what,
    aim: `≤ ${aim} ×`,
    measured: `**${(value / bareAt4).toFixed(2)}** (${ms(value)})${more}`,
    holds: value <= aim * bareAt4,
  });
  const sizes = fast[0]!;

  // Scrolling and going to and fro, in one tab each.
  const tab = await openTab(browser, 1, { origin: service.url, token });
  await tab.page.goto('/favorites');
  await tab.page.locator('[role="row"][data-id]').first().waitFor();
  const scrolls = [];
  for (let round = 0; round < rounds; round++)
    scrolls.push(await scroll(tab, round / rounds, (round + 1) / rounds, PIXELS));
  await tab.context.close();

  const other = await openTab(browser, SLOWER, { origin: service.url, token });
  await other.page.addInitScript(watch);
  await other.page.goto('/favorites');
  await other.page.locator('[role="row"][data-id]').first().waitFor();
  const changes = [];
  for (let round = -1; round < rounds; round++) {
    const both = [
      await changeRoute(other.page, '/updates', 'Updates'),
      await changeRoute(other.page, '/favorites', 'Favorites'),
    ];
    if (round >= 0) changes.push(...both);
  }
  await other.context.close();

  const calls = (path: string) => callsOf(browser, service.url, token, path);
  const [updates, list, product] = [
    await calls('/updates'),
    await calls('/favorites'),
    await calls(`/software/${software}`),
  ];
  const shifts: [string, number][] = [];
  for (const [name, path] of [
    ['Updates', '/updates'],
    ['Favorites', '/favorites'],
    ['a product that is tracked', `/software/${software}`],
  ] as const)
    shifts.push([name, await shiftOf(browser, service.url, token, path)]);
  const blank = Math.max(...scrolls.map((one) => one.blank));
  const named = (all: string[]) => (all.length > 0 ? ` (${all.join(', ')})` : '');
  return [
    held('JavaScript before Updates works, over the network', 120, sizes.script / 1_000, 'kB'),
    held('CSS, over the network', 13, sizes.style / 1_000, 'kB'),
    held('requests for code', 4, sizes.requests, ''),
    times(
      'first contentful paint, 4 ×, of that of the bare page',
      1.5,
      of(slow, (one) => one.firstPaint),
      `${bare(bareAt4)}${at1(of(fast, (one) => one.firstPaint))}`,
    ),
    times(
      'rows can be read, 4 ×, of the first paint of the bare page',
      3,
      of(slow, (one) => one.names),
      at1(of(fast, (one) => one.names)),
    ),
    times(
      "the application's rows, 4 ×, of the first paint of the bare page",
      3,
      of(slow, (one) => one.rows),
      at1(of(fast, (one) => one.rows)),
    ),
    ...shifts.map(([path, value]) => held(`layout shift: ${path}`, 0.02, value, '')),
    held(
      '`j` answered, 4 ×',
      100,
      of(slow, (one) => one.key),
      'ms',
      at1(of(fast, (one) => one.key)),
    ),
    held(
      'blocking time until then, 4 ×',
      200,
      of(slow, (one) => one.blocked),
      'ms',
      at1(of(fast, (one) => one.blocked)),
    ),
    held(
      'thread time of the load',
      300,
      of(fast, (one) => one.thread),
      'ms',
      bare(of(bareFast, (one) => one.thread)),
    ),
    held(
      `scrolling through the whole list, ${PIXELS} pixels a frame: thread time of a frame`,
      8,
      of(scrolls, (one) => one.thread),
      'ms',
    ),
    held(
      'the same: longest time that a row was blank',
      150,
      blank,
      'ms',
      `; median of the rounds ${ms(of(scrolls, (one) => one.blank))}`,
    ),
    held('from Updates to Favorites and back, both read before, 4 ×', 150, median(changes), 'ms'),
    held('requests to the API: Updates', 1, updates.length, '', named(updates)),
    held('requests to the API: Favorites', 1, list.length, '', named(list)),
    held('requests to the API: a product that is tracked', 4, product.length, '', named(product)),
  ];
}

/** Requests of a screen to the API, but the stream of events. */
async function callsOf(browser: Browser, origin: string, token: string, path: string): Promise<string[]> {
  const { context, page } = await openTab(browser, 1, { origin, token });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/events'))
      calls.push(`${request.method()} ${pathname.replace('/api/v1', '').replace(/[0-9a-f-]{36}/, '…')}`);
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await context.close();
  return calls;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
