import type { Page } from 'playwright-core';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { product } from '../setup/catalogue';
import { settled, useInstallation } from './setup/installation';

const TAGS: Record<string, string[]> = {
  'team/app': ['2.1.0', '2.0.0', '1.9.0', '2.1.0-alpine', '2.0.0-alpine', 'latest', '2.2.0-rc1'],
  'team/words': ['latest', 'stable'],
  'acme/api': ['1.4.0', '1.3.0', '1.2.3'],
  'acme/closed': ['2.0.0'],
};

const installation = useInstallation(async () => {
  const registry = await httpReceiver();
  registry.respond = (_number, { path }) => {
    const [, image = ''] = /^\/v2\/(.+)\/tags\/list/.exec(path) ?? [];
    const json = { 'content-type': 'application/json' };
    return image in TAGS ? [200, json, JSON.stringify({ name: image, tags: TAGS[image] })] : [404, json, '{}'];
  };
  return { SOURCES: 'tracked', DOCKER_REGISTRY_URL: registry.url };
});

beforeAll(() => installation.publish(product('nginx', ['1.30.1', '1.30.4']), product('Anvil', ['1.9.0'])));
afterAll(closeAll);

const listed = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true });

it('an image is found from an empty list, its form is chosen, and it is in the list without a reload', async () => {
  const { page } = await installation.visit(await installation.token('ada'), '/favorites');
  await page.getByLabel('What do you run?').fill('team/app:2.0.0-alpine');
  await page.getByRole('button', { name: 'Find' }).click();
  const form = page.getByRole('form', { name: /^Add / });
  await form.getByText('2.1.0-alpine', { exact: true }).waitFor();
  expect(await form.getByLabel('Version in use').inputValue()).toBe('2.0.0-alpine');
  await form.getByRole('radio', { name: /^2\.\d\.0 / }).check();
  await listed(page, 'Newest versions').getByText('1.9.0').waitFor();
  expect((await listed(page, 'Newest versions').innerText()).split('\n')[0]).toBe('2.1.0');
  await form.getByText(/1 pre-release, such as 2.2.0-rc1/).waitFor();
  await form.getByText('Everybody who uses this service sees the product').waitFor();
  await form.getByLabel('Name').fill('Team App');
  await form.getByLabel('Version in use').fill('2.0.0');
  await form.getByRole('button', { name: 'Add and track' }).click();
  await page.waitForURL('**/software/*');
  await page.getByText('Team App is added and tracked.').waitFor();
  await page.getByRole('link', { name: 'Favorites' }).click();
  await page.getByRole('grid').getByText('Team App').waitFor();
});

it('what is known is tracked and not added again, and the palette looks an address up', async () => {
  const { page } = await installation.visit(await installation.token('grace'), '/updates');
  await page.locator('h1').waitFor();
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('team/app:2.0.0');
  await page.getByRole('option', { name: 'Look up team/app:2.0.0' }).click();
  await page.waitForURL('**/search?**');
  await page.getByText('The catalogue has it').waitFor();
  await page.getByRole('button', { name: 'Track it Team App' }).click();
  await page.getByRole('dialog', { name: /Team App/ }).waitFor();
});

it('a bad address and one without versions are said with what to do; a name without a product asks for its address', async () => {
  const { page, allow } = await installation.visit(await installation.token('alan'), '/search');
  allow(404);
  allow(422);
  allow(400);
  const field = page.getByRole('searchbox');
  await field.fill('team/words');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toMatch(/version/i);
  await field.fill('team/nothing-here');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await field.fill('quite unheard of');
  await page.getByText('Paste the address of its repository, image or package').waitFor();
  expect(await page.getByText('catalogue import').count()).toBe(0);
});

it('what an import does not know is added there, and the preview has it', async () => {
  const { page } = await installation.visit(await installation.token('edsger'), '/import');
  await page.getByLabel('What is installed').fill('services: {api: {image: "acme/api:1.2.3"}}');
  await page.getByRole('combobox', { name: 'Inventory' }).fill('web');
  await page.keyboard.press('Escape');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Create products for').selectOption('Nothing');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'It is…: acme/api' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which product is acme/api?' });
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await dialog.getByText('1.4.0', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 added.').waitFor();
  await page.getByRole('region', { name: 'Preview of web' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/web');
  await listed(page, 'Deployments').getByText('1.2.3').waitFor();
});

it('what has a : or a / in it is looked up at once; what has no address is tracked by its name and version', async () => {
  const { page } = await installation.visit(await installation.token('mary'), '/search');
  await page.getByRole('searchbox').fill('acme/api:1.2.3');
  await page
    .getByText(/The catalogue has it|Version in use/)
    .first()
    .waitFor();
  expect(await page.getByText('No product is called').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Look up/ }).count()).toBe(0);
  await page.getByRole('searchbox').fill('my own thing xyz');
  const form = page.getByRole('form', { name: 'It has no address' });
  await form.getByLabel('Version in use').fill('1.2');
  await form.getByRole('button', { name: 'Add and track' }).click();
  await page.waitForURL('**/software/*');
  await page.getByRole('heading', { level: 1, name: 'my own thing xyz' }).waitFor();
});

const idOf = async (token: string) =>
  (await installation.api<{ id: string }[]>(token, 'GET', '/software?name=Anvil'))[0]!.id;

it('a product gets a source and patterns, with what the source gives before anything is saved', async () => {
  const token = await installation.token('ada', 'read,write,catalogue:write');
  const id = await idOf(token);
  const { page, allow } = await installation.visit(token, `/software/${id}?settings=yes`);
  allow(422);
  await page.getByRole('button', { name: 'Add a source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where Anvil comes from' });
  await dialog.getByText('Fill in the source to see a preview.').waitFor();
  await dialog.getByLabel('Source', { exact: true }).selectOption('docker-tags');
  await dialog.getByLabel('Image').fill('team/app');
  await dialog.getByText(/^7 entries, \d are versions/).waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2\\.[0-9.]+)$');
  await dialog.getByText('7 entries, 2 are versions, newest 2.1.0.').waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2');
  await dialog
    .getByText(/group|pattern|expression/i)
    .last()
    .waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2\\.[0-9.]+)$');
  await dialog.getByText('7 entries, 2 are versions, newest 2.1.0.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The source is changed.').waitFor();
  expect(await installation.api(token, 'GET', `/software/${id}/ordering`)).toMatchObject({
    tag_pattern: '^(2\\.[0-9.]+)$',
  });
  expect(await installation.api(token, 'GET', `/software/${id}/source`)).toMatchObject({
    type: 'docker-tags',
    settings: { image: 'team/app' },
  });
});

it('who may not write the catalogue is told whom to ask', async () => {
  const token = await installation.token('grace');
  const { page } = await installation.visit(token, `/software/${await idOf(token)}?settings=yes`);
  await page.getByRole('heading', { name: 'Where this comes from' }).waitFor();
  expect(await page.getByRole('button', { name: /source/ }).count()).toBe(0);
});

it('who may not add products is told whom to ask', async () => {
  await installation.restart({ PRODUCTS_BY_USERS: 'off' });
  const { page, allow } = await installation.visit(await installation.token('ada'), '/search');
  allow(403);
  await page.getByRole('searchbox').fill('pkg:docker/acme/closed@2.0.0');
  await page.getByText('Ask the operator of this service').waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Add' }).count()).toBe(0);
});
