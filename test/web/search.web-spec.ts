import type { Page } from 'playwright-core';
import { UNKNOWN_ID } from '../setup/api';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit } from './setup/browser';
import { settled, useInstallation } from './setup/installation';

const LONG_NAME = `Redundant ${'name of many words '.repeat(14)}`.slice(0, 255);
const ACME = {
  name: 'Acme Ltd.',
  url: 'https://acme.example',
  support_url: 'https://acme.example/support',
  privacy_url: 'https://acme.example/privacy',
};
const OF_ACME = [
  product('Anvil', [{ version: '1.0', released_at: '2026-03-01T00:00:00Z' }], { publisher: ACME }),
  product('Rocket', [], { publisher: ACME }),
  ...Array.from({ length: 60 }, (_, index) =>
    product(`Series ${String(index).padStart(2, '0')}`, ['1.0'], { publisher: ACME }),
  ),
];
/** As the bundled catalogue has it: of a snapshot of 2024. */
const CHROME = {
  ...product('Google Chrome', [
    { version: '125.0.6422.142', released_at: '2024-05-30' },
    { version: '126.0.6478.127', released_at: '2024-06-25', basis: 'seen' },
  ]),
  identity: { kind: 'winget', id: 'Google.Chrome' },
  publisher: { name: 'Google LLC' },
  source: { type: 'winget', settings: { package: 'Google.Chrome' } },
  as_of: '2024-07-01',
};
const LAMP = {
  ...product('f.lux', [{ version: '4.134', released_at: '2026-08-22', basis: 'snapshot' }]),
  identity: { kind: 'scoop', id: 'extras/f.lux' },
  as_of: '2026-08-22',
};
/** Of these, nobody can say whether there is an update. */
const source = { type: 'winget', settings: { package: 'Acme.Tool' } };
const PLEX = { ...product('Plex', []), source, as_of: '2026-08-21' };
const JELLYFIN = { ...product('Jellyfin', ['12.0-rc5']), source, as_of: '2026-08-21' };
const FLUX = { ...product('Flux', ['2.7.0']), identity: { kind: 'endoflife', id: 'flux' } };

const ALL = [
  product('Redis', ['8.4.0', '8.6.3'], { publisher: { name: 'Redis Ltd.' } }),
  product('RedisInsight', ['3.0.1'], { publisher: { name: 'Redis Ltd.' } }),
  product(LONG_NAME, ['1.0'], { publisher: { name: 'Long' } }),
  product('متصفح سريع Red', ['1.0']),
  product('Grafana', ['13.0.5']),
  ...OF_ACME,
  ...[CHROME, LAMP, FLUX, PLEX, JELLYFIN],
];
const counted = (found: number) => `${found} of ${ALL.length} products`;

const installation = useInstallation();
let token: string;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  token = await installation.token();
  await installation.publish(...ALL);
  const [{ id }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=Redis');
  await installation.api(token, 'POST', '/favorite', { software: id, version: '8.4.0' });
  visit = await installation.visit(token, '/search');
  page = visit.page;
  await settled(page);
});

const field = () => page.getByRole('searchbox', { name: 'Search the catalogue' });
const rows = () => page.locator('[role=row][data-id]');

