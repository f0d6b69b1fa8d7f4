import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { settled, useInstallation } from './setup/installation';
import { tabTo } from './setup/keyboard';

const HOME = readFileSync(
  join(__dirname, '..', '..', 'packages/inventory-reader/test/fixtures/compose/home.yaml'),
  'utf8',
);
const image = (path: string) => ({ identifiers: [{ type: 'purl', value: `pkg:docker/${path}` }] });

const installation = useInstallation();

beforeAll(async () => {
  await installation.publish(
    product('nginx', ['1.30.1', '1.30.4']),
    product('Redis', ['7.4.0', '7.4.1', '8.6.3', '8.6.4']),
    product('Gitea', ['1.25.2', '1.25.3']),
    product('Keycloak', ['27.0.0', '27.0.1']),
    { ...product('Traefik', ['v3.1.2', 'v3.2.0', 'v3.2.1']), ...image('library/traefik') },
    { ...product('Nextcloud', ['30.0.1', '30.0.2']), ...image('library/nextcloud') },
    { ...product('Prometheus', ['2.53.0', '2.54.0']), ...image('prom/prometheus') },
    product('Immich', ['v1.120.0', 'v1.121.0']),
    product('Jellyfin Server', ['10.10.7', '10.11.0']),
  );
});

const compose = (nginx: string) => `services:
  web:
    image: nginx:${nginx}
  cache:
    image: redis:8.6.3
  odd:
    image: registry.example.org/acme/keyclock:1.2.3
`;

const four = 'nginx 1.30.1\nRedis 8.6.3\nGitea 1.25.2\nKeycloak 27.0.0\n';

async function preview(page: Page, text: string, name: string, environment?: string): Promise<void> {
  await page.getByLabel('What is installed').fill(text);
  await page.getByRole('combobox', { name: 'Inventory' }).fill(name);
  await page.keyboard.press('Escape');
  if (environment !== undefined) {
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Environment').fill(environment);
  }
  await page.getByRole('button', { name: 'Preview' }).click();
}

/** What is fine is one line until somebody opens it. */
const open = (page: Page, line: string) => page.locator('summary').getByText(line).click();

const listed = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true });

