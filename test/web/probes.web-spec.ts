import type { Page } from 'playwright-core';
import { StandIn } from '../probe/stand-in';
import { product } from '../setup/catalogue';
import { settled, useInstallation } from './setup/installation';

describe('asking a program for its version', () => {
  const installation = useInstallation({ OUTBOUND_ALLOW: '127.0.0.0/8', SOURCES: 'all', SOURCE_HOST_DELAY_MS: '0' });
  let token: string;
  let page: Page;
  let program: StandIn;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    program = await StandIn.open({ body: { version: '1.25.3' } });
    token = await installation.token();
    await installation.publish(
      product('Gitea', ['1.25.2', '1.25.3']),
      product('Home Assistant', ['2026.4.0', '2026.4.1']),
    );
    for (const { id, name } of await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software'))
      ids[name] = id;
    await installation.api(token, 'POST', '/favorite', { software: ids.Gitea, version: '1.25.2' });
    await installation.api(token, 'POST', '/favorite', { software: ids['Home Assistant'], version: '2026.4.0' });
    const visit = await installation.visit(token, `/software/${ids.Gitea}?settings=yes`);
    visit.allow(422);
    page = visit.page;
    await page.getByRole('heading', { level: 1, name: 'Gitea' }).waitFor();
  });

  afterAll(async () => {
    await program.close();
  });

  const card = () => page.getByRole('region', { name: 'Version in use' });

  it('finds the preset of the product, shows what would be answered, and keeps to what is answered', async () => {
    await card().getByRole('button', { name: 'Ask it' }).click();
    expect(await page.getByRole('combobox', { name: 'Program' }).inputValue()).toBe('gitea');
    expect(await page.getByRole('textbox', { name: 'Environment' }).inputValue()).toBe('prod');
    await page.getByRole('textbox', { name: 'Base address' }).fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Test' }).click();
    await card()
      .getByText(/OUTBOUND_ALLOW=192\.168\.1\.0\/24/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Base address' }).fill(program.url);
    await page.getByRole('button', { name: 'Test' }).click();
    await card().getByText('It answers 1.25.3').waitFor();
    expect(program.asked.map(({ path }) => path)).toEqual(['/api/v1/version']);
    await page.getByRole('button', { name: 'Save and ask' }).click();
    await card().getByText('Answered 1.25.3').waitFor();
    await page.getByText('Up to date').waitFor();
    await page.getByText('prod 1.25.3').waitFor();
  });

  it('says why there is no version, and is changed and ended', async () => {
    program.answer = { body: { message: 'hello', build: '1.25.2' } };
    await card().getByRole('button', { name: 'Change prod' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await card().getByText('The answer has nothing at $.version').waitFor();
    await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'Another program' });
    await page.getByRole('textbox', { name: 'JSON path' }).fill('$.build');
    await page.getByRole('textbox', { name: 'Headers of the request' }).fill('no header');
    await page.getByRole('button', { name: 'Test' }).click();
    await card().getByText('Must be lines with a name, a colon and a value.').waitFor();
    await page.getByRole('textbox', { name: 'Headers of the request' }).fill('X-Api-Key: canary-web-probe');
    await page.getByRole('button', { name: 'Save and ask' }).click();
    await card().getByText('Answered 1.25.2').waitFor();
    expect(program.asked.at(-1)!.headers['x-api-key']).toBe('canary-web-probe');
    await card().getByRole('button', { name: 'Stop asking prod' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop asking' }).click();
    await card().getByText('The program itself can say').waitFor();
  });

  it('asks for the token that a program wants, and shows a failure with its time', async () => {
    program.answer = { status: 401 };
    await page.goto(`/software/${ids['Home Assistant']}?settings=yes`);
    await settled(page);
    await card().getByRole('button', { name: 'Ask it' }).click();
    expect(await page.getByRole('combobox', { name: 'Program' }).inputValue()).toBe('home-assistant');
    await page.getByRole('textbox', { name: 'Base address' }).fill(program.url);
    await page.getByRole('button', { name: 'Save and ask' }).click();
    await card()
      .getByText(/Is required: A long-lived access token/)
      .waitFor();
    await card().getByLabel('Token').fill('canary-web-token');
    await page.getByRole('button', { name: 'Save and ask' }).click();
    await card().getByText('It wants a token, or another one (401)').waitFor();
    await card().getByText('It has never answered a version.').waitFor();
    expect(program.asked.at(-1)!.headers.authorization).toBe('Bearer canary-web-token');
    expect(await page.content()).not.toContain('canary-web-token');
  });

  it('asks the programs of a configuration of Argus from the import', async () => {
    program.answer = { body: { version: '1.25.3' } };
    await page.goto('/import');
    await settled(page);
    await page.getByLabel('What is installed').fill(`service:
  Gitea:
    latest_version: {type: url, url: 'https://example.test/gitea'}
    deployed_version: {url: '${program.url}/version', json: version}
  Nobody knows it:
    latest_version: {type: url, url: 'https://example.test/nobody'}
    deployed_version: {url: '${program.url}/version', json: version}`);
    await page.getByRole('combobox', { name: 'Inventory' }).fill('argus');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Ask these programs' }).click();
    const outcomes = page.getByRole('list', { name: 'Programs' });
    await outcomes.getByText('Asked from now on.').waitFor();
    expect(await outcomes.getByRole('listitem').count()).toBe(2);
    await page.goto(`/software/${ids.Gitea}?settings=yes`);
    await card().getByText('Answered 1.25.3').waitFor();
  });
});
