import { eventually } from '../setup/eventually';
import { Installation } from './setup/installation';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});

afterAll(() => installation.stop());

afterEach(() => installation.assertFaultless());

describe('a page that was loaded before an upgrade', () => {
  it('is loaded anew where it was going when the file of a screen is gone, and not before', async () => {
    const { page, context, allow } = await installation.visit(await installation.token());
    allow(404);
    // The files of the build that the page is of are gone until the page is loaded anew.
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    let gone = 0;
    await context.route(/\/assets\/tokens\.page-.*\.js$/, (route) => {
      if (loads.length > 1) return route.continue();
      gone += 1;
      return route.fulfill({ status: 404, body: 'not here' });
    });
    await page.goto('/updates');
    await eventually(() => gone > 0 && loads.length === 1);
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await eventually(() => loads.length === 2);
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    expect(loads.map((url) => new URL(url).pathname)).toEqual(['/updates', '/tokens']);
  });
});
