import fc from 'fast-check';
import { safeUrl } from 'small-parts';
import { cleanLine, cut } from '../../../src/notification/rendering/clean-text';
import { html } from '../../../src/notification/rendering/html';
import { contentOf } from '../../../src/notification/rendering/message-content';
import { cleanMessage, testMessage } from '../../../src/notification/rendering/message';
import { renderText } from '../../../src/notification/rendering/render-text';
import {
  digest,
  failingMessage,
  HOSTILE_NAME,
  hostileMessage,
  LIVE,
  message,
  riskMessage,
  supportMessage,
  update,
  vulnerability,
} from '../providers/peers';

const version = (label: string, id = label) => ({ id, version: label, created_at: '2026-11-20T10:00:00.000000Z' });

describe('the mail about sources that fail', () => {
  test('of one product says what, since when, why, and what to do', () => {
    const { subject, text, html: page } = renderText(failingMessage(1));
    expect(subject).toBe('The source of Firefox is failing');
    expect(text).toMatch(
      /^The source of Firefox is failing\n\nNew versions of this product are not being found\. .*source list --failing/,
    );
    expect(text).toContain(`Product:       Firefox
Source:        github-releases
Failing since: 2026-11-20 10:00 UTC
Last error:    Answered 404: there is nothing at this URL
`);
    expect(text).toContain('(PUT /api/v1/software/{id}/source) or remove it (DELETE)');
    expect(text + page).not.toContain('/api/v1/software/0');
    expect(page).toContain('Answered 404: there is nothing at this URL');
    expect(page).not.toMatch(/unsubscribe/i);
  });

  test('of many names the first of them, and says how many more there are', () => {
    const { subject, text, html: page } = renderText(failingMessage(62));
    expect(subject).toBe('62 sources are failing, the first since 20 November 2026');
    expect(text.match(/: +github-releases, since 2026-11-20 10:00 UTC: Answered 404/g)).toHaveLength(25);
    for (const part of ['Firefox 0:', 'Firefox 24:', '… and 37 more']) expect(text).toContain(part);
    expect(text).not.toContain('Firefox 25:');
    expect(page).toContain('… and 37 more');
  });
});