it('a compose file is previewed, imported, listed and seen at its product; a version that moved is said', async () => {
  const token = await installation.token('ada');
  const { page, calls } = await installation.visit(token, '/import');
  await preview(page, compose('1.30.1'), 'web-1', 'prod');
  await open(page, '2 added.');
  await page.getByRole('heading', { name: 'Unknown (1)' }).waitFor();
  expect(await listed(page, 'Added').getByRole('link').allTextContents()).toEqual(['nginx', 'Redis']);
  const unknown = await listed(page, 'Unknown').innerText();
  expect(unknown).toContain('registry.example.org/acme/keyclock 1.2.3');
  expect(unknown).toContain('No product has this name or identifier. Similar name: Keycloak');
  // Nothing is done by a preview.
  expect(await installation.api<unknown[]>(token, 'GET', '/inventory')).toEqual([]);
  await page.getByRole('region', { name: 'Preview of web-1' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/web-1');
  await page.getByText('web-1 is imported: 2 added.').waitFor();
  await page.getByText('Environment prod · 2 deployments · 3 components · docker-compose').waitFor();
  const notKnown = listed(page, '1 component not known');
  await notKnown.getByText('registry.example.org/acme/keyclock 1.2.3').waitFor();
  expect(await notKnown.innerText()).toContain('No product has this name or identifier. Similar name: Keycloak');
  await notKnown.getByRole('button', { name: 'It is…: registry.example.org/acme/keyclock' }).waitFor();

  await page.goto('/import');
  await preview(page, compose('1.30.4'), 'web-2', 'stage');
  await page.getByText('2 added.').waitFor();
  await page.getByRole('region', { name: 'Preview of web-2' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/web-2');
  await page.goto('/inventories');
  await listed(page, 'Inventories').waitFor();
  expect(await listed(page, 'Inventories').getByRole('link').allTextContents()).toEqual(['web-1', 'web-2']);
  await listed(page, 'Several versions').waitFor();
  const differing = await listed(page, 'Several versions').innerText();
  expect(differing.replace(/\s+/g, ' ')).toBe('nginx prod · web-1 1.30.1 stage · web-2 1.30.4');
  await open(page, 'One version');
  await listed(page, 'One version').getByText('Redis').waitFor();

  await listed(page, 'Several versions').getByRole('link', { name: 'nginx' }).click();
  await page.getByText('prod 1.30.1, stage 1.30.4').waitFor();

  await page.goto('/inventories/web-1');
  await page.getByRole('link', { name: 'Upload again' }).click();
  expect(await page.getByLabel('Environment').inputValue()).toBe('prod');
  calls.length = 0;
  await page.getByLabel('What is installed').fill(compose('1.30.4'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await open(page, '1 moved to another version.');
  expect((await listed(page, 'Moved').innerText()).replace(/\s+/g, ' ')).toContain('1.30.1 → 1.30.4');
  await page.getByRole('region', { name: 'Preview of web-1' }).getByRole('button', { name: 'Import' }).click();
  await page.getByText('web-1 is imported: 1 moved to another version.').waitFor();
  // One preview and one import, and nothing else was sent.
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2);

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete web-1?' });
  await dialog.getByText('Its 2 deployments will go').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/inventories');
  await page.getByText('web-1 is deleted.').waitFor();
  expect(await listed(page, 'Inventories').getByRole('link').allTextContents()).toEqual(['web-2']);
});

it('what is no inventory, and a name that is none, are said beside the field; what was typed stays', async () => {
  const { page, allow } = await installation.visit(await installation.token('grace'), '/import');
  allow(422);
  await page.getByRole('combobox', { name: 'Inventory' }).fill('');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Paste something or choose a file.').waitFor();
  await page.getByText('Use 1 to 64 of a-z').waitFor();
  const words = '{"this": ["is", "no", "inventory"]}';
  await preview(page, words, 'web-1');
  const field = page.getByLabel('What is installed');
  await page.waitForFunction(() => document.querySelector('textarea')?.getAttribute('aria-invalid') === 'true');
  const said = await field.evaluate((element) =>
    element
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
  expect(said).toContain('of an unknown format');
  expect(await field.inputValue()).toBe(words);
  expect(await page.getByRole('combobox', { name: 'Inventory' }).inputValue()).toBe('web-1');
});

it('a file is chosen or dropped, also one that Windows wrote, and can be taken away', async () => {
  const { page } = await installation.visit(await installation.token('joan'), '/import');
  const buffer = Buffer.from(`\ufeff${compose('1.30.1')}`, 'utf16le');
  await page.locator('input[type=file]').setInputFiles({ name: 'compose.yaml', mimeType: 'text/yaml', buffer });
  await page.getByText(/^compose.yaml, \d+ bytes$/).waitFor();
  await page.getByRole('button', { name: 'Remove the file compose.yaml' }).click();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.yaml'));
    return data;
  }, compose('1.30.1'));
  await page.getByLabel('What is installed').dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText(/^dropped.yaml/).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'compose.yaml', mimeType: 'text/yaml', buffer });
  await page.getByText(/^compose.yaml/).waitFor();
  await page.getByRole('combobox', { name: 'Inventory' }).fill('web-1');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('3 components found, read as docker-compose.').waitFor();
});

it('an outcome that changed since the preview is not done, and is shown anew', async () => {
  const token = await installation.token('edsger');
  const { page, allow } = await installation.visit(token, '/import');
  allow(412);
  await preview(page, 'nginx 1.30.1\nRedis 8.6.3\n', 'web-1');
  await page.getByText('2 added.').waitFor();
  await installation.upload(token, 'web-1', 'nginx 1.30.1\n');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Things have changed since the preview').waitFor();
  await page.getByText('1 added. 1 unchanged.').waitFor();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/web-1');
  await listed(page, 'Deployments').getByText('Redis').waitFor();
});

it('asks before more than half would go', async () => {
  const token = await installation.token('barbara');
  await installation.upload(token, 'web-1', four);
  const { page } = await installation.visit(token, '/import?name=web-1');
  await page.getByLabel('What is installed').fill('nginx 1.30.1\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('3 removed.').waitFor();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove more than half?' });
  await dialog.getByText('3 deployments of web-1 would go').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await installation.api<unknown[]>(token, 'GET', '/inventory/web-1/deployment')).toHaveLength(4);
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByRole('button', { name: 'Import and remove' }).click();
  await page.waitForURL('**/inventories/web-1');
  expect(await installation.api<unknown[]>(token, 'GET', '/inventory/web-1/deployment')).toHaveLength(1);
});

