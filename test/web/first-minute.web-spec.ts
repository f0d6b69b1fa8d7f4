import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { findings } from './setup/axe';
import { settled, useInstallation } from './setup/installation';

/** Name, image, the tag that runs, and versions of the catalogue. */
const RUNS: [name: string, image: string, tag: string, ...versions: string[]][] = [
  ['nginx', 'library/nginx', '1.30.1-alpine', '1.30.1', '1.30.4'],
  ['PostgreSQL', 'library/postgres', '16.1', '16.1', '18.0'],
  ['Redis', 'library/redis', '8.6.3', '8.6.3', '8.6.4'],
  ['Grafana', 'grafana/grafana', '13.0.0', '13.0.0', '13.1.0'],
  ['Prometheus', 'prom/prometheus', 'v2.53.0', '2.53.0', '2.54.0'],
  ['Traefik', 'library/traefik', 'v3.1.2', 'v3.1.2', 'v3.2.1'],
  ['Nextcloud', 'library/nextcloud', '30.0.1', '30.0.1', '30.0.2'],
  ['Home Assistant', 'homeassistant/home-assistant', '2026.10.1', '2026.10.1', '2026.11.2'],
  ['Jellyfin', 'jellyfin/jellyfin', '10.10.7', '10.10.7', '10.11.0'],
  ['Vaultwarden', 'vaultwarden/server', '1.32.0', '1.32.0', '1.34.0'],
  ['Gitea', 'gitea/gitea', '1.25.2', '1.25.2', '1.25.3'],
  ['Immich', 'immich-app/immich-server', 'v1.120.0', 'v1.120.0', 'v1.121.0'],
  ['MariaDB', 'library/mariadb', '11.4.2', '11.4.2'],
  ['Keycloak', 'keycloak/keycloak', '27.0.0', '27.0.0', '27.0.1'],
];
const IMAGES = [...RUNS.map(([, image, tag]) => `${image.replace('library/', '')}:${tag}`), 'example/landing:latest'];
const DOCKER_PS = [
  'CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES',
  ...IMAGES.map((image, n) => {
    const id = `0a1b2c3d4e${String(n).padStart(2, '0')}`;
    return `${id}   ${image}   "/start"   3 weeks ago   Up 3 weeks   80/tcp   c${n}`;
  }),
].join('\n');
/** People decide to stay in the first minute: so many clicks and milliseconds. */
const MOST_CLICKS = 6;
const MOST_MS = 10_000;
const PHONE = { width: 390, height: 788 };

const installation = useInstallation();

beforeAll(async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await installation.publish(
    ...RUNS.map(([name, image, , ...versions]) => ({
      ...product(name, versions),
      identifiers: [{ type: 'purl', value: `pkg:docker/${image}` }],
      ...(name === 'MariaDB' ? { lifecycle: [{ cycle: '11.4', eol_on: day(-40), latest: '11.4.2' }] } : {}),
    })),
  );
});

const box = (page: Page) => page.getByLabel('Paste docker ps, a compose file, an address or a name');

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await box(page).click();
  await page.keyboard.press('Control+v');
}

it('a paste of 15 containers is a list, all of it is tracked, one is updated and taken back, in a few clicks', async () => {
  const token = await installation.token('ada');
  const { page } = await installation.visit(token, '/updates', { viewport: PHONE });
  await box(page).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.evaluate(() => {
    const count = () => Number(document.body.dataset.clicks ?? 0);
    addEventListener('click', ({ detail }) => detail > 0 && (document.body.dataset.clicks = String(count() + 1)));
  });
  const start = Date.now();
  await paste(page, DOCKER_PS);
  const takeAll = page.getByRole('button', { name: 'Track all 14' });
  await takeAll.waitFor();
  const took = Date.now() - start;
  const list = page.getByRole('list', { name: 'Added' });
  expect(await list.getByRole('listitem').count()).toBe(14);
  const said = (await list.innerText()).replace(/\s+/g, ' ');
  expect(said).toContain('1.30.1-alpine → 1.30.4 Tag to write: nginx:1.30.4-alpine');
  expect(said).toContain('13.0.0 → 13.1.0 Tag to write: grafana/grafana:13.1.0');
  expect(said).toContain('v2.53.0 → 2.54.0 Tag to write: prom/prometheus:v2.54.0');
  expect(said).toMatch(/11\.4\.2 Newest version support ended/);
  await page.getByRole('list', { name: 'Unknown' }).getByText('example/landing').waitFor();
  expect(await findings(page)).toEqual([]);
  await takeAll.click();
  const rows = page.locator('[role="row"][data-id]');
  await rows.nth(12).waitFor();
  expect(await rows.count()).toBe(13);
  await box(page).waitFor({ state: 'detached' });
  const first = rows.first();
  await first.getByRole('button', { name: /^Actions/ }).click();
  await page
    .getByRole('menuitem', { name: /updated/i })
    .first()
    .click();
  await page.waitForFunction(() => document.querySelectorAll('[role="row"][data-id]').length === 12);
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows.nth(12).waitFor();
  const clicks = await page.evaluate(() => Number(document.body.dataset.clicks));
  process.stdout.write(`the first minute: ${clicks} clicks, ${took} ms from the paste to the list\n`);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(took).toBeLessThanOrEqual(MOST_MS);
});

it('a name is found in place, and a tile asks for the version', async () => {
  const { page } = await installation.visit(await installation.token('grace'), '/updates', { viewport: PHONE });
  await paste(page, 'Vaultwarden');
  await page.getByRole('button', { name: 'Track it Vaultwarden' }).waitFor();
  await box(page).fill('gitea/gitea:1.25.2');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Track it Gitea' }).waitFor();
  await page.getByRole('button', { name: 'nginx' }).click();
  const dialog = page.getByRole('dialog', { name: /nginx/ });
  await dialog.getByLabel('Version in use').fill('1.30.1');
  await page.keyboard.press('Enter');
  await page.locator('[role="row"][data-id]').getByText('nginx').first().waitFor();
});

it('the examples of a first start go with one click and come back, and all that is pasted takes their place', async () => {
  const token = await installation.token('alan');
  for (const [name, version] of [
    ['nginx', '1.30.4'],
    ['Keycloak', '27.0.0'],
  ] as const) {
    const [found] = await installation.api<{ id: string }[]>(token, 'GET', `/software?name=${name}`);
    const favorite = { software: found!.id, version };
    const { uuid } = await installation.api<{ uuid: string }>(token, 'POST', '/favorite', favorite);
    await installation.api(token, 'PATCH', `/favorite/${uuid}`, { tags: ['example'] });
  }
  const { page } = await installation.visit(token, '/updates', { viewport: PHONE });
  await page.getByRole('button', { name: 'Remove the examples' }).click();
  await page.getByText('2 favorites are examples.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 favorites are examples.').waitFor();
  // One of them is in use at a lower version than the example was.
  await paste(page, 'nginx 1.30.1\nRedis 8.6.3\n');
  await page.getByRole('button', { name: 'Track all 2' }).click();
  await page.locator('[role="row"][data-id]').nth(1).waitFor();
  await settled(page);
  const favorites = await installation.api<{ software: string }[]>(token, 'GET', '/favorite');
  expect(favorites.map(({ software }) => software).sort()).toEqual(['Redis', 'nginx']);
});
