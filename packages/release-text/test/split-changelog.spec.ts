import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingItems, type NoteFormat, readNotes, splitChangelog } from 'release-text';

function fileOf(name: string): string {
  const text = readFileSync(join(__dirname, 'fixtures', name), 'utf8');
  if (!name.endsWith('.json')) return text;
  return Buffer.from((JSON.parse(text) as { content: string }).content, 'base64').toString();
}

const split = (name: string, format: NoteFormat = 'markdown') => splitChangelog(fileOf(name), format);
const versions = (text: string, format: NoteFormat = 'markdown') =>
  splitChangelog(text, format).map(({ version, releasedAt }) => [version, releasedAt]);

const BUSINESS = [
  ['1.11.1', '2017-12-20'],
  ['1.10.0', '2017-09-20'],
  ['1.9.0', '2017-08-23'],
  ['1.8.0', '2017-02-13'],
  ['1.7.0', '2017-01-18'],
  ['1.6.0', '2016-12-23'],
  ['1.5.0', '2015-06-02'],
  ['1.4.0', '2014-12-24'],
  ['1.3.0', '2014-12-02'],
  ['1.2.0', '2014-11-15'],
  ['1.1.0', '2014-09-30'],
  ['1.0.0', '2014-06-11'],
];

describe('changelogs of real projects', () => {
  it.each([
    'changelog_contents.json',
    'changelog_contents_rel_link.json',
    'changelog_contents_reversed.json',
    'reverse_changelog.md',
  ])('%s: newest first, whichever way round the file is', (name) => {
    const sections = split(name);
    expect(sections.map(({ version, releasedAt }) => [version, releasedAt])).toEqual(BUSINESS);
    expect(sections.at(-1)!.text).toBe('- Initial public release');
    expect(sections[3]!.text).toMatch(/^- Add 2018-2027 TARGET[^#]*Bankgirot holiday defintions$/);
  });

  it('versions as items of a list', () => {
    const sections = split('changelog_contents_bullets.json', 'text');
    expect(sections).toHaveLength(40);
    expect(sections.map(({ version }) => version).slice(0, 3)).toEqual(['3.0.0', '2.10.6', '2.10.5']);
    const breaking = breakingItems(readNotes(sections[0]!.text, 'markdown'));
    expect(breaking[0]).toEqual([expect.stringMatching(/^When using a Lock as a context manager/)]);
    expect(breaking.length).toBeLessThan(30);
  });

  it('versions on two levels, with links that compare', () => {
    const sections = split('changelog_contents_comparison_links.json');
    expect(sections.map(({ version }) => version)).toEqual(
      '3.3.0 3.2.1 3.2.0 3.1.0 3.0.1 3.0.0 2.0.0 1.4.0 1.3.2 1.3.0'.split(' '),
    );
    expect(sections[1]).toMatchObject({
      releasedAt: '2018-01-16',
      url: 'https://github.com/kelektiv/node-uuid/compare/v3.2.0...v3.2.1',
    });
  });

  it('Japanese, from one version to the next', () => {
    expect(versions(fileOf('changelog_contents_japanese.json'), 'text')).toEqual([
      ['0.0.6', '2010-08-28'],
      ['0.0.5', '2010-08-26'],
      ['0.0.4', '2009-08-17'],
      ['0.0.3', '2008-08-25'],
      ['0.0.2', '2008-08-11'],
    ]);
  });

  it('HTML and Markdown of the same', () => {
    const [html, markdown] = [split('jsdom.html', 'html'), split('jsdom.md')];
    expect(html.map(({ version }) => version)).toEqual(['15.2.0', '15.1.1', '15.1.0', '15.0.0']);
    expect(markdown.map(({ version }) => version)).toEqual(html.map(({ version }) => version));
    expect(html[3]!.text).toMatch(/^<p>Several/);
  });

  it('the name of the product in the heading, and lines below it', () => {
    expect(versions(fileOf('rails52.md'))).toEqual([
      ['5.2.1.1', '2018-11-27'],
      ['5.2.1', '2018-08-07'],
      ['5.2.0', '2018-04-09'],
    ]);
    const sentry = split('sentry.md');
    expect(sentry).toHaveLength(63);
    expect(sentry[0]).toMatchObject({ version: '2.12.2', text: '* FIX: return tags/extra for [@rivayama, #931]' });
    expect(sentry.at(-1)!.version).toBe('0.5.0');
  });
});

describe('changelogs', () => {
  it('have sections that end at what is not released', () => {
    const text = '## 1.0.0\n\n- one\n\n## 1.1.0\n\n- two\n\n## [Unreleased]\n\n- three';
    expect(splitChangelog(text, 'markdown').map((section) => section.text)).toEqual(['- two', '- one']);
  });

  it('have empty headings that are joined with the next of the same version', () => {
    const text = '## 1.1.0\n\n## [v1.1.0] - 2024-02-03\n\n- two\n\n## 1.0.0\n\n- one';
    expect(splitChangelog(text, 'markdown')).toEqual([
      { version: '1.1.0', releasedAt: '2024-02-03', text: '- two' },
      { version: '1.0.0', releasedAt: null, text: '- one' },
    ]);
  });

  it('have labels that are explained at the end of the file', () => {
    const text =
      '## [1.1.0]\n\n- see [x]\n\n## 1.0.0\n\n- one\n\n[1.1.0]: https://a.example/1.1\n[x]: https://a.example/x';
    const [first] = splitChangelog(text, 'markdown');
    expect(first!.url).toBe('https://a.example/1.1');
    expect(readNotes(first!.text, 'markdown')).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [
          [
            {
              type: 'paragraph',
              children: ['see ', { type: 'link', url: 'https://a.example/x', children: ['x'] }],
            },
          ],
        ],
      },
    ]);
  });

  it('are reStructuredText', () => {
    const text =
      'Changes\n=======\n\n1.10 (2020-03-01)\n-----------------\n\n- one\n\nFixes\n~~~~~\n\n- two\n\n1.9\n---\n\n- three';
    expect(versions(text, 'rst')).toEqual([
      ['1.10', '2020-03-01'],
      ['1.9', null],
    ]);
  });

  it.each(['', 'no versions here', '# A\n\n## B', '<h1>', '* a\n* b'])('have none: %j', (text) => {
    for (const format of ['markdown', 'html', 'text', 'rst'] as const) expect(splitChangelog(text, format)).toEqual([]);
  });
});