it('scopes: who may only read is told so, who may upload is let in, and products are made by those who may', async () => {
  const reader = await installation.visit(await installation.token('rosa', 'read'), '/import');
  await reader.page.getByText('Your session may not import').waitFor();
  expect(await reader.page.getByRole('button', { name: 'Preview' }).count()).toBe(0);
  const uploader = await installation.visit(await installation.token('rosa', 'read,inventory:write'), '/import');
  await preview(uploader.page, 'pkg:npm/left-pad@1.3.0\nnginx 1.30.1\n', 'web-1');
  await uploader.page.getByText('1 added.').waitFor();
  const choices = uploader.page.getByLabel('Create products for').locator('option');
  expect(await choices.allTextContents()).toEqual(["Images that aren't in the catalogue", 'Nothing']);
  await uploader.page.getByRole('button', { name: 'Import' }).click();
  await uploader.page.waitForURL('**/inventories/web-1');
  await reader.page.goto('/inventories');
  await listed(reader.page, 'Inventories').getByText('web-1').waitFor();
  expect(await reader.page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);

  const publisher = await installation.visit(await installation.token('rosa', 'read,write,catalogue:write'), '/import');
  await publisher.page.getByText('More', { exact: true }).click();
  await publisher.page.getByLabel('Create products for').selectOption("Everything that isn't in the catalogue");
  // Its source needs no registry that an operator has to name.
  await preview(publisher.page, 'pkg:github/example/left-pad@1.3.0\n', 'web-2');
  await publisher.page.getByText('1 product created.').waitFor();
  await publisher.page.goto('/tokens?new=yes');
  expect(await publisher.page.getByRole('dialog').getByLabel('Upload').isEnabled()).toBe(true);
});

