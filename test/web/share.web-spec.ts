import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { settled, useInstallation } from './setup/installation';

const LIMIT = 3;

const installation = useInstallation({ FEEDS_PER_USER: String(LIMIT) });

beforeAll(async () => {
  await installation.publish(
    product('nginx', ['1.0', '1.1']),
    product('Redis', ['8.0', '9.0']),
    product('=1+1', ['2']),
    product('Untracked', ['3.1']),
  );
});

interface Feed {
  id: string;
  kind: string;
  name: string | null;
  filter: Record<string, string> | null;
  details: string;
  releases: boolean;
}

/** A user with three favorites, two of them outdated; ids of products by their names. */
async function userWithFavorites(name: string): Promise<{ token: string; ids: Map<string, string> }> {
  const token = await installation.token(name);
  const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
  const ids = new Map(all.map((one) => [one.name, one.id]));
  for (const [software, version] of [
    ['nginx', '1.0'],
    ['Redis', '8.0'],
    ['=1+1', '2'],
  ] as const)
    await installation.api(token, 'POST', '/favorite', { software: ids.get(software), version });
  return { token, ids };
}

const feedsOf = (token: string) => installation.api<Feed[]>(token, 'GET', '/feed');

async function share(page: Page, what: string): Promise<void> {
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** What a program gets that has nothing but the address. */
async function ask(url: string): Promise<[status: number, type: string]> {
  const { status, headers } = await fetch(url);
  return [status, headers.get('content-type')!.split(';')[0]!];
}

it('a feed of the updates that match the filter is made; the address is shown once, copied, and read without a session', async () => {
  const { token } = await userWithFavorites('ada');
  const { page, context, allow } = await installation.visit(token, '/updates?q=ngin');
  allow(422);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await share(page, 'Feed of updates');
  const dialog = dialogOf(page);
  await dialog.getByText('Only favorites that match: “ngin”').waitFor();
  await dialog.getByText('You have no channel yet').waitFor();
  await dialog.getByText('Whoever has the address can read this').waitFor();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('x'.repeat(101));
  await dialog.getByRole('button', { name: 'Make the address' }).click();
  await dialog.getByText('Must be text of 1 to 100 characters.').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('Proxies');
  await dialog.getByRole('radio', { name: 'Everything' }).check();
  await dialog.getByRole('button', { name: 'Make the address' }).click();

  const made = page.getByRole('dialog', { name: 'Your new address' });
  const atom = await made.getByRole('textbox', { name: 'Atom' }).inputValue();
  const json = await made.getByRole('textbox', { name: 'JSON Feed' }).inputValue();
  expect(await ask(atom)).toEqual([200, 'application/atom+xml']);
  expect(await ask(json)).toEqual([200, 'application/feed+json']);
  await made.getByRole('button', { name: 'Copy JSON Feed' }).click();
  await made.getByRole('button', { name: 'Copied JSON Feed' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(json);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await made.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain('suf_');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Share');
  expect(await feedsOf(token)).toMatchObject([
    { kind: 'updates', name: 'Proxies', filter: { 'software[like]': 'ngin' }, details: 'full' },
  ]);
});

it('a calendar, and the releases of a product that nobody tracks', async () => {
  const { token, ids } = await userWithFavorites('grace');
  const { page } = await installation.visit(token);
  await share(page, 'Calendar');
  await dialogOf(page).getByText('All your favorites').waitFor();
  await dialogOf(page).getByRole('checkbox', { name: 'With the releases on offer' }).check();
  await dialogOf(page).getByRole('button', { name: 'Make the address' }).click();
  expect(await ask(await page.getByRole('textbox', { name: 'Calendar' }).inputValue())).toEqual([200, 'text/calendar']);
  await page.goto(`/software/${ids.get('Untracked')}`);
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Feed of releases' }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(1);
  await page.getByRole('menuitem', { name: 'Feed of releases' }).click();
  await dialogOf(page).getByText('Only Untracked').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Make the address' }).click();
  const atom = await page.getByRole('textbox', { name: 'Atom' }).inputValue();
  expect(await ask(atom)).toEqual([200, 'application/atom+xml']);
  expect(await (await fetch(atom)).text()).toContain('3.1');
  expect(await feedsOf(token)).toMatchObject([{ kind: 'calendar', releases: true, filter: null }, { kind: 'product' }]);
});

it('a badge is shown as it is; in Profile its address is replaced, and deleted: each ends the old one at once', async () => {
  const { token, ids } = await userWithFavorites('joan');
  const { page } = await installation.visit(token, `/software/${ids.get('nginx')}`);
  await share(page, 'Badge');
  await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('web [1]');
  await dialogOf(page).getByRole('button', { name: 'Make the address' }).click();
  const made = page.getByRole('dialog', { name: 'Your new address' });
  const svg = await made.getByRole('textbox', { name: 'Picture' }).inputValue();
  expect(await made.getByRole('textbox', { name: 'Markdown' }).inputValue()).toBe(`![web \\[1\\]](${svg})`);
  const picture = made.getByRole('img', { name: 'Badge' });
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  expect(await ask(svg)).toEqual([200, 'image/svg+xml']);
  await made.getByRole('button', { name: 'I have copied it' }).click();

  await page.goto('/profile');
  const row = page.getByRole('list', { name: 'Shared addresses' }).getByRole('listitem');
  await row.getByText('Badge · nginx').waitFor();
  await row.getByText(/^Used just now, made just now$/).waitFor();
  await row.getByRole('button', { name: 'Replace the address of web [1]' }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await ask(svg)).toEqual([200, 'image/svg+xml']);
  await row.getByRole('button', { name: 'Replace the address of web [1]' }).click();
  await dialogOf(page).getByRole('button', { name: 'Replace' }).click();
  const next = await made.getByRole('textbox', { name: 'Picture' }).inputValue();
  expect(next).not.toBe(svg);
  expect((await ask(svg))[0]).toBe(404);
  expect(await ask(next)).toEqual([200, 'image/svg+xml']);
  await made.getByRole('button', { name: 'I have copied it' }).click();

  await row.getByRole('button', { name: 'Delete the address of web [1]' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The address of web [1] has ended.').waitFor();
  await row.waitFor({ state: 'detached' });
  expect((await ask(next))[0]).toBe(404);
  expect(await feedsOf(token)).toEqual([]);
});

it('where the picture of a badge does not arrive, a text says where it is', async () => {
  const { token, ids } = await userWithFavorites('edith');
  const { page, allow } = await installation.visit(token, `/software/${ids.get('nginx')}`);
  allow(0);
  await page.route('**/badge.svg', (route) => route.abort());
  await share(page, 'Badge');
  await dialogOf(page).getByRole('button', { name: 'Make the address' }).click();
  await dialogOf(page).getByText('The picture is at the address above.').waitFor();
});

it('favorites that match are downloaded as a spreadsheet', async () => {
  const { token } = await userWithFavorites('mary');
  const { page, calls } = await installation.visit(token, '/favorites?update=false');
  const download = page.waitForEvent('download');
  await share(page, 'Download CSV');
  const file = await download;
  expect(file.suggestedFilename()).toBe('favorites.csv');
  const [head, row, end, ...others] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toMatch(/^uuid,software,publisher,version,/);
  expect(row).toContain(",'=1+1,");
  expect([end, ...others]).toEqual(['']);
  expect(calls).toContain('GET /api/v1/favorite.csv?update_available=false&sort=software');
  await page.getByText('favorites.csv is downloaded.').waitFor();
});

it('a user who has as many as there may be is told so, with the way to them', async () => {
  const { token } = await userWithFavorites('hedy');
  for (let made = 0; made < LIMIT; made++)
    await installation.api(token, 'POST', '/feed', {
      kind: 'badge',
      filter: { publisher: 'Acme', 'available_at[gt]': '2020-01-01' },
    });
  const { page, allow } = await installation.visit(token, '/favorites');
  allow(409, 403, 422);
  await share(page, 'Badge');
  await dialogOf(page).getByRole('button', { name: 'Make the address' }).click();
  await dialogOf(page).getByText(`A user has at most ${LIMIT} feeds.`).waitFor();
  await dialogOf(page).getByRole('link', { name: 'See your addresses in Profile' }).click();
  await page.waitForURL('**/profile');
  const rows = page.getByRole('list', { name: 'Shared addresses' }).getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(LIMIT);
  await rows.first().getByText('Badge · publisher Acme, available_at[gt] 2020-01-01').waitFor();
  await rows.first().getByText('Never used, made just now').waitFor();
});

it('a session that may only read is told so in plain words, and can change nothing', async () => {
  const { token } = await userWithFavorites('lise');
  await installation.api(token, 'POST', '/feed', { kind: 'updates', name: 'Mine' });
  const { page, calls } = await installation.visit(await installation.token('lise', 'read'), '/updates');
  await share(page, 'Feed of updates');
  await dialogOf(page).getByText('Your session may not share anything.').waitFor();
  expect(await dialogOf(page).getByRole('button', { name: 'Make the address' }).count()).toBe(0);
  await page.goto('/profile');
  await page.getByText('Your session may look at them only.').waitFor();
  for (const what of ['Replace', 'Delete'])
    expect(await page.getByRole('button', { name: `${what} the address of Mine` }).isDisabled()).toBe(true);
  expect(calls.filter((call) => call.startsWith('POST') && call.includes('/feed'))).toEqual([]);
});
