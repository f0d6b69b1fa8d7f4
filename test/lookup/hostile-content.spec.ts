import { hasPlainTitles } from '../../src/lookup/content/feed-guess';
import { guessJson } from '../../src/lookup/content/json-guess';
import { contentOf } from '../../src/lookup/content/page-content';
import type { Release } from '../../src/source/sources/source';
import { workOf } from '../setup/timing';

const URL = 'https://hostile.example/';
const page = (body: string, type = 'text/html') =>
  contentOf({ status: 200, headers: { 'content-type': type }, body }, URL);
const titled = (version: string): Release[] => [{ version } as Release];

describe('an answer of 1 MB', () => {
  const ITEM = '<link rel="alternate" type="application/rss+xml" href="a">';

  it.each([
    ...['<title ', '<meta ', "<meta name=generator content='", ITEM, '<!--', '<!---->', '<?', '<?a?>', '<', '"', ' '],
    ...['entries:', 'apiVersion: v1\nentries:\n', 'entries:\n ', '\n', 'a:\n', '[', '{"a":', '1,', '\u2028'],
  ])('takes no longer for what it is made of: %j', async (piece) => {
    const body = piece.repeat(1_000_000 / piece.length);
    const work = await workOf(() => {
      for (const beginning of ['', '<', 'apiVersion: v1\nentries:\n', '<?xml?>', '[']) page(`${beginning}${body}`);
    });
    expect(work).toBeLessThan(5_000);
  });
});

describe('a feed', () => {
  const feed = '<rss><channel><title>Widget</title></channel></rss>';

  it.each(['', ' \n', '<?xml version="1.0"?>\n', '<?xml version="1.0"?><!-- a > b -->\n<!-- <html> -->', '<!---->'])(
    'is one behind %j',
    (before) => expect(page(before + feed)).toEqual({ kind: 'feed', title: 'Widget' }),
  );

  it.each(['<!-- ', '<?xml ', '<html><body>', 'x'])('is none behind %j', (before) =>
    expect(page(before + feed).kind).not.toBe('feed'),
  );
});

describe('what looks like a version', () => {
  it.each([
    ...['1.27.4', 'v2', 'V2.0.0-rc.1', 'release-1.2', 'Release 1.2', '1a2b', '2024_01_05', '1+2', 'widget-1.2'],
  ])('is one: %s', (text) => {
    expect(guessJson({ releases: [text] })).toEqual({ items: '$.releases[*]', version: '$' });
    expect(hasPlainTitles(titled(text))).toBe(true);
  });

  it.each(['', 'v', '1..2', '1.', '1-', 'one 1.2 three', '1.2 out', 'release'])('is none: %s', (text) => {
    expect(guessJson({ releases: [text] })).toBeNull();
    expect(hasPlainTitles(titled(text))).toBe(false);
  });
});

describe('an answer of a few bytes', () => {
  it('is looked at at once: comments that may end at any later one', async () => {
    expect(await workOf(() => page(`${'<!---->'.repeat(26)}<html>`))).toBeLessThan(1_000);
  });

  it.each(['a', '1', '1a', 'a1'])(
    'is looked at at once: a version of 100 characters that is none (%s)',
    async (part) => {
      const almost = `${'1'}${part.repeat(28 / part.length)}!`;
      expect(await workOf(() => guessJson({ releases: [almost] }))).toBeLessThan(500);
      expect(await workOf(() => hasPlainTitles(titled(almost)))).toBeLessThan(500);
      expect(await workOf(() => hasPlainTitles(titled(`Release ${almost} (main)`)))).toBeLessThan(500);
    },
  );
});
