import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { openFilter, settled, useInstallation } from './setup/installation';
import { type Notes, storeNotes } from './setup/notes';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const dayIn = (days: number) => daysAgo(-days).slice(0, 10);
const NOTES = 'https://example.org/notes';

const installation = useInstallation({ CHECK_EVERY: '1s' });
let token: string;
let visit: Visit;
let page: Page;
const ids: Record<string, string> = {};

beforeAll(async () => {
  token = await installation.token();
  visit = await installation.visit(token, '/profile');
  page = visit.page;
});

/** Products are published, and those with a version in use are tracked. */
async function begin(inUse: Record<string, string>, ...products: object[]): Promise<void> {
  await installation.publish(...products);
  const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software?per_page=200');
  for (const { id, name } of all) ids[name] = id;
  for (const [name, version] of Object.entries(inUse))
    await installation.api(token, 'POST', '/favorite', { software: ids[name], version });
}

const open = async (name: string, query = '') => {
  await page.goto(`/software/${ids[name]}${query}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
};

const NGINX = [
  ['1.29.3', 260],
  ['1.29.4', 230],
  ['1.30.0', 120],
  ['1.30.1', 90],
  ['1.30.2', 60],
  ['1.31.0', 11],
].map(([version, days]) => ({
  version,
  released_at: daysAgo(days as number),
  notes_url: `${NOTES}/${version}`,
  ...(version === '1.30.1' ? { removed_at: daysAgo(30) } : {}),
}));

interface Favorite {
  uuid: string;
  notes: string | null;
  version: { version: string };
  policy: { series: string | null; skip: string[]; minimum_age_days: number | null; channels: string[] };
  available_version: { version: string } | null;
  use_default_notification: boolean;
}

describe('the screen of a product', () => {
  beforeAll(async () => {
    const released = (version: string, days: number) => ({ version, released_at: daysAgo(days) });
    await begin(
      { nginx: '1.29.4', Large: '1.10', Three: '1.2', Four: '1.0.0' },
      product('nginx', NGINX, { publisher: { name: 'F5' } }),
      product('Untracked', [released('1.0', 90), released('1.1', 5)]),
      product(
        'Large',
        Array.from({ length: 300 }, (_, index) => released(`1.${index}`, 301 - index)),
      ),
      product('Empty', []),
      product('Three', [released('1.0', 90), released('1.1', 60), released('1.2', 30)]),
      product('Four', [released('1.0.0', 90), released('1.0.1', 60), released('1.0.2', 30), released('2.0.0', 10)]),
    );
    visit.calls.length = 0;
    await open('nginx');
    await page.getByRole('row').filter({ hasText: '1.31.0' }).waitFor();
    await page.getByRole('slider').waitFor();
  });

  const stored = async (name = 'nginx') =>
    (
      await installation.api<Favorite[]>(
        token,
        'GET',
        `/favorite?software=${name}&includePolicy&includeAvailableVersion`,
      )
    )[0]!;

  it('answers at once what is in use, what is on offer and how far apart they are, by five requests', async () => {
    const asked = visit.calls.filter((call) => /\/(software|favorite)/.test(call));
    expect(asked).toHaveLength(5);
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/In use 1\.29\.4 On offer 1\.31\.0 Minor 3 releases behind out for 11 days/);
    expect(text).toContain('Between 1.29.4 and 1.31.0: 4 releases');
    await page.getByRole('button', { name: 'Show all 4 releases' }).click();
    const withdrawn = page.getByRole('row').filter({ hasText: '1.30.1' });
    expect(await withdrawn.locator('s').innerText()).toBe('1.30.1');
    expect(await withdrawn.innerText()).toMatch(/Withdrawn/);
    const notes = page.getByRole('grid').getByRole('link', { name: 'Notes of 1.31.0' });
    expect(await notes.getAttribute('href')).toBe(`${NOTES}/1.31.0`);
  });

  it('has on the first screen of a phone what is decided and how, and behind one control what is set', async () => {
    await page.setViewportSize(NARROW);
    await open('nginx');
    const decision = page.getByRole('region', { name: 'What to do' });
    expect(await page.locator('main section').first().innerText()).toBe(await decision.innerText());
    for (const name of ['Mark as updated', 'Skip', 'Snooze']) {
      const { y, height } = (await decision.getByRole('button', { name }).boundingBox())!;
      expect(y + height).toBeLessThan(NARROW.height / 2);
    }
    const policy = page.getByRole('combobox', { name: 'Stay on the series' });
    expect(await policy.count()).toBe(0);
    const settings = page.locator('summary', { hasText: 'Settings' });
    await settings.focus();
    await page.keyboard.press('Enter');
    await policy.waitFor();
    await page.waitForURL('**settings=yes');
    await page.getByText('There is no source to ask for new versions.').waitFor();
    await policy.fill('1.30');
    // What was typed stays there.
    await settings.click();
    await policy.waitFor({ state: 'hidden' });
    await settings.click();
    expect(await policy.inputValue()).toBe('1.30');
    await page.setViewportSize(WIDE);
  });

  it('has a plot from four releases on, and names the newest of the series in use', async () => {
    await open('Three');
    await page.getByRole('heading', { name: 'Nothing is newer than 1.2' }).waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    await open('Four');
    await page.getByRole('slider').waitFor();
    const facts = (await page.getByRole('region', { name: 'What to do' }).innerText()).replace(/\s+/g, ' ');
    expect(facts).toMatch(/In use 1\.0\.0 On offer 2\.0\.0 .* Newest of 1\.0 1\.0\.2 /);
  });

  it('is updated and skipped, and each is undone', async () => {
    await open('nginx');
    await page.keyboard.press('u');
    await page.getByText('Up to date').waitFor();
    await eventually(async () => expect((await stored()).version.version).toBe('1.31.0'));
    await page.keyboard.press('Control+z');
    await page.getByText('3 releases behind').waitFor();
    const menu = page.getByRole('button', { name: 'What to do with 1.30.2' });
    // Away from the end of the window, where what was undone is said.
    await menu.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await menu.click();
    await page.getByRole('menuitem', { name: 'This is in use' }).click();
    await eventually(async () => expect((await stored()).version.version).toBe('1.30.2'));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventually(async () => expect((await stored()).version.version).toBe('1.29.4'));
    await page.getByText('3 releases behind').waitFor();
  });

  it('says what a policy would offer before it is saved, and keeps to it', async () => {
    await open('nginx', '?settings=yes');
    await page.getByRole('combobox', { name: 'Stay on the series' }).fill('1.30');
    await page.getByText('Would offer 1.30.2 · not 1.31.0: another series').waitFor();
    expect((await stored()).policy.series).toBeNull();
    await page.getByLabel('Minimum age', { exact: true }).fill('100');
    await page.getByText(/Would offer 1\.30\.0 · not 1\.31\.0: another series · not 1\.30\.2: too young/).waitFor();
    await page.getByLabel('Minimum age', { exact: true }).fill('');
    await page.getByText('Would offer 1.30.2 ·').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await stored()).policy.series).toBe('1.30'));
    await page.getByText('2 releases behind').waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'nginx' }).click();
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await stored()).policy.series).toBeNull());
    await eventually(async () =>
      expect(await page.getByRole('combobox', { name: 'Stay on the series' }).inputValue()).toBe(''),
    );
  });

  it('keeps notes that are typed while they cannot be saved', async () => {
    const notes = page.getByRole('textbox', { name: 'Notes to self' });
    await notes.fill('Behind the balancer');
    visit.allow(0);
    await page.route('**/api/v1/**', (route) => route.abort());
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('The service does not answer').first().waitFor();
    expect(await notes.inputValue()).toBe('Behind the balancer');
    await eventually(async () => expect(await save.isDisabled()).toBe(true));
    await page.unroute('**/api/v1/**');
    await eventually(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect(await save.isEnabled()).toBe(true);
    }, 45_000);
    await save.click();
    await eventually(async () => expect((await stored()).notes).toBe('Behind the balancer'));
    await save.waitFor({ state: 'detached' });
  });

  it('sends messages through own channels', async () => {
    await installation.api(token, 'POST', '/channel', { type: 'log', name: 'Service log', settings: {} });
    await page.getByText('Own channels', { exact: true }).click();
    await page.getByText('No channel is chosen, so nobody is told.').waitFor();
    await page.getByRole('checkbox', { name: 'Service log' }).check();
    await eventually(async () => {
      const { use_default_notification: isDefault, policy } = await stored();
      expect([isDefault, policy.channels.length]).toEqual([false, 1]);
    });
    await page.keyboard.press('Escape');
  });

  it('reads long histories in windows, and shows older versions on demand, in the address', async () => {
    await open('Large');
    await page.getByText('289 releases behind').waitFor();
    await page.getByRole('button', { name: 'Show all 289 releases' }).click();
    await page.waitForURL('**show=all');
    await page.getByRole('row').nth(5).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Page 6' }).click();
    await page.getByRole('row').filter({ hasText: '1.11' }).waitFor();
    await page.goto(`/software/${ids.Large}?older=yes`);
    await page.getByRole('heading', { name: '1.10 and older' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'In use' }).waitFor();
    for (const call of visit.calls.filter((one) => one.includes('/versions'))) expect(call).toContain('per_page=50');
  });

  it('is tracked with a version of the catalogue or an own one', async () => {
    await open('Untracked');
    await page.keyboard.press('t');
    const version = page.getByRole('combobox', { name: 'Version in use' });
    await version.fill('1.0-internal');
    await page.getByText('would be kept as a version of your own').waitFor();
    await version.fill('1.0');
    await page.getByRole('button', { name: 'Track' }).click();
    await page.getByText('Untracked is tracked.').waitFor();
    await page.getByText('1 release behind').waitFor();
    expect((await stored('Untracked')).version.version).toBe('1.0');
  });

  it('has words for a product without versions, for one that is gone, and for an address that is none', async () => {
    await open('Empty');
    expect(await page.getByText('No version is known, and it has no source').count()).toBeGreaterThan(0);
    visit.allow(404);
    await page.goto('/software/01890a5d-ac96-774b-bcce-b302099a8057');
    await page.getByRole('heading', { name: 'Removed from the catalogue' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await settled(page);
    visit.calls.length = 0;
    await page.goto('/software/nothing');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect(visit.calls.filter((call) => call.includes('/software'))).toEqual([]);
  });
});

/** Sixty patches in six series, ten days apart; a withdrawn one, and a pre-release on top. */
const VERSIONS = [
  ...Array.from({ length: 60 }, (_, index) => ({
    version: `1.${Math.floor(index / 10)}.${index % 10}`,
    released_at: daysAgo(605 - index * 10),
    notes_url: `${NOTES}/${index}`,
    ...(index === 45 ? { removed_at: daysAgo(20) } : {}),
  })),
  { version: '1.6.0-rc.1', released_at: daysAgo(2) },
];

describe('its timeline', () => {
  beforeAll(async () => {
    await begin({ Timed: '1.3.4' }, product('Timed', VERSIONS));
    const policy = { series: '1.4', minimum_age_days: 7 };
    const [timed] = await installation.api<{ uuid: string }[]>(token, 'GET', '/favorite?software=Timed');
    await installation.api(token, 'PATCH', `/favorite/${timed!.uuid}/policy`, policy);
    await open('Timed');
  });

  const plot = () => page.getByRole('slider', { name: /releases from/ });
  const at = async () => (await plot().getAttribute('aria-valuetext')) ?? '';
  const press = async (key: string, expected: RegExp) => {
    await page.keyboard.press(key);
    await eventually(async () => expect(await at()).toMatch(expected));
  };

  it('says in words what it shows', async () => {
    expect(await plot().getAttribute('aria-label')).toMatch(
      /^\d+ releases from .* to .*\. 1\.3\.4 is in use\. 1\.4\.9 is on offer\. 1\.5\.9 is the latest\.$/,
    );
    expect(await at()).toMatch(/^1\.4\.9, Patch, on offer, /);
    const decision = page.getByRole('region', { name: 'What to do' });
    await decision.getByText('Newer, but not on offer: 1.5.9', { exact: true }).waitFor();
    for (const label of ['In use 1.3.4', 'Latest 1.5.9', 'On offer 1.4.9', '1.6', '1.3'])
      await page.locator('main [aria-hidden]').getByText(label, { exact: true }).waitFor();
  });

  it('is walked by keys, which read the release that they are at', async () => {
    await page.goto(`/software/${ids.Timed}?from=all`);
    await plot().focus();
    await press('ArrowRight', /^1\.5\.0, Minor, /);
    await press('ArrowLeft', /^1\.4\.9, /);
    await press('Home', /^1\.0\.0, /);
    await press('End', /^1\.6\.0-rc\.1, .*pre-release/);
    for (let steps = 0; steps < 14; steps += 1) await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await at()).toMatch(/^1\.4\.6, /));
    await press('ArrowLeft', /^1\.4\.5, Patch, withdrawn, /);
    // Where the keys are, a link leads to the notes.
    await page.locator(`[data-reading] a[href="${NOTES}/45"]`).waitFor();
  });

  it('has a dot for each release, and a line at the version in use', async () => {
    const marks = page.locator('svg circle[data-age]');
    expect(await marks.count()).toBe(61);
    expect(await page.locator('svg circle[data-age=mine]').count()).toBe(1);
    expect(await page.locator('svg g[data-line=mine]').textContent()).toBe('In use 1.3.4');
    await page.getByRole('combobox', { name: 'Period' }).selectOption('1 year');
    await page.waitForURL('**from=1y**');
    await eventually(async () => expect(await marks.count()).toBeLessThan(61));
    await page.reload();
    await eventually(async () => {
      const shown = await marks.count();
      expect(shown > 30 && shown < 61).toBe(true);
    });
  });

  it('is printed in black on white, without what can only be pressed', async () => {
    await page.goto(`/software/${ids.Timed}?from=all`);
    await plot().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(() => {
      const fill = (selector: string) => getComputedStyle(document.querySelector(selector)!).fill;
      return {
        newer: fill('svg circle[data-age=newer]'),
        older: fill('svg circle[data-age=older]'),
        page: getComputedStyle(document.body).backgroundColor,
      };
    });
    expect(colours).toEqual({ newer: 'rgb(0, 0, 0)', older: 'rgb(90, 100, 114)', page: 'rgb(255, 255, 255)' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Mark as updated' }).isVisible()).toBe(false);
    expect(await page.locator('svg circle').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
});

const HOSTILE = `# Title <script>alert(1)</script>

<img src="http://127.0.0.1:9/pixel.png" onerror="alert(1)"> text after

[press me](javascript:alert(1)) and [a page](https://example.org/a) ![picture](http://127.0.0.1:9/p.png)

<svg onload=alert(1)></svg> <iframe src="http://127.0.0.1:9/"></iframe>

- **Breaking:** the option \`--old\` is gone
- Fixes CVE-2026-42533
`;
const LONG = `${Array.from({ length: 80 }, (_, index) => `- Item ${index} does something that takes a sentence`).join('\n')}\n`;
/** By version; 2.2 has none. */
const TEXTS: Record<string, Notes> = {
  '2.0': { text: LONG },
  '2.1': { text: 'Small fixes.' },
  '2.3': { text: HOSTILE, breaking: 1, security: ['CVE-2026-42533'] },
};

describe('its release notes', () => {
  beforeAll(async () => {
    const versions = ['1.0', '2.0', '2.1', '2.2', '2.3'].map((version, index) => ({
      version,
      released_at: daysAgo(60 - index),
    }));
    await begin({ Noted: '1.0', Silent: '1.0' }, product('Noted', versions), product('Silent', ['1.0', '1.1']));
    const path = `/software/${ids.Noted}/versions`;
    const known = await installation.api<{ id: string; version: string }[]>(token, 'GET', path);
    const stored = known.filter(({ version }) => version in TEXTS);
    storeNotes(installation, new Map(stored.map(({ id, version }) => [id, TEXTS[version]!])));
    await open('Noted');
  });

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
    const last = card().getByText('Item 79 does');
    const fold = card()
      .locator('summary')
      .filter({ has: page.getByRole('heading', { name: '2.0' }) });
    expect(await last.isVisible()).toBe(false);
    await fold.click();
    await last.waitFor();
    await fold.click();
    await last.waitFor({ state: 'hidden' });
  });

  it('says which releases have no notes', async () => {
    await card().getByText('Without notes: 1 of 4 releases.').waitFor();
    await open('Silent');
    await card().getByText('No notes of this release are known.').waitFor();
  });
});

const FAR = dayIn(900);
const month = (of: string) =>
  new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(of));

