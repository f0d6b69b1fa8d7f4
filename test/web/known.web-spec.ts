import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import type { Visit } from './setup/browser';
import { Installation, settled } from './setup/installation';

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

describe('What is known of a latest version', () => {
  let installation: Installation;
  let token: string;
  let visit: Visit;
  let page: Page;
  let chrome: string;

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    await installation.publish(CHROME, LAMP, FLUX, PLEX, JELLYFIN);
    [{ id: chrome }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=google chrome');
    visit = await installation.visit(token, '/search?q=chrome');
    page = visit.page;
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const row = (name: string) => page.locator('[role=row][data-id]').filter({ hasText: name });
  const textOf = async (name: string) => (await row(name).innerText()).replace(/\s+/g, ' ');

  it('stands beside it in the search: its day, and that nobody has asked since', async () => {
    await row('Google Chrome').waitFor();
    expect(await textOf('Google Chrome')).toContain('126.0.6478.127 Jun 25, 2024 not checked: state of Jul 2024');
    await page.getByRole('searchbox').fill('lux');
    await row('f.lux').waitFor();
    expect(await textOf('f.lux')).toContain('4.134 release day not known not checked: state of Aug 2026');
    expect(await textOf('Flux')).toContain('2.7.0 release day not known no source');
  });

  it('has the icon of the product that is meant, and letters where there is none', async () => {
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

  it('stands on the page of the product, which does not claim to be up to date', async () => {
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
  });

  it('stands in the list of favorites, and its icon turns with the colours', async () => {
    await page.goto('/favorites');
    await page.getByText('not checked: state of Jul 2024').waitFor();
    const icon = page.getByRole('row').locator('img[src="/icons/googlechrome.svg"]');
    const filter = () => icon.evaluate((image) => getComputedStyle(image).filter);
    for (const [scheme, expected] of [
      ['light', 'none'],
      ['dark', 'invert(1)'],
    ] as const) {
      await page.evaluate((one) => (document.documentElement.dataset.mantineColorScheme = one), scheme);
      expect([scheme, await filter()]).toEqual([scheme, expected]);
    }
  });

  describe.each([
    ['Plex', 'No version is known yet: its source has not been asked', 'nothing', 'no version is known yet'],
    ['Jellyfin', 'No stable version is known', 'prereleases', 'no stable version is known'],
  ])('that is none: %s', (name, words, known, line) => {
    it('is said in the search, on the page of the product, in favorites and in updates', async () => {
      const owner = await installation.token(`owner of ${name}`);
      const [{ id }] = await installation.api<[{ id: string }]>(owner, 'GET', `/software?name=${name}`);
      await installation.api(owner, 'POST', '/favorite', { software: id, version: '1.40.0' });
      const own = (await installation.visit(owner, `/search?q=${name}`)).page;
      await own.locator('[role=row][data-id]').getByText(words, { exact: true }).waitFor();
      await own.goto(`/software/${id}`);
      await own.getByRole('heading', { name: words, exact: true }).waitFor();
      for (const wrong of ['Nothing is newer', 'Nothing newer', 'Up to date'])
        expect([wrong, await own.getByText(wrong).count()]).toEqual([wrong, 0]);
      await own.goto('/favorites');
      await own.getByRole('row').getByText(words, { exact: true }).waitFor();
      await own.getByRole('row').getByText('not known', { exact: true }).waitFor();
      await own.goto('/updates');
      await own.getByText('No stable version is known yet').waitFor();
      const said = own.getByText(`Of 1 product ${line}.`);
      await said.getByRole('link', { name: 'See which' }).click();
      await own.waitForURL(`**/favorites?known=${known}`);
      await own.getByRole('row').filter({ hasText: name }).waitFor();
    });
  });
});
