import { osvOfTwelve } from '../advisory/advisory-host';
import { PluginFolder } from '../plugin/plugin-folder';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { FeedHost } from '../source/polling/feed-host';
import { flaws, WAYS } from './setup/axe';
import { settled, useInstallation } from './setup/installation';
import { tabTo } from './setup/keyboard';

const folder = new PluginFolder();
const plugins = ['channel-zulip', 'source-json-pages'].map((name) => folder.addExample(name));
const installation = useInstallation({ SOURCES: 'all', SOURCE_HOST_DELAY_MS: '0', PLUGINS: plugins.join(',') });
let host: FeedHost;
let token: string;
let software: string;

beforeAll(async () => {
  host = await new FeedHost().open();
  token = await installation.token('olga', 'read,write,catalogue:write,admin');
  await installation.publish(product('Lost tool', ['1.0']), product('Good tool', ['1.0']));
  host.publish('good', '1.1');
  const found = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software?sort=name');
  for (const { id, name } of found) {
    const settings = host.json(name === 'Good tool' ? 'good' : 'lost');
    await installation.api(token, 'PUT', `/software/${id}/source`, settings);
    if (name === 'Lost tool') software = id;
  }
  const state = async () =>
    (await installation.api<{ state: string }>(token, 'GET', `/software/${software}/source`)).state;
  await eventually(async () => (await state()) === 'failing');
});

afterAll(async () => {
  await host.close();
  folder.remove();
});

const menu = 'nav[aria-label="Main"], [aria-label="Main"]';