describe('Search', () => {
  it('begins in the field, asks after the last key, and keeps the text in the address', async () => {
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search'),
    );
    await page.getByText('Type at least two letters.').waitFor();
    visit.calls.length = 0;
    // Within one turn of the page, so that no machine is too slow for it.
    await field().evaluate((input: HTMLInputElement) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      for (const value of ['r', 're', 'red', 'redi', 'redis']) {
        set!.call(input, value);
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    });
    await page.getByText(counted(2)).waitFor();
    // What is typed fast is asked for when it rests.
    const asked = visit.calls.flatMap((call) => /(?<=[?&]q=)[^&]*/.exec(call)?.[0] ?? []);
    expect(asked.at(-1)).toBe('redis');
    expect(new Set(asked).size).toBeLessThanOrEqual(2);
    expect(page.url()).toMatch(/\/search\?q=redis$/);
    await page.reload();
    await page.getByText(counted(2)).waitFor();
    expect(await field().inputValue()).toBe('redis');
  });

  it('marks what was searched for, and shows what is tracked', async () => {
    const first = rows().first();
    expect(await first.locator('mark').allInnerTexts()).toEqual(['Redis', 'Redis']);
    expect(await first.getByRole('button', { name: 'Track' }).count()).toBe(0);
    expect(await first.innerText()).toMatch(/8\.6\.3.*8\.4\.0/s);
    await rows().nth(1).getByRole('button', { name: 'Track RedisInsight' }).waitFor();
  });

  it('is walked by arrow keys; t tracks, Enter opens, back returns', async () => {
    await field().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Track RedisInsight' }).waitFor();
    await page.getByRole('combobox', { name: 'Version in use' }).fill('3.0.1');
    await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
    await page.getByText('RedisInsight is tracked.').waitFor();
    await eventually(async () =>
      expect(
        await rows()
          .getByRole('button', { name: /^Track/ })
          .count(),
      ).toBe(0),
    );
    await rows().nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'RedisInsight' }).waitFor();
    await page.goBack();
    await page.getByText(counted(2)).waitFor();
    await rows().first().focus();
    await page.keyboard.press('ArrowUp');
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('has pages for what is more than fifty, in the address', async () => {
    await page.goto('/search?q=series');
    await page.getByText(counted(60)).waitFor();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.waitForURL('**page=2');
    await eventually(async () => expect(await rows().count()).toBe(10));
    await field().fill('grafana');
    await page.getByText(counted(1)).waitFor();
    expect(page.url()).toMatch(/\/search\?q=grafana$/);
  });

  it('names what is not found, and asks for its address', async () => {
    await field().fill('qqqqqq <b>');
    await page.getByText('No product is called “qqqqqq <b>”').waitFor();
    await page.getByText('Paste the address of its repository, image or package').waitFor();
  });

  it('says of what is only similar that what was sought is not in the catalogue', async () => {
    await field().fill('grafama');
    await page.getByText('“grafama” is not in the catalogue; similar:').waitFor();
    expect(await rows().count()).toBe(1);
    await field().fill('grafa');
    await page.getByText(counted(1)).waitFor();
  });

  it('fits a narrow window, with long and right-to-left names', async () => {
    const { page: narrow } = await installation.visit(token, '/search?q=red', { viewport: NARROW });
    await narrow.getByText(counted(4)).waitFor();
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    for (const height of await narrow
      .locator('[role=row][data-id]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(height).toBeLessThan(130);
  });
});

describe('what is known of a latest version', () => {
  const row = (name: string) => rows().filter({ hasText: name });
  const textOf = async (name: string) => (await row(name).innerText()).replace(/\s+/g, ' ');

  it('stands beside it in the search: its day, and that nobody has asked since', async () => {
    await page.goto('/search?q=chrome');
    await row('Google Chrome').waitFor();
    expect(await textOf('Google Chrome')).toContain('126.0.6478.127 Jun 25, 2024 not checked: state of Jul 2024');
    await page.getByRole('searchbox').fill('lux');
    await row('f.lux').waitFor();
    expect(await textOf('f.lux')).toContain('4.134 release day not known not checked: state of Aug 2026');
    expect(await textOf('Flux')).toContain('2.7.0 release day not known no source');
    // The icon of the product that is meant, and letters where there is none.
    const icon = row('Flux').filter({ hasNotText: 'f.lux' }).locator('img');
    expect(await icon.getAttribute('src')).toBe('/icons/flux.svg');
    await icon.evaluate((image: HTMLImageElement) => image.decode());
    expect(await row('f.lux').locator('img').count()).toBe(0);
    expect(await row('f.lux').locator('[aria-hidden=true]').first().innerText()).toMatch(/^fl$/i);
  });

  it('falls back to letters when an icon cannot be read', async () => {
    await page.route('**/icons/googlechrome.svg', (route) => route.fulfill({ status: 404, body: '' }));
    visit.allow(404);
    await page.getByRole('searchbox').fill('google');
    await row('Google Chrome').waitFor();
    await row('Google Chrome').getByText('GC', { exact: true }).waitFor();
    await page.unroute('**/icons/googlechrome.svg');
  });

  it('stands on the page of the product, which does not claim to be up to date, and in the list of favorites', async () => {
    const [{ id: chrome }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=google chrome');
    await page.goto(`/software/${chrome}`);
    const main = page.locator('main');
    await main.getByText('Jun 25, 2024').first().waitFor();
    await main.getByText('not checked: state of Jul 1, 2024').waitFor();
    expect(await main.locator('img[src="/icons/googlechrome.svg"]').count()).toBe(1);
    await installation.api(token, 'POST', '/favorite', { software: chrome, version: '126.0.6478.127' });
    await page.reload();
    await main.getByText('Nothing newer is known').waitFor();
    await main.getByText('not checked: state of Jul 1, 2024').waitFor();
    expect(await main.getByText('Up to date').count()).toBe(0);
    await page.goto('/favorites');
    await page.getByText('Versions as of Jul 1, 2024.').waitFor();
    const icon = page.getByRole('row').locator('img[src="/icons/googlechrome.svg"]');
    const filter = () => icon.evaluate((image) => getComputedStyle(image).filter);
    for (const [scheme, expected] of [
      ['light', 'none'],
      ['dark', 'invert(1)'],
    ] as const) {
      await page.evaluate((one) => (document.documentElement.dataset.scheme = one), scheme);
      expect([scheme, await filter()]).toEqual([scheme, expected]);
    }
  });

  it('that is none is said in the search, on the page of the product, in favorites and in updates', async () => {
    const owner = await installation.token('grace');
    const own = (await installation.visit(owner, '/profile')).page;
    for (const [name, words] of [
      ['Plex', 'No version is known yet: its source has not been asked'],
      ['Jellyfin', 'No stable version is known'],
    ] as const) {
      const [{ id }] = await installation.api<[{ id: string }]>(owner, 'GET', `/software?name=${name}`);
      await installation.api(owner, 'POST', '/favorite', { software: id, version: '1.40.0' });
      await own.goto(`/search?q=${name}`);
      await own.locator('[role=row][data-id]').getByText(words, { exact: true }).waitFor();
      await own.goto(`/software/${id}`);
      await own.getByRole('heading', { name: words, exact: true }).waitFor();
      for (const wrong of ['Nothing is newer', 'Nothing newer', 'Up to date'])
        expect([wrong, await own.getByText(wrong).count()]).toEqual([wrong, 0]);
      await own.goto('/favorites');
      const tracked = own.getByRole('row').filter({ hasText: name });
      await tracked.getByText(words).waitFor();
    }
    await own.goto('/updates');
    await own.getByText('No stable version is known yet').waitFor();
    await own.getByText('Of 1 product no stable version is known.').waitFor();
    const said = own.getByText('Of 1 product no version is known yet.');
    await said.getByRole('link', { name: 'See which' }).click();
    await own.waitForURL('**/favorites?known=nothing');
    await own.getByRole('row').filter({ hasText: 'Plex' }).waitFor();
  });
});

it('the page of a publisher is reached from a search and a product, and its products are tracked there', async () => {
  const [found] = await installation.api<{ id: string }[]>(token, 'GET', '/publisher?name=acme%20ltd.');
  const publisher = found!.id;
  await page.goto('/search?q=anvil');
  await page.getByRole('link', { name: 'Acme Ltd.' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme Ltd.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/publisher/${publisher}`);
  await page.getByText('62 products').waitFor();
  for (const [name, path] of [
    ['Site', '/'],
    ['Support', '/support'],
    ['Privacy', '/privacy'],
  ] as const)
    expect(new URL((await page.getByRole('link', { name }).getAttribute('href'))!).pathname).toBe(path);
  await page.getByText('Mar 1, 2026').waitFor();
  await page.getByText(/^No version is known/).waitFor();
  expect(await page.getByText('Grafana').count()).toBe(0);

  await page.getByRole('button', { name: 'Track Anvil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Track Anvil' });
  await dialog.getByRole('combobox', { name: 'Version in use' }).fill('1.0');
  await dialog.getByRole('button', { name: 'Track', exact: true }).click();
  await page.getByTitle('Tracked, 1.0 in use').waitFor();

  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.waitForURL('**?page=2');
  await page.getByRole('link', { name: 'Series 59' }).click();
  await page.getByRole('heading', { level: 1, name: 'Series 59' }).waitFor();
  await page.getByRole('link', { name: 'Acme Ltd.' }).click();
  await page.getByText('62 products').waitFor();
});

it('a publisher that nobody knows is said to be unknown', async () => {
  visit.allow(404);
  await page.goto(`/publisher/${UNKNOWN_ID}`);
  await page.getByRole('heading', { name: 'There is no such publisher' }).waitFor();
  await page.goto('/publisher/nonsense');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});
