import type { Page } from 'playwright-core';
import { track } from './setup/favorites';
import { Installation, settled } from './setup/installation';

describe('addresses', () => {
  let installation: Installation;
  let token: string;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    await track(installation, token, [
      { name: 'Grafana', publisher: 'Grafana Labs', inUse: '13.0.5', newer: ['13.1.0'] },
      { name: 'Keycloak', publisher: 'Red Hat', inUse: '26.5.7', newer: ['27.0.1'] },
      { name: 'Current', publisher: 'Example', inUse: '1.0.0' },
    ]);
    ({ page } = await installation.visit(token));
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  /** What a person sees of a list. */
  const view = async (of: Page) => {
    await settled(of);
    await of.getByRole('grid').waitFor();
    return (await of.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  };

  it.each([
    ['/updates?group=publisher&kind=major', 'Keycloak', 'Grafana'],
    ['/updates?q=graf', 'Grafana', 'Keycloak'],
    ['/favorites?update=false', 'Current', 'Grafana'],
    ['/favorites?publisher=Red+Hat&sort=-available_at', 'Keycloak', 'Grafana'],
  ])(
    '%s is the same after a reload, by the back button and for somebody who was sent it',
    async (address, has, not) => {
      await page.goto(address);
      const shown = await view(page);
      expect(shown.join('\n')).toContain(has);
      expect(shown.join('\n')).not.toContain(not);
      await page.reload();
      expect(await view(page)).toEqual(shown);
      await page.getByRole('link', { name: has }).click();
      await page.waitForURL('**/software/**');
      await page.goBack();
      expect(await view(page)).toEqual(shown);
      expect(page.url()).toContain(address);
      const copied = await installation.visit(token, page.url());
      expect(await view(copied.page)).toEqual(shown);
    },
  );

  it('follows what a person chooses, and the back button goes through it', async () => {
    await page.goto('/updates');
    await view(page);
    await page.getByRole('button', { name: '1 major' }).click();
    await page.waitForURL('**/updates?kind=major');
    await page.getByText('Publisher', { exact: true }).first().click();
    await page.waitForURL('**/updates?kind=major&group=publisher');
    await page.goBack();
    await page.waitForURL('**/updates?kind=major');
    await page.goBack();
    await page.waitForURL(/\/updates$/);
    expect((await view(page)).join('\n')).toContain('Grafana');
  });

  it('drops what it does not know', async () => {
    await page.goto('/updates?kind=huge&group=colour&x=1');
    expect((await view(page)).join('\n')).toContain('Grafana');
  });
});