it('is for sessions with the scope: for others it is not in the menu, not in the palette, and says why', async () => {
  const { page, calls } = await installation.visit(await installation.token('eve'), '/operator');
  await page.getByRole('heading', { name: 'This page is for operators' }).waitFor();
  await page.getByText('scope “admin”').waitFor();
  expect(await page.locator(menu).getByText('Operator').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('operator');
  await page.getByText('Search the catalogue for “operator”').waitFor();
  expect(await page.getByRole('dialog').getByText('Operator', { exact: true }).count()).toBe(0);
  expect(calls.filter((call) => /overview|\/source|\/user|\/audit/.test(call))).toEqual([]);
});

it('says what fails, what waits, and what is not known', async () => {
  const { page } = await installation.visit(token, '/updates');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator(menu).getByRole('link', { name: 'Operator' }).click();
  const wrong = page.getByRole('list', { name: 'Problems' });
  await wrong.getByRole('link', { name: 'No mail is set up: SMTP_URL is not set' }).waitFor();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await page.getByText('off: OPERATOR_CHANNEL_URL is not set').waitFor();
  await wrong.getByRole('link', { name: '1 source fails' }).click();
  await page.waitForURL('**/operator?view=sources');
  await page.getByRole('list', { name: 'Sources' }).getByText('Lost tool').waitFor();
  expect(await page.getByText('Good tool').count()).toBe(0);
});

it('asks a source again, and leads to its form', async () => {
  const { page } = await installation.visit(token, '/operator?view=sources');
  await page.getByText('404').first().waitFor();
  host.publish('lost', '1.1');
  await page.getByRole('button', { name: 'Ask now: the source of Lost tool' }).click();
  await page.getByText('is asked as soon as its host may be').waitFor();
  await page.getByRole('link', { name: 'Edit the source of Lost tool' }).click();
  await page.getByRole('dialog').getByLabel('Source', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/software/${software}`);
});

it('is used by the keyboard alone', async () => {
  const { page } = await installation.visit(token, '/operator');
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await tabTo(page, /Sources/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/operator?view=sources');
  await page.getByLabel('State').focus();
  await page.keyboard.type('Any');
  await page.waitForURL('**state=any**');
  await page.getByText('Good tool').waitFor();
  await tabTo(page, /Ask now: the source of Good tool/);
  await page.keyboard.press('Enter');
  await page.getByText('The source of Good tool is asked').waitFor();
});

it('filters sources, users and the audit log in the address', async () => {
  const { page } = await installation.visit(token, '/operator?view=sources&state=any');
  await page.getByText('Good tool').waitFor();
  await page.getByLabel('Host').fill('nowhere.example');
  await page.waitForURL('**host=nowhere.example');
  await page.getByRole('heading', { name: 'No source matches' }).waitFor();
  await page.getByRole('link', { name: 'Show all sources' }).click();
  await page.getByText('Good tool').waitFor();
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByText('last seen').first().waitFor();
  await page.getByLabel('Name').fill('OLG');
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Changes of olga' }).click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await log.getByText('software.source-set').first().waitFor();
  await page.getByLabel('Action').selectOption('session.created');
  await page.waitForURL('**action=session.created**');
  await log.getByText('software.source-set').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page
    .getByRole('button', { name: `Only changes of ${software}` })
    .first()
    .click();
  await page.waitForURL(`**resource=${software}`);
  await page.getByLabel('Action').selectOption('software.source-set');
  await page.reload();
  await log.getByText('software.source-set').first().waitFor();
  expect(await page.getByLabel('Action').inputValue()).toBe('software.source-set');
});

it('invites somebody, whose link is shown once, signs them in, and can be made anew or taken back until then', async () => {
  const { page } = await installation.visit(token, '/operator?view=users');
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByRole('button', { name: 'Invite' }).click();
  await form.getByText('Enter a name.').waitFor();
  await form.getByLabel('Name').fill('bea');
  await form.getByText('This installation cannot send mails').waitFor();
  await form.getByRole('button', { name: 'Invite' }).click();
  const shown = page.getByRole('dialog', { name: 'Sign-in link: bea' });
  const first = await shown.getByLabel('Sign-in link').inputValue();
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'bea' });
  await row.getByText('invited until').waitFor();
  await row.getByRole('button', { name: 'New link for bea' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click();
  const second = await shown.getByLabel('Sign-in link').inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  expect(second).not.toBe(first);
  const visitor = await installation.browser.visit(installation.server.url);
  visitor.allow(401);
  await visitor.page.goto(first);
  await visitor.page.getByText('There is no such link').waitFor();
  await visitor.page.getByText('npm run cli -- user create <name>').waitFor();
  await visitor.page.goto('about:blank');
  await visitor.page.goto(second);
  await visitor.page.getByRole('navigation').first().waitFor();
  await visitor.context.close();
  await installation.api(token, 'POST', '/user', { name: 'cleo', scopes: ['read'] });
  await page.reload();
  expect(await page.getByRole('button', { name: 'New link for bea' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Take back the sign-in link of cleo' }).click();
  await page.getByText('The sign-in link of cleo no longer works.').waitFor();
  await page.getByRole('button', { name: 'Take back the sign-in link of cleo' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New link for cleo' }).waitFor();
});

it('an import that is held is accepted without a mouse', async () => {
  await installation.publish(
    ...Array.from({ length: 12 }, (_, at) => ({
      ...product(`Tool ${at}`, ['1.0.0', '2.0.0']),
      identifiers: [{ type: 'purl', value: `pkg:npm/tool${at}` }],
    })),
  );
  const told = (text: string) => installation.stage.cli(['knowledge', 'import', 'osv', '-'], text);
  expect((await told(osvOfTwelve('2026-01-10T00:00:00Z', '2.0.0'))).code).toBe(0);
  expect((await told(osvOfTwelve('2026-01-11T00:00:00Z', '3.0.0'))).stderr).toContain('It is held');
  const { page } = await installation.visit(token, '/operator?view=knowledge');
  await page.getByText('12 products').first().waitFor();
  for (const key of ['Escape', 'Enter']) {
    await tabTo(page, /Accept the import of/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /Accept the import of/ });
    await dialog.getByText('This cannot be undone.', { exact: false }).waitFor();
    if (key === 'Enter') await tabTo(page, /^\s*Accept\s*$/, 5);
    await page.keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByText(/^The import of .* is in effect\.$/).waitFor();
  expect(await page.getByRole('button', { name: /Accept the import of/ }).count()).toBe(0);
  const known = await installation.api<{ provider: string; held_because: string | null }[]>(token, 'GET', '/knowledge');
  expect(known.find(({ provider }) => provider === 'osv')).toMatchObject({ held_because: null });
});

it('a type of a plug-in says where it comes from, wherever it is shown, also on a phone', async () => {
  const [CHANNEL, SOURCE] = ['by plug-in tracker-channel-zulip', 'by plug-in tracker-source-json-pages'];
  const api = <T>(method: string, path: string, body?: object) => installation.api<T>(token, method, path, body);
  const settings = { server: 'http://127.0.0.1:9009', bot: 'bot@example.com', api_key: 'canary0123', channel: 'x' };
  const { id } = await api<{ id: string }>('POST', '/channel', { type: 'zulip', name: 'Team', settings });
  await installation.publish(product('Paged', ['1.0']));
  const [paged] = await api<{ id: string }[]>('GET', '/software?name=Paged');
  const source = { type: 'json-pages', settings: { url: 'http://127.0.0.1:9009/releases' } };
  await api('PUT', `/software/${paged!.id}/source`, source);
  const { page, allow } = await installation.visit(token, '/channels/new', WAYS[1][1]);
  // Nothing answers there.
  allow(422);
  await page.locator('a[href="/channels/new/zulip"]').getByText(CHANNEL).waitFor();
  expect(await page.getByText('by plug-in').count()).toBe(1);
  for (const [address, text] of [
    ['/channels/new', CHANNEL],
    ['/channels/new/zulip', CHANNEL],
    ['/channels', CHANNEL],
    [`/channels/${id}`, CHANNEL],
    ['/operator?view=sources&state=any', SOURCE],
    [`/software/${paged!.id}#source`, SOURCE],
  ] as const) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await settled(page);
    expect([address, ...(await flaws(page))]).toEqual([address]);
  }
});
