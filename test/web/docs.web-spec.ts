import { findings, WAYS } from './setup/axe';
import { useInstallation } from './setup/installation';

const installation = useInstallation();

it.each(WAYS)('pages of the documentation have no flaw that axe finds: %s', async (_way, options) => {
  const { page } = await installation.browser.visit(installation.server.url, options);
  const wrong: string[] = [];
  for (const path of ['/docs', '/docs/configuration', '/docs/channels/email']) {
    await page.goto(path);
    for (const finding of await findings(page)) wrong.push(`${path}: ${finding}`);
  }
  await page.getByLabel('Search the documentation').fill('backup');
  await page.locator('#found a').first().waitFor();
  for (const finding of await findings(page)) wrong.push(`search: ${finding}`);
  expect(wrong).toEqual([]);
});

it('are searched, also with a letter that is wrong, and by the keyboard', async () => {
  const { page } = await installation.browser.visit(installation.server.url);
  await page.goto('/docs/install');
  await page.keyboard.press('/');
  await page.keyboard.type('restroe backup');
  await page.locator('#found a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/upgrade-and-backup*');
  await page.getByRole('heading', { level: 1, name: /backup/i }).waitFor();
  const field = page.getByLabel('Search the documentation');
  await field.fill('no-such-word-anywhere');
  await page.getByText('Nothing found').waitFor();
});

it('are light or dark as the application is', async () => {
  const { page } = await installation.visit(await installation.token());
  await page.goto('/docs');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await ground()).not.toBe(light);
  await page.goto('/updates');
  expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark');
});

it('are found by the palette', async () => {
  const { page } = await installation.visit(await installation.token());
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('scaling');
  await page.getByRole('option', { name: /Proxy, replicas and scaling/ }).click();
  await page.waitForURL('**/docs/scaling');
});
