import fc from 'fast-check';
import { FORMATS, InventoryError, readInventory } from 'inventory-reader';
import { atScale } from '../../../test/setup/scale';
import { workOf } from '../../../test/setup/timing';

const read = (text: string | Uint8Array, format?: string) =>
  readInventory(typeof text === 'string' ? Buffer.from(text) : text, { format, beside: () => null });

/** What parsers would take hundreds of megabytes for. */
const MANY = (unit: string, times = 1_000_000) => unit.repeat(times);

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(',')}]`),
  'services: {x: {image: nginx}}',
].join('\n');

describe('hostile files', () => {
  it.each([
    ['is empty', ' \n', /^It is empty$/],
    ['has NUL', 'nginx\0 1', /^It is not text$/],
    ['is too large', Buffer.alloc(20_000_001, 'a'), /^It is larger than 20 MB$/],
    ['is JSON of brackets', '['.repeat(1_000_000), /^It is nested too deep$/],
    ['is XML of tags', '<a>'.repeat(100_000), /^It is nested too deep$/],
    ['has a document type', '<!DOCTYPE bom [<!ENTITY x SYSTEM "file:///etc/passwd">]><bom>&x;</bom>', /document type/],
    [
      'has too many components',
      Array.from({ length: 50_001 }, (_, at) => `p${at} 1`).join('\n'),
      /^It has more than 50,000 components$/,
    ],
    [
      'is prose',
      'Dear all,\nplease find attached what runs.\n',
      /^It is text that begins with "Dear all,", of an unknown format\. Supported are /,
    ],
    ['is other JSON', '{"a":1,"b\\n":2}', /^It is JSON with the keys "a", "b", of an unknown format/],
    ['is another list', '[{"x":1}]', /^It is a JSON list with the keys "x", of an unknown format/],
    ['is an empty list', '[]', /^It is an empty JSON list, of an unknown format/],
    ['is other XML', '<html><body/></html>', /^It is XML with the root <html>, of an unknown format/],
    [
      'is JSON of empty objects',
      `{"bomFormat":"CycloneDX","components":[${MANY('{},')}{}]}`,
      /^It is JSON with too many parts$/,
    ],
    ['is JSON of lists', `[${MANY('[],')}[]]`, /^It is JSON with too many parts$/],
    ['is JSON of keys', `{${MANY('"a":1,')}"a":1}`, /^It is JSON with too many parts$/],
    [
      'is XML of elements',
      `<bom xmlns="http://cyclonedx.org/schema/bom/1.6">${MANY('<a/>')}</bom>`,
      /^It is XML with too many parts$/,
    ],
    [
      'is XML of attributes',
      `<bom xmlns="http://cyclonedx.org/schema/bom/1.6">${MANY('<a b="" c=""/>', 400_000)}</bom>`,
      /^It is XML with too many parts$/,
    ],
    [
      'is YAML of lines',
      `lockfileVersion: "9.0"\npackages:\n${MANY('  a@1.0.0: {}\n', 400_000)}`,
      /^It is YAML with too many parts$/,
    ],
    ['is one word', 'a'.repeat(atScale(2_000_000, 20_000_000)), /^It is text that begins with "aaa/],
    ['is one line of words', 'a==1 '.repeat(atScale(1_100_000, 4_000_000)), /too many parts|no format/],
    ['is text of many lines', MANY('a 1\n', 1_000_001), /^It has more than 1 million lines$/],
    // As long as the one before, in other formats.
    ...atScale<[string, string, RegExp][]>(
      [],
      [
        [
          'is JSON on many lines',
          MANY('{"I":1}\n', 1_000_001),
          /^It is JSON with too many parts$|^It has more than 1 million lines$/,
        ],
        [
          'is TOML of tables',
          `version = 3\n${MANY('[[package]]\nname="a"\n', 500_000)}`,
          /^It has more than 1 million lines$/,
        ],
      ],
    ),
    ['is packed', Buffer.from([0x1f, 0x8b, 8, 0]), /^It is packed with gzip: give its content$/],
    ['is an archive', Buffer.from('PK\u0003\u0004xx'), /^It is a zip archive: give its content$/],
  ])('one that %s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(InventoryError);
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['YAML of many aliases', `a: &a 1\nb: [${'*a,'.repeat(2_000)}]`, 'docker-compose', /aliases/],
    ['YAML of brackets', `services: ${'['.repeat(100_000)}`, 'docker-compose', /nested too deep/],
    ['YAML of many parts', 'a: b\n'.repeat(900_000), 'docker-compose', /too many parts/],
    ['TOML of brackets', `a=${'['.repeat(100_000)}`, 'cargo-lock', /^It is not TOML: line 1$/],
  ])('%s is refused', (_, text, format, message) => expect(() => read(text, format)).toThrow(message));

  it('a YAML bomb of aliases is read as what it is: each value once', () => {
    expect(read(bomb, 'docker-compose').components).toMatchObject([{ name: 'nginx', version: 'latest' }]);
    expect(() => read(bomb, 'kubernetes')).toThrow(InventoryError);
  });

  it('unknown tags of YAML change nothing', () => {
    expect(read('services:\n  a: !override\n    image: !x nginx:1\n    ports: !reset []\n').components).toHaveLength(1);
  });

  it('one bad component does not end the rest', () => {
    const lock = `{"lockfileVersion":2,"packages":{"node_modules/__proto__":{"version":"1"},"node_modules/constructor":{"version":"2"},
      "node_modules/a":{"version":"1\\u0000"},"node_modules/b":{"version":"\\ud800"},"node_modules/c":null,"node_modules/d":{"version":{}},
      "node_modules/e":{"version":"${'9'.repeat(300)}"},"node_modules/good":{"version":"1.0.0"}}}`;
    const { components, rejected } = read(lock);
    expect(components.map(({ name, version }) => [name, version])).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['c', null],
      ['good', '1.0.0'],
    ]);
    expect(rejected.map(({ where }) => where)).toEqual(['a', 'b', 'd', 'e'].map((name) => `node_modules/${name}`));
    expect(({} as Record<string, unknown>).version).toBeUndefined();
  });

  const size = atScale(200_000, 1_000_000);
  it.each([
    ['one long line', 'a'.repeat(size)],
    ['spaces', `x${' '.repeat(size)}y`],
    ['dollars', `FROM ${'${a:-'.repeat(size / 10)}`],
    ['continued lines', 'FROM a\\\n'.repeat(size / 20)],
    ['requirements', `a==1 ${'--x '.repeat(size / 20)}`],
    [
      'properties that grow',
      `<project><properties>${Array.from({ length: 60 }, (_, at) => `<p${at + 1}>\${p${at}}\${p${at}}</p${at + 1}>`).join('')}<p0>xx</p0></properties><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>\${p60}</version></dependency></dependencies></project>`,
    ],
  ])('%s take no format long', async (_, text) => {
    for (const format of [undefined, ...FORMATS]) {
      const work = () => expect(outcome(() => read(text, format))).not.toBe('crash');
      expect(await workOf(work)).toBeLessThan(5_000);
    }
  });
});

/** A crash is any error but our own. */
function outcome(work: () => unknown): 'read' | 'refused' | 'crash' {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof InventoryError ? 'refused' : 'crash';
  }
}

describe('any bytes', () => {
  const format = fc.constantFrom(undefined, ...FORMATS);
  const word = fc.constantFrom(
    ...'services image packages components lockfileVersion bomFormat CycloneDX apiVersion kind @graph dependencies'.split(
      ' ',
    ),
    ...'version name __proto__ node_modules/a spec containers /a/1.0.0 pkg:npm/a@1 Sources Packages default'.split(' '),
    ...'_meta relationships purl a:1 ${x} 1.0.0'.split(' '),
  );
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      word,
      fc.constantFrom(null, true, 1, 1.5, '', '\0', '\ud800'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  const piece = fc.constantFrom(
    ...[
      'FROM ',
      'nginx:1',
      '\n',
      '  ',
      '    ',
      ' ',
      '[[package]]\n',
      'name = "a"\n',
      'version = "1"\n',
      'GEM\n',
      'specs:\n',
    ],
    ...['a (1)', 'require (', '=>', ' v1.0.0', '==', '<bom>', '</bom>', '<project>', '${', 'pkg:', 'Package: a\n'],
    ...['Version: 1\n', 'SPDXVersion: SPDX-2.3\n', 'PackageName: a\n', '<text>', '\\\n', '__metadata:\n', '&a ', '*a'],
    ...['<<: ', '- name: ', '\ud800', 'é', '\t', ...':"@#-)}{]'],
  );

  it.each([
    ['documents', tree.map((value) => JSON.stringify(value))],
    [
      'documents that look right',
      tree.map((value) =>
        JSON.stringify({
          lockfileVersion: 2,
          bomFormat: 'CycloneDX',
          packages: value,
          components: value,
          services: value,
          dependencies: value,
          items: [value],
          kind: 'List',
          apiVersion: 'v1',
          spdxVersion: 'SPDX-2.3',
        }),
      ),
    ],
    ['texts of pieces', fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))],
    ['texts', fc.string({ unit: 'binary', maxLength: 200 })],
  ] as [string, fc.Arbitrary<string>][])('%s are read or refused, and components are clean', (_, texts) => {
    fc.assert(
      fc.property(texts, format, (text, of) => {
        let found: ReturnType<typeof read>;
        try {
          found = read(text, of);
        } catch (error) {
          if (error instanceof InventoryError) return /^[^\n]{1,300}$/.test(error.message);
          throw error;
        }
        return found.components.every(({ purl, name, version }) =>
          [name, version ?? 'x', purl ?? 'x'].every(
            (part) => part.trim() !== '' && part.isWellFormed() && !/\p{Cc}/u.test(part),
          ),
        );
      }),
      { numRuns: atScale(200, 1_000) },
    );
  });
});
