import type { Page } from 'playwright-core';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { product } from '../setup/catalogue';
import { Installation, settled } from './setup/installation';

const TAGS: Record<string, string[]> = {
  'team/app': ['2.1.0', '2.0.0', '1.9.0', '2.1.0-alpine', '2.0.0-alpine', 'latest', '2.2.0-rc1'],
  'team/words': ['latest', 'stable'],
  'acme/api': ['1.4.0', '1.3.0', '1.2.3'],
};

let installation: Installation;
let registry: Awaited<ReturnType<typeof httpReceiver>>;

beforeAll(async () => {
  registry = await httpReceiver();
  registry.respond = (_number, { path }) => {
    const [, image = ''] = /^\/v2\/(.+)\/tags\/list/.exec(path) ?? [];
    const json = { 'content-type': 'application/json' };
    return image in TAGS ? [200, json, JSON.stringify({ name: image, tags: TAGS[image] })] : [404, json, '{}'];
  };
  installation = await Installation.start({ SOURCES: 'tracked', DOCKER_REGISTRY_URL: registry.url });
  await installation.publish(product('nginx', ['1.30.1', '1.30.4']));
});

afterEach(() => installation.assertFaultless());
afterAll(async () => {
  await installation.stop();
  await closeAll();
});

const listed = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true });

it('an image is found from an empty list, its form is chosen, and it is in the list without a reload', async () => {
  const { page, context } = await installation.visit(await installation.token('ada'), '/favorites');
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
  await context.close();
});

it('what is known is tracked and not added again, and the palette looks an address up', async () => {
  const { page, context } = await installation.visit(await installation.token('grace'), '/updates');
  await page.locator('h1').waitFor();
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('team/app:2.0.0');
  await page.getByRole('button', { name: 'Look up team/app:2.0.0' }).click();
  await page.waitForURL('**/search?**');
  await page.getByText('The catalogue has it').waitFor();
  await page.getByRole('button', { name: 'Track it Team App' }).click();
  await page.getByRole('dialog', { name: /Team App/ }).waitFor();
  await context.close();
});

it('a bad address and one without versions are said with what to do; a name without a product asks for its address', async () => {
  const { page, context, allow } = await installation.visit(await installation.token('alan'), '/search');
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
  await context.close();
});

it('what an import does not know is added there, and the preview has it', async () => {
  const { page, context } = await installation.visit(await installation.token('edsger'), '/import');
  await page.getByLabel('What is installed').fill('services: {api: {image: "acme/api:1.2.3"}}');
  await page.getByRole('combobox', { name: 'Inventory' }).fill('web');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Add it: acme/api' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add acme/api' });
  await dialog.getByText('1.4.0', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 added.').waitFor();
  await page.getByRole('region', { name: 'Preview of web' }).getByRole('button', { name: 'Import' }).click();
  await page.waitForURL('**/inventories/web');
  await listed(page, 'Deployments').getByText('1.2.3').waitFor();
  await context.close();
});

it('who may not add products is told whom to ask', async () => {
  const closed = await Installation.start({
    SOURCES: 'tracked',
    DOCKER_REGISTRY_URL: registry.url,
    PRODUCTS_BY_USERS: 'off',
  });
  try {
    const { page, allow } = await closed.visit(await closed.token('ada'), '/search');
    allow(403);
    await page.getByRole('searchbox').fill('pkg:docker/team/app@2.0.0');
    await page.getByText('Ask the operator of this service').waitFor();
    expect(await page.getByRole('button', { name: 'Add' }).count()).toBe(0);
    await closed.assertFaultless();
  } finally {
    await closed.stop();
  }
});

it('what has a : or a / in it is looked up at once, and is not said to be unknown once it is found', async () => {
  const { page, context } = await installation.visit(await installation.token('mary'), '/search');
  await page.getByRole('searchbox').fill('acme/api:1.2.3');
  await page
    .getByText(/The catalogue has it|Version in use/)
    .first()
    .waitFor();
  expect(await page.getByText('No product is called').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Look up/ }).count()).toBe(0);
  await context.close();
});

it('what has no address is tracked by its name and version', async () => {
  const { page, context } = await installation.visit(await installation.token('mary'), '/search');
  await page.getByRole('searchbox').fill('my own thing xyz');
  const form = page.getByRole('form', { name: 'It has no address' });
  await form.getByLabel('Version in use').fill('1.2');
  await form.getByRole('button', { name: 'Add and track' }).click();
  await page.waitForURL('**/software/*');
  await page.getByRole('heading', { level: 1, name: 'my own thing xyz' }).waitFor();
  await context.close();
});
