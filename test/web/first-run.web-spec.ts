import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../setup/eventually';
import { killAll, startOnTerminal } from '../setup/process';
import { WebBrowser } from './setup/browser';

const LINK = /(http:\/\/127\.0\.0\.1:\d+)\/sign-in#k=[\w-]+/;

describe('the first minute of a newcomer', () => {
  let browser: WebBrowser;
  let folder: string;
  WebBrowser.announce();

  beforeAll(async () => {
    browser = await WebBrowser.start();
    folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  });

  afterEach(() => browser.assertFaultless());

  afterAll(async () => {
    await browser.close();
    await killAll();
    rmSync(folder, { recursive: true });
  });

  it('follows the link that npm start prints, updates a product with two keys, and takes it back', async () => {
    const env = { DATA_DIR: folder, PORT: '0', TERM: 'dumb', LOG_LEVEL: 'warn' };
    const { child, output, finished } = startOnTerminal(`${process.execPath} scripts/start.mjs`, env);
    await eventually(() => LINK.test(output.stdout), 150_000);
    const [link, origin] = LINK.exec(output.stdout)!;
    // Above everything else that there is to read.
    expect(output.stdout.indexOf(link)).toBeLessThan(output.stdout.indexOf('curl '));

    const { page, context, allow } = await browser.visit(origin!);
    allow(401); // the answer to the question whether there is a session already
    await page.goto(link);
    await page.waitForURL('**/updates');
    const rows = page.locator('[role="row"][data-id]');
    await rows.nth(4).waitFor();
    expect(await rows.count()).toBe(5);
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    await eventually(async () => (await rows.count()) === 4);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await rows.count()) === 5);
    expect(page.url()).not.toContain('#k=');
    await context.close();

    const second = await browser.visit(origin!);
    second.allow(401);
    await second.page.goto(link);
    await second.page.getByRole('alert').getByText(/used/i).waitFor();
    await second.page.getByRole('heading', { name: 'Update tracker' }).waitFor();
    await second.context.close();
    child.stdin!.write('\x03');
    await finished;
  });
});
