import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { type MailReceiver, outside } from '../setup/receivers';
import { NARROW, type VisitOptions } from './setup/browser';
import { settled, useInstallation } from './setup/installation';
import { storeNotes } from './setup/notes';

/** The pictures of docs, which `npm run docs:pictures` makes: of the built program with its own catalogue, and of mails that it sends. */

const DOCS = join(__dirname, '..', '..', 'docs');
const TALL = { width: 1280, height: 1000 };
const PHONE = { viewport: { ...NARROW, height: 788 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const compose = (...images: string[]) =>
  ['services:', ...images.flatMap((image) => [`  ${image.split(/[/:]/).at(-2)}:`, `    image: ${image}`]), ''].join(
    '\n',
  );

/** What runs at home, some of it for long. */
const HOME = compose(
  'gitea/gitea:1.22.0',
  'grafana/grafana:12.3.0',
  'ghcr.io/home-assistant/home-assistant:2026.1.0',
  'jellyfin/jellyfin:10.10.0',
  'quay.io/keycloak/keycloak:26.0.0',
  'mariadb:11.4.2',
  'nextcloud:30.0.0',
  'nginx:1.29.4',
  'portainer/portainer-ce:2.21.0',
  'postgres:16.4',
  'prom/prometheus:v3.0.0',
  'redis:8.0.0',
  'traefik:v3.2.0',
  'louislam/uptime-kuma:1.23.0',
  'vaultwarden/server:1.32.0',
);

interface Version {
  version: string;
}

const GATEWAY: [version: string, day: string, notes: string, breaking: number][] = [
  [
    '4.3.0',
    '2026-09-07',
    '## Breaking changes\n- Health checks use `HEAD` by default; set `health.method: GET` to keep the old behaviour\n## Added\n- HTTP/3 for listeners, off by default\n',
    1,
  ],
  [
    '4.3.2',
    '2026-10-01',
    '- Fixed: memory of rate limits is freed when a route is removed\n- Fixed: `gateway check` exits with 1 when a certificate has expired\n',
    0,
  ],
  [
    '4.4.0',
    '2026-11-03',
    '## Breaking changes\n- The option `tls.legacy_ciphers` is gone. Clients need TLS 1.2 or newer.\n## Added\n- Routes may match by header: see [routing](https://gateway.example/routing)\n- Access logs as JSON, with the id of the trace\n',
    1,
  ],
  [
    '4.4.1',
    '2026-11-22',
    '- Fixed: streamed responses keep their `Content-Length`\n- Fixed: a reload no longer closes idle WebSocket connections\n',
    0,
  ],
];

const gateway = (...versions: [string, string][]) => ({
  ...product(
    'Orchard Gateway',
    versions.map(([version, day]) => ({ version, released_at: `${day}T10:00:00Z` })),
    { publisher: { name: 'Example Corp' }, identity: { id: 'orchard-gateway' } },
  ),
  lifecycle: [{ cycle: '4.4', eol_on: '2027-12-29', latest: '4.4.1' }],
});

const world = outside();
let mails: MailReceiver;
const installation = useInstallation(async () => {
  mails = await world.smtp();
  return { CHECK_EVERY: '1s', SEED_CATALOGUE: 'true', SMTP_URL: mails.url, TRUST_EMAIL_ADDRESSES: 'true' };
});
let token: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  token = await installation.token('ada', 'read,write,admin,catalogue:write');
  await installation.upload(token, 'home', HOME);
  const path = '/favorite?includeProduct&per_page=50';
  const favorites = await installation.api<{ software: string; product: { id: string } }[]>(token, 'GET', path);
  for (const { software, product } of favorites) ids.set(software, product.id);
  // Its own advisories are there, and a check has seen all of it.
  await eventually(async () => {
    const vulnerable = await installation.api<unknown[]>(token, 'GET', '/favorite?vulnerable=true&per_page=50');
    return vulnerable.length >= 10 && isChecked();
  });
});

const isChecked = () =>
  installation.rows((database) => {
    const { waiting } = database.prepare('SELECT count(*) AS waiting FROM update_mark').get() as { waiting: number };
    return waiting === 0;
  });

/** @param act what is done before the picture is taken */
async function picture(
  name: string,
  path: string,
  options: VisitOptions = {},
  act?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page, context } = await installation.visit(token, path, options);
  await settled(page);
  await act?.(page);
  await settled(page);
  await page.screenshot({ path: join(DOCS, name), animations: 'disabled' });
  await context.close();
}

/** With a heading at the top of the window. */
const from = (title: RegExp | string) => (page: Page) =>
  page.getByRole('heading', { name: title }).evaluate((heading) => {
    window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 40);
  });

const productAt = (name: string) => `/software/${ids.get(name)}`;

it('of what is outdated', async () => {
  await picture('images/updates.png', '/updates');
  await picture('images/updates-phone.png', '/updates', PHONE);
  await picture('images/favorites.png', '/favorites');
});

