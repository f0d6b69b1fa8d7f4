import { closeAll, httpReceiver } from '../notification/providers/peers';
import { product } from '../setup/catalogue';
import { Installation } from './setup/installation';

let installation: Installation;
let registry: Awaited<ReturnType<typeof httpReceiver>>;

beforeAll(async () => {
  registry = await httpReceiver();
  const tags = ['2.1.0', '2.0.0', '1.9.0', '2.1.0-alpine', 'latest'];
  registry.respond = (_number, { path }) =>
    path.startsWith('/v2/team/app/tags/list')
      ? [200, { 'content-type': 'application/json' }, JSON.stringify({ name: 'team/app', tags })]
      : [404, { 'content-type': 'application/json' }, '{}'];
  installation = await Installation.start({ SOURCES: 'tracked', DOCKER_REGISTRY_URL: registry.url });
  await installation.publish(product('Anvil', ['1.9.0']));
});

afterEach(() => installation.assertFaultless());
afterAll(async () => {
  await installation.stop();
  await closeAll();
});

const idOf = async (token: string) =>
  (await installation.api<{ id: string }[]>(token, 'GET', '/software?name=Anvil'))[0]!.id;

it('a product gets a source and patterns, with what the source gives before anything is saved', async () => {
  const token = await installation.token('ada', 'read,write,catalogue:write');
  const id = await idOf(token);
  const { page, allow } = await installation.visit(token, `/software/${id}`);
  allow(422);
  await page.getByRole('button', { name: 'Give it a source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where Anvil comes from' });
  await dialog.getByText('Fill in the source to see what it gives.').waitFor();
  await dialog.getByLabel('Source', { exact: true }).selectOption('docker-tags');
  await dialog.getByLabel('Image').fill('team/app');
  await dialog.getByText(/^5 entries, \d are versions/).waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2\\.[0-9.]+)$');
  await dialog.getByText('5 entries, 2 are versions, newest 2.1.0.').waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2');
  await dialog
    .getByText(/group|pattern|expression/i)
    .last()
    .waitFor();
  await dialog.getByLabel('Tags that are versions').fill('^(2\\.[0-9.]+)$');
  await dialog.getByText('5 entries, 2 are versions, newest 2.1.0.').waitFor();
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
  const { page } = await installation.visit(token, `/software/${await idOf(token)}`);
  await page.getByRole('heading', { name: 'Where this comes from' }).waitFor();
  expect(await page.getByRole('button', { name: /source/ }).count()).toBe(0);
});