describe('the mail about an update', () => {
  test('says what is new, what is used, and where to look', () => {
    const { subject, text } = renderText(message());
    expect(subject).toBe('Firefox 143.0 is out (you use 142.0.1)');
    expect(text).toBe(`Firefox 143.0 is out

A major update of Firefox is available.

New version:  143.0
You use:      142.0.1
Released:     20 November 2026
Publisher:    Mozilla
Last checked: 21 November 2026

Also new: 142.0.3, 142.0.2

Release notes: https://firefox.example/releases
Website: https://firefox.example/

-- 
You get this because you follow Firefox.
`);
  });

  test('the HTML says the same, without anything that is fetched', () => {
    const page = renderText(message()).html;
    for (const part of [
      'Firefox 143.0 is out',
      '142.0.1',
      '20 November 2026',
      'Mozilla',
      '<bdi>142.0.3, 142.0.2</bdi>',
    ])
      expect(page).toContain(part);
    expect(page).toMatch(
      /<a href="https:\/\/firefox\.example\/" rel="noreferrer"[^>]*>Website<\/a>\s*<span[^>]*>firefox\.example<\/span>/,
    );
    expect(page).toMatch(/>You use<[^]*<bdi>142\.0\.1<[^]*→[^]*>New version<[^]*<bdi>143\.0</);
    expect(page).not.toMatch(/<img|<script|<link|@import|url\(/i);
    expect(page).toContain('prefers-color-scheme:dark');
    expect(page).toContain('width=device-width');
  });

  test.each([
    ['major', 'Major update'],
    ['minor', 'Minor update'],
    ['patch', 'Patch'],
    ['other', 'Update'],
  ] as const)('a step that is %s is shown before the headline', (step, words) => {
    const page = renderText(message({ step })).html;
    expect(page).toMatch(new RegExp(`<span class="${step}" style="[^"]*background:#[^"]*">${words}</span>[^]*<h1 `));
  });

  const links = { notes: 'https://notes.example/143', manage: 'https://tracker.example/update/token' };
  /** The links of a page in their order; the first is the only button. */
  const shown = (page: string) =>
    [...page.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, url, label]) => [label, url]);
  const actions = ['Updated', 'Skip', 'Snooze'].map((label) => [label, `${links.manage}?do=${label.toLowerCase()}`]);

  test('the button opens the product in the web application; beside it are the actions, below it the pages of others', () => {
    const page = 'https://tracker.example/software/1';
    const { html: mail, text } = renderText(message({ links, page }));
    expect(shown(mail)).toEqual([
      ['Open', page],
      ...actions,
      ['Release notes', links.notes],
      ['Website', 'https://firefox.example/'],
    ]);
    expect(mail.match(/<td class="main"/g)).toHaveLength(1);
    expect(mail).toMatch(/<td class="main"[^]{1,120}href="https:\/\/tracker\.example\/software\/1"/);
    expect(text).toContain(`
Open: ${page}
Updated, skip or snooze: ${links.manage}
Release notes: ${links.notes}
Website: https://firefox.example/
`);
  });

  test.each([
    ['there is no web application', null, []],
    ['only this machine could open it', 'http://127.0.0.1:3000/software/1', ['Open']],
    ['only this machine could open it, by IPv6', 'http://[::1]:3000/software/1', ['Open']],
  ])('the button leads to the release notes where %s, and says to whose site', (_case, page, open) => {
    const { html: mail } = renderText(message({ links, page }));
    expect(shown(mail).map(([label]) => label)).toEqual([
      'Release notes',
      'Updated',
      'Skip',
      'Snooze',
      ...open,
      'Website',
    ]);
    expect(mail).toMatch(/<td class="main"[^]{1,120}href="https:\/\/notes\.example\/143"/);
    expect(mail).toContain('<bdi>notes.example</bdi>');
  });

  test.each([
    [
      'an update',
      message({ links, page: 'https://tracker.example/software/1' }, { unsubscribe: 'https://tracker.example/u/1' }),
    ],
    ['a digest', { ...digest(3, { links }), page: 'https://tracker.example/updates' }],
    ['sources that fail', failingMessage(3)],
  ])('the HTML about %s shows no address as text', (_case, about) => {
    const seen = renderText(about)
      .html.replace(/<style>[^]*<\/style>/, '')
      .replace(/<[^>]*>/g, ' ');
    expect(seen).not.toMatch(/https?:|www\./);
    expect(renderText(about).html.match(/<td class="main"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test('the HTML needs no style element: each colour of a text comes with one of its ground', () => {
    const page = renderText(message()).html;
    const bare = page.replace(/<style>[^]*<\/style>/, '');
    expect(bare).toMatch(/<body class="ground" style="[^"]*background:#[^"]*color:#/);
    expect(bare).toMatch(/<h1 class="ink" style="[^"]*font-size:26px/);
    // Escaping would show in it.
    expect(/<style>([^]*)<\/style>/.exec(page)![1]).not.toMatch(/&|"/);
  });

  test.each([1, 12, 500])(
    'a digest of %i is grouped by step, the largest first, and is not cut off by Gmail',
    (count) => {
      const steps = (['major', 'minor', 'patch', 'other'] as const).slice(0, Math.min(count, 4));
      const size = count / steps.length;
      const manage = `https://tracker.example/update/${'x'.repeat(94)}`;
      const updates = steps.flatMap((step) =>
        Array.from({ length: size }, (_, index) => {
          const software = { id: `${step}${index}`, name: `Product ${step} ${index}`, url: null };
          return update({ step, software, links: { manage } });
        }),
      );
      const digest = { kind: 'update.digest', timestamp: '2026-11-21T03:00:00Z', updates, total: count } as const;
      const { html: page, text } = renderText({ ...digest, links: { unsubscribe: 'https://tracker.example/u/token' } });
      expect(Buffer.byteLength(page)).toBeLessThan(100_000);
      expect(Buffer.byteLength(text)).toBeLessThan(100_000);
      expect([...page.matchAll(/<h2 [^>]*><span class="(\w+)"/g)].map(([, step]) => step)).toEqual(steps);
      // All are named; those that come last, the smallest steps, have no link where it would be too long.
      expect(page.match(/<bdi>Product /g)).toHaveLength(count);
      expect(text.match(/^- Product/gm)).toHaveLength(count);
      const linked = page.match(/<a href="https:\/\/tracker\.example\/update\/x+"[^>]*>Skip or snooze</g)!.length;
      const linkedInText = text.match(/^ {2}Skip or snooze: https:\/\/tracker\.example\/update\/x+$/gm)!.length;
      if (count <= 100) expect([linked, linkedInText]).toEqual([count, count]);
      expect([linked, linkedInText].every((links) => links >= Math.min(count, 100))).toBe(true);
      expect(page).toContain('>Unsubscribe</a>');
    },
  );

  test('a digest too long for all its names keeps the links of its first hundred updates', () => {
    const manage = `https://tracker.example/update/${'x'.repeat(94)}`;
    const links = { manage, notes: `https://notes.example/${'n'.repeat(100)}` };
    const { html: page, text } = renderText(digest(500, { links }));
    for (const part of [page, text]) expect(Buffer.byteLength(part)).toBeLessThan(100_000);
    expect(page.match(/>Skip or snooze</g)).toHaveLength(100);
    const named = page.match(/<a href="https:\/\/notes\.example/g)!.length;
    expect(named).toBeGreaterThan(200);
    expect(page).toContain(`… and ${500 - named} more`);
  });

  test('where no version is known, it says that the image changed, and when', () => {
    const [first, second] = ['latest@1f0a2b3c4d5e', 'latest@9c0a2b3c4d5e'];
    const trackedVersion = { id: '1', version: first!, created_at: '2026-10-01T00:00:00Z' };
    const version = { id: '2', version: second!, created_at: '2026-11-03T00:00:00Z' };
    const inUse = { places: [{ place: 'prod', version: first!, inventories: 1, tag: 'latest' }], more: 0 };
    const given = { trackedVersion, version, versions: [version], inUse, releasedAt: '2026-11-03T08:00:00Z' };
    const software = { id: '3', name: 'acme/anvil:latest', url: null };
    const content = contentOf(message({ ...given, software }));
    const said = 'acme/anvil:latest: the image behind latest changed on 3 November 2026';
    expect([content.subject, content.headline]).toEqual([said, said]);
    expect(Object.fromEntries(content.facts)).toMatchObject({
      ...{ 'New version': second, 'You use': `${first} (version not known)` },
      'In use': `prod ${first} (version not known)`,
    });
    expect(renderText(digest(1, { ...given, software })).text).toContain(
      'the image behind latest changed on 3 Nov 2026',
    );
  });

  test('what is not known is left out, but for the day, which is said not to be known', () => {
    const sparse = message({
      publisher: null,
      trackedVersion: null,
      releasedAt: 'soon',
      versions: [],
      favorite: null,
      software: { id: 'x', name: 'Firefox', url: null },
      links: {},
    });
    const { subject, text } = renderText(sparse);
    expect(subject).toBe('Firefox 143.0 is out');
    expect(text).not.toMatch(/You use|Publisher|Also new|http|null|undefined/);
    expect(text).toMatch(/^Released: +not known$/m);
  });

  test.each([
    ['live', '20 November 2026'],
    ['no-source', '1 July 2024, for the catalogue; no source is asked'],
    ['snapshot', '1 July 2024, for the catalogue; its source has not been asked since'],
    ['stale', '20 November 2026; its source has not answered since'],
    ['failing', '20 November 2026; its source has not answered since'],
  ] as const)('of a product whose state is %s says of when that is known: %s', (state, words) => {
    const freshness = {
      state,
      checked_at: state === 'snapshot' || state === 'no-source' ? null : '2026-11-20T10:00:00.000000Z',
      catalogued_as_of: '2024-07-01',
      since: '2026-11-21T00:00:00.000000Z',
      known: 'stable' as const,
    };
    const { text, html: page } = renderText(message({ freshness }));
    expect(text.match(/^Last checked.*$/gm)).toEqual([expect.stringMatching(new RegExp(`^Last checked: +${words}$`))]);
    expect(page).toContain(words);
  });

  test.each([
    ['stale', null, 'never; its source has not been asked yet'],
    ['failing', null, 'never; its source has not answered yet'],
    ['failing', '2024-07-01', '1 July 2024, for the catalogue; its source has not answered since'],
    ['no-source', null, 'no source is asked'],
  ] as const)('of a product whose source never answered, %s and catalogued %s, says: %s', (state, day, words) => {
    const freshness = { ...LIVE, state, checked_at: null, catalogued_as_of: day };
    expect(renderText(message({ freshness })).text).toMatch(new RegExp(`^Last checked: +${words}$`, 'm'));
  });

  test('a digest names the first products that were not checked lately, in one line, and none if all were', () => {
    const stale = { ...LIVE, state: 'stale' } as const;
    const some = digest(5);
    expect(renderText(some).text).not.toContain('Not checked lately');
    for (const one of [1, 3]) some.updates[one]!.freshness = stale;
    for (const part of Object.values(renderText(some)).slice(1)) expect(part).toMatch(/nginx 1, Node\.js 3(\n|<)/);
    expect(renderText(some).text).toContain('Not checked lately: nginx 1, Node.js 3\n\n');
    const all = renderText(digest(500, { freshness: stale })).text;
    expect(all).toContain('Not checked lately: Firefox 0, nginx 1, PostgreSQL 2 and 497 more\n');
  });

  test('a digest names the day of each version, and that it is not known', () => {
    const some = digest(2);
    some.updates[1]!.releasedAt = null;
    const { text, html: page } = renderText(some);
    for (const part of [text, page]) {
      expect(part).toContain('142.0.1 → 143.0 (20 Nov 2026)');
      expect(part).toContain('(day not known)');
    }
  });

  test('a reminder and a test are told from news', () => {
    expect(renderText(message({ reminder: true })).subject).toBe('Reminder: Firefox 143.0 is out (you use 142.0.1)');
    expect(renderText(testMessage('2026-11-21T03:00:00Z')).subject).toBe('Test: your notifications work');
  });

  test('many versions are counted and not listed', () => {
    const versions = [version('143.0'), ...Array.from({ length: 19 }, (_, index) => version(`142.${index}`))];
    const { text } = renderText(message({ version: versions[0]!, versions }));
    expect(text).toContain(
      'Also new: 142.0, 142.1, 142.2, 142.3, 142.4, 142.5, 142.6, 142.7, 142.8, 142.9 and 9 more\n',
    );
  });
});

describe('hostile content', () => {
  // Cases 78, 80, 86, 90, 91.
  test('is one line in the subject and inert in the HTML', () => {
    const { subject, text, html: page } = renderText(hostileMessage());
    expect(subject).not.toMatch(/[\p{Cc}\u202E\p{Cs}]/u);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(page).not.toMatch(/<script|<img|<a href="https:\/\/evil|<\/title>.*<\/title>/s);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('{{constructor}}&lt;%= process.env %&gt;${process.env}');
    expect(text).not.toMatch(/[\u202E\u0000\p{Cs}]/u);
    expect(text.match(/^Bcc:/m)).toBeNull();
  });

  const failing = failingMessage(3, HOSTILE_NAME);
  for (const source of failing.sources!) source.lastError = HOSTILE_NAME;
  const product = { software: { id: 'x', name: HOSTILE_NAME, url: 'javascript:alert(1)' } };
  const found = { summary: HOSTILE_NAME, fixedIn: HOSTILE_NAME, url: 'javascript:alert(1)' };

  test.each([
    ['a source that fails', failing],
    [
      'an end of support',
      supportMessage(
        { cycle: HOSTILE_NAME, latest: HOSTILE_NAME, next: { cycle: HOSTILE_NAME, until: null } },
        { ...product, links: { dates: 'javascript:alert(1)' } },
      ),
    ],
    [
      'vulnerabilities',
      riskMessage([vulnerability(HOSTILE_NAME, found)], {
        ...product,
        databases: [HOSTILE_NAME],
        update: { id: 'y', version: HOSTILE_NAME },
      }),
    ],
  ])('about %s is harmless, too', (_what, content) => {
    const { subject, text, html: page } = renderText(content);
    expect(subject.length).toBeLessThanOrEqual(200);
    for (const part of [subject, text, page]) expect(part).not.toMatch(/[\u0000\u202E]|javascript:/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(page).not.toMatch(/<script|<img/);
  });

  // Case 81.
  test('links that are not http(s) are dropped', () => {
    const { text, html: page } = renderText(hostileMessage());
    for (const rendered of [text, page]) expect(rendered).not.toMatch(/javascript:|data:text|a:b@|: \/\/evil/);
    expect(page).not.toContain('<a href="https://evil');
  });

  test.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['https://example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['https://a:b@evil.example', null],
    ['https://', null],
    [`https://example.com/${'a'.repeat(3000)}`, null],
    ['', null],
    [null, null],
  ])('%s becomes the link %s', (url, safe) => expect(safeUrl(url)).toBe(safe));

  test('a megabyte of name and ten thousand versions stay within the limits', () => {
    const huge = message({
      software: { id: 'x', name: 'n'.repeat(1_000_000), url: null },
      versions: Array.from({ length: 10_000 }, (_, index) => version('v'.repeat(1000), String(index))),
    });
    const clean = cleanMessage(huge);
    expect(clean.updates[0]?.software.name).toHaveLength(200);
    expect(clean.updates[0]?.versions).toHaveLength(200);
    expect(renderText(huge).text).toContain(' and 9990 more');
    expect(renderText(huge).html.length).toBeLessThan(10_000);
  });

  test('a right-to-left name is wrapped, so that it does not turn the version', () => {
    const { subject } = renderText(message({ software: { id: 'x', name: 'פיירפוקס', url: null } }));
    expect(subject).toBe('\u2068פיירפוקס\u2069 143.0 is out (you use 142.0.1)');
  });

  test('an emoji that is joined of several keeps its joiner', () => {
    expect(cleanLine('👩‍💻 a\u200Bb', 50)).toBe('👩‍💻 ab');
  });
});

// Case 89.
describe('cutting', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });

  test('is never over the limit and never leaves half a pair', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (value, max) => {
        const short = cut(value, max);
        return short.length <= max && !/\p{Cs}/u.test(short) && (value.length > max || short === value);
      }),
    );
  });

  test('a clean line is one line of well-formed text within its limit, whatever comes', () => {
    const anything = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 })
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 40 }), (value, max) => {
        const line = cleanLine(value, max);
        return line.length <= max && !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(line);
      }),
    );
  });
});

test('the HTML template escapes every value and takes its own pieces as they are', () => {
  // Under its own name Prettier would format the pieces.
  const template = html;
  const item = (text: string) => template`<li title="${text}">${text}</li>`;
  const list = template`<ul>${[item('a & b'), item(`"<'>`)]}${null}${1}</ul>`;
  expect(list.source).toBe(
    '<ul><li title="a &amp; b">a &amp; b</li><li title="&quot;&lt;&#39;&gt;">&quot;&lt;&#39;&gt;</li>1</ul>',
  );
  expect(html`${HOSTILE_NAME}`.source).not.toMatch(/[<>"']/);
});