it('of products', async () => {
  await picture('images/product.png', productAt('nginx'));
  await picture('images/product-plot.png', productAt('Grafana'), { viewport: TALL }, from(/^Between/));
  await picture('images/vulnerabilities-product.png', productAt('Grafana'), {}, from('Vulnerabilities'));
});

it('of a search, in the dark', () => picture('images/search-dark.png', '/search?q=post', { colorScheme: 'dark' }));

it('of an import', () =>
  picture('images/import.png', '/import', { viewport: TALL }, async (page) => {
    const text = compose('nginx:1.28.0', 'postgres:17.2', 'ghcr.io/acme/cache:1.2', 'nextcloud:29.0.0');
    await page.getByLabel('What is installed').fill(text);
    await page.getByLabel('Inventory').fill('home');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'Preview of home' }).waitFor();
    // The focus is there now, and the window with it.
    await page.evaluate(() => window.scrollTo(0, 0));
  }));

const newChannel = (user: string, type: string, name: string, settings: object) =>
  installation.api<{ id: string }>(user, 'POST', '/channel', { type, name, settings });

/** Tracks a product of its own. @returns its id */
async function trackNew(user: string, record: ReturnType<typeof product>): Promise<string> {
  await installation.publish(record);
  const { name } = record.software;
  const [{ id }] = await installation.api<[{ id: string }]>(user, 'GET', `/software?name=${encodeURIComponent(name)}`);
  await installation.api(user, 'POST', '/favorite', { software: id, version: (record.versions[0] as Version).version });
  return id;
}

it('of channels and of the operator', async () => {
  const hook = await world.http();
  await newChannel(token, 'email', 'Team', { address: 'team@example.org' });
  await newChannel(token, 'webhook', 'Deployments', { url: hook.url });
  await newChannel(token, 'log', 'Service log', {});
  const ledger = (...versions: string[]) => product('Ledger', versions, { identity: { id: 'ledger' } });
  await trackNew(token, ledger('2.0.0'));
  mails.will(250);
  hook.will(204);
  await installation.publish(ledger('2.0.0', '2.1.0'));
  await eventually(async () => {
    const [first] = await installation.api<{ state: string }[]>(token, 'GET', '/notification');
    return first?.state === 'sent';
  });
  await picture('images/channels.png', '/channels');
  await picture('images/operator.png', '/operator');
}, 300_000);

it('of mails', async () => {
  // Only what the mails are about is told.
  const reader = await installation.token('grace', 'read,write');
  const id = await trackNew(reader, gateway(['4.2.2', '2026-08-10']));
  const { id: channel } = await newChannel(reader, 'email', 'Mail', { address: 'grace@example.org' });
  await installation.api(reader, 'PATCH', `/channel/${channel}`, { notes: 'full' });
  await mailsOf(id, ...GATEWAY.map(([version, day]): [string, string] => [version, day]));
  await shoot('images/mail.png', id, 680, 'Minor update');
  await installation.api(reader, 'PATCH', `/channel/${channel}`, { notes: 'none' });
  await mailsOf(id, ['5.0.0', '2026-11-26']);
  await shoot('channels/images/mail-update-narrow-light.png', id, 360, 'Major update');
}, 300_000);

/** Publishes versions while the service is away, so that their notes are there with them; then it tells of them. */
async function mailsOf(id: string, ...versions: [string, string][]): Promise<void> {
  mails.will(250);
  const { port } = new URL(installation.server.url);
  await installation.server.stop();
  await installation.stage.json(['catalogue', 'import', '-'], JSON.stringify(gateway(...versions)));
  const rows = installation.rows((database) => database.prepare('SELECT id, software_id, version FROM version').all());
  const stored = (rows as { id: string; software_id: string; version: string }[]).filter(
    (one) => one.software_id === id,
  );
  const notes = GATEWAY.filter(([version]) => versions.some(([one]) => one === version)).map(
    ([version, , text, breaking]) => [stored.find((one) => one.version === version)!.id, { text, breaking }] as const,
  );
  storeNotes(installation, new Map(notes));
  const sent = mails.mails.length;
  installation.server = await installation.serve(port, { PUBLIC_URL: 'https://updates.example.org' });
  await eventually(() => mails.mails.length > sent);
}

/** The newest mail, as a program for mails shows it. @param id of the product: it would be another one in each picture */
async function shoot(name: string, id: string, width: number, step: string): Promise<void> {
  const { page, context } = await installation.browser.visit(installation.server.url, {
    viewport: { width, height: 400 },
    colorScheme: 'light',
  });
  const html = mails.mails.at(-1)!.parsed.html as string;
  await page.setContent(html.replaceAll(id, '01a20cb2-41d0-746c-874f-b2d10658b13e'));
  await page.getByText(step, { exact: true }).waitFor();
  await page.screenshot({ path: join(DOCS, name), fullPage: true });
  await context.close();
}
