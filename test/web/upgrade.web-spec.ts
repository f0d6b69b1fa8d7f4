import { eventually } from '../setup/eventually';
import { Installation, settled } from './setup/installation';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});

afterAll(() => installation.stop());

afterEach(() => installation.assertFaultless());

describe('a page that was loaded before an upgrade', () => {
  it('is loaded anew where it was going when the file of a screen is gone', async () => {
    const { page, allow } = await installation.visit(await installation.token());
    await settled(page);
    allow(404);
    let gone = 0;
    await page.route(/\/assets\/tokens\.page-.*\.js$/, (route) =>
      gone++ === 0 ? route.fulfill({ status: 404, body: 'not here' }) : route.continue(),
    );
    const loads = [page.url()];
    page.on('load', () => loads.push(page.url()));
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tokens');
    await eventually(() => loads.length === 2);
    expect(gone).toBe(2);
  });
});
