import { findings } from './setup/axe';
import { NARROW, WIDE } from './setup/browser';
import { Installation, settled } from './setup/installation';
import { UNKNOWN_ID } from '../setup/api';

let installation: Installation;
let token: string;
let publisher: string;

const record = (name: string, versions: object[], of: object = { name: 'Acme Ltd.' }) => ({
  publisher: of,
  software: { name },
  versions,
});

beforeAll(async () => {
  installation = await Installation.start();
  token = await installation.token('ada');
  const acme = {
    name: 'Acme Ltd.',
    url: 'https://acme.example',
    support_url: 'https://acme.example/support',
    privacy_url: 'https://acme.example/privacy',
  };
  await installation.publish(
    record('Anvil', [{ version: '1.0', released_at: '2026-03-01T00:00:00Z' }], acme),
    record('Rocket', []),
    ...Array.from({ length: 60 }, (_, at) => record(`Spare part ${String(at).padStart(2, '0')}`, [{ version: '1' }])),
    record('Alone', [{ version: '1' }], { name: 'Somebody else' }),
  );
  const [found] = await installation.api<{ id: string }[]>(token, 'GET', '/publisher?name=acme%20ltd.');
  publisher = found!.id;
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

it('the page of a publisher is reached from a search and a product, and its products are tracked there', async () => {
  const { page } = await installation.visit(token, '/search?q=anvil');
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
  await page.getByText('released Mar 1, 2026').waitFor();
  await page.getByText('no version is known').waitFor();
  expect(await page.getByText('Alone').count()).toBe(0);

  await page.getByRole('button', { name: 'Track Anvil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Track Anvil' });
  await dialog.getByRole('combobox', { name: 'Version in use' }).fill('1.0');
  await page.getByRole('option', { name: /^1\.0/ }).click();
  await dialog.getByRole('button', { name: 'Track', exact: true }).click();
  await page.getByText('In use: 1.0').waitFor();

  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL('**?page=2');
  await page.getByText('Spare part 59').waitFor();
  await page.getByRole('link', { name: 'Spare part 59' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spare part 59' }).waitFor();
  await page.getByRole('link', { name: 'Acme Ltd.' }).click();
  await page.getByText('62 products').waitFor();
});

it('rows of favorites lead to it', async () => {
  const { page } = await installation.visit(token, '/favorites');
  await page.getByRole('link', { name: 'Acme Ltd.' }).click();
  await page.waitForURL(`**/publisher/${publisher}`);
  await page.getByText('62 products').waitFor();
});

it('a publisher that nobody knows is said to be unknown', async () => {
  const { page, allow } = await installation.visit(token, '/updates');
  allow(404);
  await page.goto(`/publisher/${UNKNOWN_ID}`);
  await page.getByRole('heading', { name: 'There is no such publisher' }).waitFor();
  await page.goto('/publisher/nonsense');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});

it.each([
  ['wide and light', { viewport: WIDE, colorScheme: 'light' as const }],
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' as const }],
  ['narrow', { viewport: NARROW, colorScheme: 'light' as const, hasTouch: true }],
])('axe finds nothing, and nothing is wider than the window: %s', async (name, options) => {
  const { page, context } = await installation.visit(token, `/publisher/${publisher}`, options);
  await page.getByText('62 products').waitFor();
  await settled(page);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/publisher-${name}.png` });
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await context.close();
});