/** Names, and the last day of support of the version in use. */
const ENDS: [string, string | null][] = [
  ['Over', dayIn(-40)],
  ['Soon', dayIn(12)],
  ['Far', FAR],
  ['Unheard of', null],
];

describe('the support of its versions', () => {
  beforeAll(async () => {
    await begin(
      Object.fromEntries(ENDS.map(([name]) => [name, '1.0'])),
      ...ENDS.map(([name, eol]) => ({
        ...product(name, [
          { version: '0.8', released_at: daysAgo(330) },
          { version: '0.9', released_at: daysAgo(310) },
          { version: '1.0', released_at: daysAgo(300) },
          { version: '2.0', released_at: daysAgo(20) },
        ]),
        ...(eol ? { lifecycle: [{ cycle: '1', eol_on: eol, latest: '1.0' }] } : {}),
      })),
    );
    await eventually(async () => {
      type Summary = { support: { ended: number; ending: number } };
      const { support } = await installation.api<Summary>(token, 'GET', '/summary');
      return support.ended === 1 && support.ending === 1;
    }, 20_000);
    await page.goto('/updates');
    await settled(page);
  });

  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

  it('is said in rows of Updates, and Favorites can be sorted and filtered by it', async () => {
    await row('Soon').getByText('support ends in 12 days').waitFor();
    await row('Over')
      .getByText(`support ended ${month(dayIn(-40))}`)
      .waitFor();
    for (const name of ['Far', 'Unheard of']) expect(await row(name).innerText()).not.toContain('support');
    await page.goto('/favorites?sort=eol');
    await eventually(async () => {
      const names = await page.locator('[role=row][data-id] a[href^="/software/"]').allInnerTexts();
      return names.slice(0, 3).join() === 'Over,Soon,Far';
    });
    await (await openFilter(page)).getByLabel('Support').selectOption('Ends within 90 days');
    await page.waitForURL(/support=ending/);
    await row('Over').waitFor({ state: 'detached' });
    await row('Soon').waitFor();
  });

  it('follows the policy: notices, and a contract of one’s own', async () => {
    await open('Over', '?settings=yes');
    const notice = page.getByLabel('Warn before support ends');
    await notice.fill('60, soon');
    await notice.blur();
    await page.getByText('Whole days, with commas between them').waitFor();
    await notice.fill('60, 14');
    await page.getByLabel('My support contract ends').fill(FAR);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`supported until ${month(FAR)}`).waitFor();
    const [favorite] = await installation.api<{ policy: object }[]>(
      token,
      'GET',
      `/favorite?software_id=${ids.Over}&includePolicy`,
    );
    expect(favorite!.policy).toMatchObject({ support_notice: [60, 14], support_basis: 'eol', supported_until: FAR });
  });
});
