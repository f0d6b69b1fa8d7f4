import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { Installation, settled } from './setup/installation';

const HOME = readFileSync(join(__dirname, '..', 'inventory', 'fixtures', 'compose', 'home.yaml'), 'utf8');

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
  const image = (path: string) => ({ identifiers: [{ type: 'purl', value: `pkg:docker/${path}` }] });
  await installation.publish(
    { ...product('Traefik', ['v3.1.2', 'v3.2.0', 'v3.2.1']), ...image('library/traefik') },
    { ...product('Nextcloud', ['30.0.1', '30.0.2']), ...image('library/nextcloud') },
    { ...product('Prometheus', ['2.53.0', '2.54.0']), ...image('prom/prometheus') },
    product('Immich', ['v1.120.0', 'v1.121.0']),
    product('Jellyfin Server', ['10.10.7', '10.11.0']),
    product('Redis', ['7.4.0', '7.4.1']),
  );
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const listed = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true });

async function preview(page: Page, text: string, name: string): Promise<void> {
  await page.getByLabel('What is installed').fill(text);
  await page.getByRole('combobox', { name: 'Inventory' }).fill(name);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview' }).click();
}

it('what is unknown is said, or ignored, in the preview and on the inventory; nothing is lost', async () => {
  const token = await installation.token('ada');
  const { page } = await installation.visit(token, '/import');
  await preview(page, HOME, 'home');
  await page.getByText('3 added.').waitFor();
  await page.getByText('12 unknown.').waitFor();
  await page.getByRole('button', { name: 'It is…: jellyfin/jellyfin' }).click();
  const which = page.getByRole('dialog', { name: 'Which product is jellyfin/jellyfin?' });
  await which.getByRole('button', { name: 'Jellyfin Server' }).click();
  await which.getByRole('button', { name: 'It is this product' }).click();
  await page.getByText('jellyfin/jellyfin is Jellyfin Server. The next upload knows it.').waitFor();
  await page.getByText('4 added.').waitFor();
  await page.getByRole('button', { name: 'Ignore registry.example.org/home/landing from now on' }).click();
  await page.getByText('10 unknown, 1 ignored.').waitFor();
  await page.getByRole('region', { name: 'Preview of home' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/home');
  const unknown = listed(page, '10 components not known');
  await unknown.waitFor();
  // Its product is known, and only its version is not.
  await unknown.getByRole('button', { name: 'Say its version: prom/prometheus' }).waitFor();

  await page.getByRole('button', { name: 'It is…: ghcr.io/immich-app/immich-server' }).click();
  const immich = page.getByRole('dialog', { name: 'Which product is ghcr.io/immich-app/immich-server?' });
  await immich.getByLabel('Product').fill('immich');
  await page.getByRole('option', { name: /Immich/ }).click();
  await immich.getByRole('button', { name: 'It is this product' }).click();
  await listed(page, '9 components not known').waitFor();
  await listed(page, 'Deployments').getByRole('link', { name: 'Immich' }).waitFor();

  await page.getByRole('button', { name: '1 component ignored' }).click();
  await page.getByRole('button', { name: 'Bring back registry.example.org/home/landing' }).click();
  await listed(page, '10 components not known').waitFor();
  await page.getByRole('button', { name: 'Ignore all 10' }).click();
  await page.getByText('10 components ignored from now on.').waitFor();
  await page.getByRole('button', { name: '10 components ignored', exact: true }).waitFor();
  await installation.upload(token, 'home', HOME);
  await page.reload();
  await listed(page, 'Deployments').getByRole('link', { name: 'Immich' }).waitFor();
  expect(await page.getByText(/not known/).count()).toBe(0);
});

it('each version goes down only with a tick of its own, else it waits; an import is taken back by its toast', async () => {
  const token = await installation.token('grace');
  await installation.upload(token, 'web', 'Redis 7.4.1\nTraefik v3.2.1\n');
  const { page } = await installation.visit(token, '/import?name=web');
  await page.getByLabel('What is installed').fill('Redis 7.4.0\nTraefik v3.2.0\nNextcloud 30.0.1\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  const region = page.getByRole('region', { name: 'Preview of web' });
  await region.getByText('Some versions are lower than your favorites show').waitFor();
  const apply = region.getByRole('button', { name: 'Import', exact: true });
  const traefik = region.getByRole('checkbox', { name: 'Lower Traefik from v3.2.1 to v3.2.0' });
  const redis = region.getByRole('checkbox', { name: 'Lower Redis from 7.4.1 to 7.4.0' });
  await region.getByRole('checkbox', { name: 'Lower all 2 favorites' }).check();
  expect([await redis.isChecked(), await traefik.isChecked()]).toEqual([true, true]);
  await region.getByText('1 added, 2 moved to another version, 2 favorites lowered.').waitFor();
  await traefik.uncheck();
  const promised = '1 added, 2 moved to another version, 1 favorite lowered, 1 favorite kept at a higher version';
  await region.getByText(`${promised}.`).waitFor();
  await apply.click();
  await page.waitForURL('**/inventories/web');
  const deployments = listed(page, 'Deployments');
  await deployments.getByText('Nextcloud').waitFor();
  await page.getByText(`web is imported: ${promised}.`).waitFor();
  expect((await listed(page, '1 version lower than shown').innerText()).replace(/\s+/g, ' ')).toContain(
    'v3.2.1 → v3.2.0',
  );
  const lowered = (await deployments.innerText()).replace(/\s+/g, ' ');
  expect(lowered).toContain('7.4.0');
  expect(lowered).toContain('v3.2.0');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: import of web').waitFor();
  await deployments.getByText('Nextcloud').waitFor({ state: 'detached' });
  expect((await deployments.innerText()).replace(/\s+/g, ' ')).toContain('7.4.1');
  await settled(page);
});

it('what waits on an inventory is lowered by a click, one or all', async () => {
  const token = await installation.token('hedy');
  await installation.upload(token, 'web', 'Redis 7.4.1\nTraefik v3.2.1\nNextcloud 30.0.1\n');
  await installation.upload(token, 'old', 'Redis 7.4.0\nTraefik v3.2.0\nNextcloud 30.0.0\n');
  const { page } = await installation.visit(token, '/inventories/old');
  await page.getByRole('button', { name: 'Lower Redis from 7.4.1 to 7.4.0' }).click();
  await page.getByText('1 favorite lowered.').waitFor();
  await listed(page, '2 versions lower than shown').waitFor();
  await page.getByRole('button', { name: 'Lower all 2' }).click();
  await page.getByText('2 favorites lowered.').waitFor();
  await page.getByText('lower than shown').waitFor({ state: 'detached' });
  await settled(page);
});
