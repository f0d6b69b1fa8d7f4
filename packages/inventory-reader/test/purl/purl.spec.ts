import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPurl, formatPurl, packageOf, parsePurl, PurlError } from 'inventory-reader';
import { workOf } from '../../../../test/setup/timing';

interface Vector {
  file: string;
  description: string;
  type: 'parse' | 'build' | 'validate';
  input: unknown;
  /** null = refused. */
  expected: unknown;
}

const vectors = readFileSync(join(__dirname, 'purl-spec.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

const WORK: Record<Vector['type'], (input: never) => unknown> = {
  parse: (input: string) => parsePurl(input),
  build: (input: object) => buildPurl(input),
  validate: (input: string) => formatPurl(parsePurl(input)),
};

function resultOf({ type, input }: Vector): unknown {
  try {
    return WORK[type](input as never);
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

const purlOf = (text: string) => formatPurl(packageOf(parsePurl(text)));

const isEqual = (one: unknown, other: unknown) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** With keys in order. */
const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, field]) => [key, inOrder(field)]),
      )
    : value;

describe('a package URL', () => {
  it('is read and written as the tests of its specification say, but for a contradiction in them', () => {
    const wrong = vectors.filter((vector) => !isEqual(resultOf(vector), vector.expected));
    expect(vectors).toHaveLength(402);
    // Refuses a key in upper case, which the specification and the tests of Maven make lower case.
    expect(wrong.map(({ input }) => input)).toEqual(['pkg:gem/jruby-launcher@1.1.2?Platform=java']);
  });

  it.each(['pkg:swift/github.com/Alamofire/@5.4.3', 'pkg:npm/foo/@1', 'pkg:golang/example.org/@v1.0.0', 'pkg:npm/@1'])(
    'has a name before its version: %s is none',
    (text) => expect(() => parsePurl(text)).toThrow('name is required'),
  );

  it.each([
    ['npm scopes without percent-encoding', 'pkg:npm/@babel/core@7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['an @ in a name', 'pkg:brew/node@20@20.10.0', 'pkg:brew/node%4020@20.10.0'],
    ['reserved characters', "pkg:generic/a!b(c)*d'e@1+2", 'pkg:generic/a%21b%28c%29%2Ad%27e@1%2B2'],
    ['other scripts', 'pkg:generic/字/ü@🎉', 'pkg:generic/%E5%AD%97/%C3%BC@%F0%9F%8E%89'],
    ['a path that goes up', 'pkg:golang/a/b#x/%2E%2E/./y', 'pkg:golang/a/b#x/y'],
    ['an empty qualifier', 'pkg:npm/a?b=&c=1', 'pkg:npm/a?c=1'],
    ['an = in a qualifier', 'pkg:npm/a?b=c=d', 'pkg:npm/a?b=c%3Dd'],
    ['a type that nobody has registered', 'pkg:Scoop/Main/Git', 'pkg:scoop/Main/Git'],
    [
      'a GUID',
      'pkg:swid/a?tag_id=75B8C285-FA7B-485B-B199-4745E3004D0D',
      'pkg:swid/a?tag_id=75b8c285-fa7b-485b-b199-4745e3004d0d',
    ],
    ['a name in lower case and with underscores', 'pkg:pub/Flutter-Bloc', 'pkg:pub/flutter_bloc'],
    ['an author in upper case', 'pkg:cpan/drolsky/DateTime', 'pkg:cpan/DROLSKY/DateTime'],
  ])('is canonical with %s', (_what, text, canonical) => {
    expect(formatPurl(parsePurl(text))).toBe(canonical);
    expect(formatPurl(parsePurl(canonical))).toBe(canonical);
    expect(buildPurl(parsePurl(text))).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['no type', 'pkg:'],
    ['half an encoding', 'pkg:npm/a%2'],
    ['bytes that are no UTF-8', 'pkg:npm/a%ff'],
    ['a slash in a segment', 'pkg:npm/a%2Fb/c'],
    ['a slash in a segment of the path', 'pkg:npm/a#b%2F..%2Fc'],
    ['a qualifier twice', 'pkg:npm/a?b=1&B=2'],
    ['a qualifier that is a trap', 'pkg:npm/a?__proto__=1'],
    ['a type with a plus', 'pkg:n+m/a'],
    ['no version of an extension', 'pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglk@beta'],
    ['a space in a pod', 'pkg:cocoapods/A%20B'],
    ['three segments of a tag', 'pkg:swid/a/b/c/d?tag_id=1'],
  ])('is refused with %s', (_what, text) => {
    expect(() => parsePurl(text)).toThrow(PurlError);
  });

  it.each([
    ['a text', 'pkg:npm/a'],
    ['a list', []],
    ['null', null],
    ['a number as name', { type: 'npm', name: 1 }],
    ['a list of qualifiers', { type: 'npm', name: 'a', qualifiers: ['b=c'] }],
    ['a number as qualifier', { type: 'npm', name: 'a', qualifiers: { b: 1 } }],
    ['half of a pair', { type: 'npm', name: '\ud800' }],
  ])('is not made of %s', (_what, parts) => {
    expect(() => buildPurl(parts)).toThrow(PurlError);
  });

  it.each([
    ['a version and other qualifiers', 'pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie', 'pkg:deb/debian/curl'],
    ['the namespace of official images', 'pkg:docker/library/nginx@1.30', 'pkg:docker/nginx'],
    ['a path in it', 'pkg:golang/google.golang.org/genproto@v1#googleapis', 'pkg:golang/google.golang.org/genproto'],
  ])('names its package without %s', (_what, text, canonical) => {
    expect(purlOf(text)).toBe(canonical);
  });

  it.each([
    [
      'a registry of its own',
      'pkg:npm/a@1?repository_url=https://npm.example.com',
      'pkg:npm/a?repository_url=https:%2F%2Fnpm.example.com',
    ],
    [
      'a namespace of another registry',
      'pkg:docker/library/a?repository_url=r.io',
      'pkg:docker/library/a?repository_url=r.io',
    ],
    ['a qualifier that its type needs', 'pkg:julia/Dates@1?uuid=ade2ca70&x=1', 'pkg:julia/Dates?uuid=ade2ca70'],
  ])('names its package with %s', (_what, text, canonical) => {
    expect(purlOf(text)).toBe(canonical);
  });

  it('is read in time, however it is written', async () => {
    const hostile = ['%2', '%41', '@/', '&a=', '#/', '/', 'pkg:', '::', '字'].map((part) => part.repeat(20_000));
    const prefixes = ['', 'pkg:', 'pkg:npm/a?', 'pkg:cpan/a/', 'pkg:pub/'];
    const inputs = hostile.flatMap((text) => prefixes.map((prefix) => prefix + text));
    const work = () => {
      for (const input of inputs) resultOf({ type: 'validate', input, file: '', description: '', expected: null });
    };
    expect(await workOf(work)).toBeLessThan(5_000);
  });
});
