import fc from 'fast-check';
import type { XmlElement } from 'inventory-reader';
import { lengthOf } from 'small-parts';
import { parseJson } from '../../../src/common/fetch/json-text';
import { SourceError } from '../../../src/common/fetch/source-error';
import { uniqueReleases } from '../../../src/source/sources/source';
import { parseXml } from '../../../src/source/sources/xml-text';
import { longestTurn } from '../../setup/timing';

const PARTS = 1_000_000;
/** So long that it is read in steps. */
const long = (text: string) => text + ' '.repeat(70_000);

const stallDuring = (work: () => Promise<unknown>) =>
  longestTurn(() => work().catch((error: unknown) => expect(error).toBeInstanceOf(SourceError)));

describe('a long JSON text', () => {
  it('is what JSON.parse says', () =>
    fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
        expect(await parseJson(long(text), PARTS)).toEqual(JSON.parse(text));
      }),
    ));

  it.each([
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    '"\\u0041\\\\\\""',
    '["a\ufeffb","\\ufeffc","\\ud83d","\ud83d"]',
    '[-0,1e400,12345678901234567890]',
    '[[],{},""]',
    ' [ 1 , -0.5e3 ] ',
    'null',
  ])('is what JSON.parse says: %s', async (text) => {
    const read = await parseJson(long(text), PARTS);
    expect(read).toEqual(JSON.parse(text));
    expect(Object.getPrototypeOf(read ?? {})).toBe(Object.getPrototypeOf(JSON.parse(text) ?? {}));
  });

  it('is refused where JSON.parse refuses it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', ']', '}', ':', '\\', 'x'),
        async (text, place, put) => {
          const at = place % (text.length + 1);
          const changed = text.slice(0, at) + put + text.slice(at + 1);
          const expected = (() => {
            try {
              return [JSON.parse(changed) as unknown];
            } catch {
              return null;
            }
          })();
          const read = await parseJson(long(changed), PARTS).then(
            (value) => [value],
            () => null,
          );
          expect(read).toEqual(expected);
        },
      ),
    ));

  it('is refused when it has too much of anything', async () => {
    const texts = [
      `[${'[],'.repeat(99_000)}[]]`,
      `["${'x'.repeat(4_100_000)}"]`,
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `{${Array.from({ length: 100_001 }, (_, index) => `"${index}":1`).join(',')}}`,
    ];
    for (const text of texts) await expect(parseJson(text, 50_000)).rejects.toMatchObject({ code: 'size' });
  });
});

describe('a long answer', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      '900,000 keys',
      () => parseJson(`{${Array.from({ length: 900_000 }, (_, index) => `"k${index}":1`).join(',')}}`, PARTS),
    ],
    ['a text of 31 MB', () => parseJson(`["${'x'.repeat(31e6)}"]`, PARTS)],
    ['480,000 lists', () => parseJson(`[${`[${'[],'.repeat(90_000)}[]],`.repeat(5)}[]]`, PARTS)],
    [
      '70,000 elements of XML',
      () => parseXml(`<a>${Array.from({ length: 70_000 }, (_, i) => `<a${i}>x</a${i}>`).join('')}</a>`),
    ],
    ['4 MB of a tag without an end', () => parseXml(`<a><!${'x'.repeat(3_900_000)}`)],
    ['4 MB of end tags without a start', () => parseXml(`${'<a>'.repeat(90)}${'</b>'.repeat(900_000)}`)],
    ['490,000 references in XML', () => parseXml(`<a>${'&amp;'.repeat(490_000)}</a>`)],
    [
      '40,000 labels of 255 characters',
      () =>
        uniqueReleases(
          Array.from({ length: 40_000 }, (_, index) => `${'a'.repeat(250)}${index}`),
          (version) => [{ version, releasedAt: null, prerelease: null, notesUrl: null }],
        ),
    ],
  ])('with %s keeps nobody waiting', async (_what, work) => {
    expect(await stallDuring(work)).toBeLessThan(1_000);
  });

  it('has no release whose label cannot be stored', async () => {
    const releases = await uniqueReleases(['1', '2'.repeat(511), '1'], (version) => [
      { version, releasedAt: null, prerelease: null, notesUrl: null },
    ]);
    expect(releases.map(({ version }) => version)).toEqual(['1']);
  });
});

/** Its name, its text, its attributes, if there are any, and its children. */
const shown = ({ name, text, attributes, children }: XmlElement): unknown[] => [
  ...[name, text.trim()],
  ...(attributes.size > 0 ? [Object.fromEntries(attributes)] : []),
  ...children.map(shown),
];

describe('XML', () => {
  it.each([
    [
      '<a><b/><b c="1">x<!-- y -->z</b><b><![CDATA[<&amp;]]></b></a>',
      ['a', '', ['b', ''], ['b', 'xz'], ['b', '<&amp;']],
    ],
    ['<a><p>1<br>2</p></a>', ['a', '', ['p', '1', ['br', '2']]]],
    ['<a><b t="href=\'x\'" href=\'&lt;y\' rel = "z>"/></a>', ['a', '', ['b', '', { href: '<y', rel: 'z>' }]]],
    ['<?xml version="1.0"?><!DOCTYPE a><a>1</a>\n', ['a', '1']],
    ['<a>Q & A &lt;&#x41;&#66; &nbsp;</b> 1</a>', ['a', 'Q & A <AB &nbsp; 1']],
  ])('%s', async (text, expected) => expect(shown(await parseXml(text))).toEqual(['', '', expected]));

  it.each(['', 'x', '<a>', '<a', '<a><![CDATA[', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', '< a/>'])(
    'is none: %j',
    (text) => expect(parseXml(text)).rejects.toThrow(SourceError),
  );
});

test('the length of a text is that of its characters', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00') }), (text) => {
      expect(lengthOf(text)).toBe([...text].length);
    }),
  ));
