import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { sqliteDriver } from '../../src/database/sqlite-driver';
import { product } from '../setup/catalogue';
import type { Visit } from './setup/browser';
import { Installation, settled } from './setup/installation';

const HOSTILE = `# Title <script>alert(1)</script>

<img src="http://127.0.0.1:9/pixel.png" onerror="alert(1)"> text after

[press me](javascript:alert(1)) and [a page](https://example.org/a) ![picture](http://127.0.0.1:9/p.png)

<svg onload=alert(1)></svg> <iframe src="http://127.0.0.1:9/"></iframe>

- **Breaking:** the option \`--old\` is gone
- Fixes CVE-2026-42533
`;
const LONG = `${Array.from({ length: 80 }, (_, index) => `- Item ${index} does something that takes a sentence`).join('\n')}\n`;
/** By version; 2.2 has none. */
const TEXTS: Record<string, string> = { '2.0': LONG, '2.1': 'Small fixes.', '2.3': HOSTILE };

type Sqlite = new (
  path: string,
  options: object,
) => { prepare(statement: string): { run(...values: unknown[]): unknown }; close(): void };

function storeNotes(installation: Installation, versions: { id: string; version: string }[]): void {
  const path = installation.stage.env.DATABASE_URL!.replace('sqlite:', '');
  const database = new (sqliteDriver() as Sqlite)(path, { timeout: 30_000 });
  for (const { id, version } of versions) {
    const text = TEXTS[version];
    if (text === undefined) continue;
    const digest = createHash('sha256').update(text).digest('hex');
    database
      .prepare(
        'INSERT INTO note_text (digest, body, size, format, cut, breaking, security) VALUES (?, ?, ?, ?, 0, ?, ?)',
      )
      .run(
        digest,
        deflateRawSync(text),
        Buffer.byteLength(text),
        'markdown',
        text === HOSTILE ? 1 : 0,
        text === HOSTILE ? '["CVE-2026-42533"]' : null,
      );
    database
      .prepare('INSERT INTO release_note (version_id, digest, url, fetched_at) VALUES (?, ?, ?, ?)')
      .run(id, digest, `https://example.org/notes/${version}`, '2026-11-01 10:00:00.000000');
  }
  database.close();
}

describe('release notes on the screen of a product', () => {
  let installation: Installation;
  let visit: Visit;
  let page: Page;
  let other: string;

  beforeAll(async () => {
    installation = await Installation.start();
    const token = await installation.token();
    const released = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const versions = ['1.0', '2.0', '2.1', '2.2', '2.3'];
    await installation.publish(
      product(
        'Noted',
        versions.map((version, index) => ({ version, released_at: released(60 - index) })),
      ),
      product('Silent', ['1.0', '1.1']),
    );
    const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
    const id = all.find(({ name }) => name === 'Noted')!.id;
    other = all.find(({ name }) => name === 'Silent')!.id;
    for (const software of [id, other])
      await installation.api(token, 'POST', '/favorite', { software, version: '1.0' });
    storeNotes(installation, await installation.api(token, 'GET', `/software/${id}/versions`));
    visit = await installation.visit(token, `/software/${id}`);
    page = visit.page;
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const card = () => page.getByRole('region', { name: 'Release notes' });

  it('says first what breaks and what is about security', async () => {
    await card().getByRole('heading', { level: 3, name: '2.3' }).waitFor();
    const [first, second, third] = await card().getByRole('heading', { level: 3 }).allInnerTexts();
    expect([first, second, third]).toEqual(['1 breaking change', 'Security', '2.3']);
    await card().getByRole('listitem').filter({ hasText: '--old is gone' }).first().waitFor();
    await card().getByText('CVE-2026-42533', { exact: true }).first().waitFor();
  });

  it('shows hostile notes as text, with links to http(s) alone, and asks nobody for anything', async () => {
    expect(await card().locator('script, img, iframe, object, embed, [onload], [onerror]').count()).toBe(0);
    expect(await card().innerText()).toContain('<script>alert(1)</script>');
    const links = await card()
      .locator('a')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]));
    expect(links).toContainEqual(['https://example.org/a', 'noreferrer noopener']);
    expect(links.every(([href, rel]) => /^https?:/.test(href!) && rel!.includes('noreferrer'))).toBe(true);
    await card().getByText('press me').waitFor();
  });

  it('folds long notes, and opens them', async () => {
    expect(await card().getByText('Item 79 does').count()).toBe(0);
    await card().getByRole('button', { name: 'Show all notes of 2.0' }).click();
    await card().getByText('Item 79 does').waitFor();
    await card().getByRole('button', { name: 'Show less of the notes of 2.0' }).click();
    await card().getByText('Item 79 does').waitFor({ state: 'detached' });
  });

  it('says which releases have no notes', async () => {
    await card().getByText('Without notes: 1 of 4 releases (2.2).').waitFor();
    await page.goto(`/software/${other}`);
    await card().getByText('No notes of this release are known.').waitFor();
  });
});