it('everything works by keys alone', async () => {
  const { page } = await installation.visit(await installation.token('margaret'), '/updates');
  await page.locator('h1').waitFor();
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/inventories');
  await page.getByText('No inventories').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Import');
  await page.getByRole('dialog').getByText('Import', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/import');
  await tabTo(page, /What is installed/);
  await page.keyboard.insertText(compose('1.30.1'));
  await tabTo(page, /Inventory/);
  await page.keyboard.type('web-1');
  await page.keyboard.press('Enter');
  // The focus goes to the preview, and its button is next.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Preview of web-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inventories/web-1');
  await listed(page, 'Deployments').getByText('nginx').waitFor();
});

it('what is unknown is said, or ignored, in the preview and on the inventory; nothing is lost', async () => {
  const token = await installation.token('mary');
  const { page } = await installation.visit(token, '/import');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Create products for').selectOption('Nothing');
  await preview(page, HOME, 'home');
  await page.getByText('3 added.').waitFor();
  await page.getByRole('heading', { name: 'Unknown (12)' }).waitFor();
  await page.getByRole('button', { name: 'It is…: jellyfin/jellyfin' }).click();
  const which = page.getByRole('dialog', { name: 'Which product is jellyfin/jellyfin?' });
  await which.getByRole('button', { name: 'Jellyfin Server' }).click();
  await which.getByRole('button', { name: 'It is this product' }).click();
  await page.getByText('jellyfin/jellyfin is Jellyfin Server. The next upload knows it.').waitFor();
  await page.getByText('4 added.').waitFor();
  await page.getByRole('button', { name: 'Ignore registry.example.org/home/landing from now on' }).click();
  await page.getByRole('heading', { name: 'Unknown (10)' }).waitFor();
  await page.getByText('1 ignored.').waitFor();
  await page.getByRole('region', { name: 'Preview of home' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/home');
  const unknown = listed(page, '10 components not known');
  await unknown.waitFor();
  // Its product is known, and only its version is not.
  await unknown.getByRole('button', { name: 'Say its version: prom/prometheus' }).waitFor();

  await page.getByRole('button', { name: 'It is…: ghcr.io/immich-app/immich-server' }).click();
  const immich = page.getByRole('dialog', { name: 'Which product is ghcr.io/immich-app/immich-server?' });
  await immich.getByRole('combobox', { name: 'Product' }).fill('immich');
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

it('each version goes down only with a tick of its own, else it waits', async () => {
  const token = await installation.token('hope');
  await installation.upload(token, 'web', 'Redis 7.4.1\nTraefik v3.2.1\n');
  const { page } = await installation.visit(token, '/import?name=web');
  await page.getByLabel('What is installed').fill('Redis 7.4.0\nTraefik v3.2.0\nNextcloud 30.0.1\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  const region = page.getByRole('region', { name: 'Preview of web' });
  await region.getByRole('heading', { name: 'Would go back to an older version (2)' }).waitFor();
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

it('what labels of another tracker say is seen in the preview, and is the policy of what is tracked', async () => {
  const token = await installation.token('margo');
  const { page } = await installation.visit(token, '/import');
  const labelled = (label: string) => `labels: ['${label}']`;
  const services = [
    `web: {image: "nginx:1.30.1", ${labelled('wud.tag.include=^1\\.30\\.\\d+$$')}}`,
    `cache: {image: "redis:7.4.0", ${labelled('wud.watch=false')}}`,
    'proxy: {image: "traefik:v3.1"}',
  ];
  await preview(page, `services: {${services.join(', ')}}`, 'labelled');
  await open(page, '2 added');
  const added = await listed(page, 'Added').innerText();
  expect(added).toContain('on 1.30, as wud.tag.include says');
  expect(added).toContain('on 3.1, as its tag says');
  expect(await listed(page, 'Ignored').innerText()).toContain('wud.watch=false');
  expect(await page.getByRole('button', { name: 'Bring back' }).count()).toBe(0);
  await page.getByRole('region', { name: 'Preview of labelled' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/labelled');
  const [favorite] = await installation.api<{ policy: { series: string } }[]>(
    token,
    'GET',
    '/favorite?includePolicy&software=nginx',
  );
  expect(favorite!.policy.series).toBe('1.30');
});

it('groups say how many inventories run which version, also beside another group', async () => {
  const token = await installation.token('grouper');
  for (const [name, version, labels] of [
    ['web-1', '1.30.4', { group: 'web' }],
    ['web-2', '1.30.4', { group: 'web' }],
    ['web-3', '1.30.1', { group: 'web' }],
    ['db-1', '1.30.1', { group: 'db' }],
  ] as const) {
    await installation.upload(token, name, `nginx ${version}\n`);
    await installation.api(token, 'PUT', `/inventory/${name}`, { labels });
  }
  const { page } = await installation.visit(token, '/inventories');
  await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'group=web (3)' }).click();
  await page.getByRole('heading', { name: 'group=web' }).waitFor();
  const products = listed(page, 'Products');
  await products.getByText('2 of 3 at').waitFor();
  expect((await products.innerText()).replace(/\s+/g, ' ')).toContain('2 of 3 at 1.30.4 1 of 3 at 1.30.1');
  await page.getByText('Inventories', { exact: true }).last().click();
  await listed(page, 'Inventories').getByRole('link', { name: 'web-3' }).waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('group=db');
  await products.getByText('1 of 1 at').waitFor();
  await page.reload();
  await products.getByText('1 of 1 at').waitFor();
});
