import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compareVersions, type SchemeName } from 'version-order';

const FOLDER = join(__dirname, '..', 'vectors', 'osv');

const SCHEMES: Record<string, SchemeName> = {
  alpine: 'apk',
  cran: 'cran',
  debian: 'debian',
  hackage: 'pvp',
  maven: 'maven',
  nuget: 'nuget',
  packagist: 'composer',
  pub: 'pub',
  pypi: 'pep440',
  redhat: 'rpm',
  rubygems: 'gem',
  semver: 'semver',
};

/** Where OSV compares otherwise than the package manager itself. */
const EXCEPTIONS: Record<string, [reason: string, lines: string[]][]> = {
  'packagist-versions.txt': [['Composer accepts no #', ['1.2.3.#.p3 > 1.2.3']]],
  'packagist-versions-generated.txt.gz': [
    [
      "PHP's version_compare alone, by which 3.0 is below 3.0.0; Composer completes versions to four numbers first",
      ['v3.0 < v3.0.0-beta', 'v3.4 < v3.4.0-alpha', 'v4.4 < v4.4.0-beta'],
    ],
    ['to Composer, the case of a stability does not matter', ['v1.9.0-BETA.1 < v1.9.0-ALPHA.2']],
    ['Composer accepts no post', ['3.0.0b1 < 3.0.0b1.post1', '3.2.0rc1 < 3.2.0rc1.post1', '3.4.0 < 3.5.0.post1']],
  ],
  'maven-versions.txt': [
    ['Maven 4 reads baz-0 as a word with a number, as it reads rc-1', ['1-1.foo-bar-1-baz-0.1 = 1-1.foo-bar1baz-.1']],
  ],
  'maven-versions-generated.txt.gz': [
    [
      'before Maven 4, a word behind a dot was below one behind a hyphen or nothing',
      [
        '1.0.0-RC16 < 1.0.0.RC8-beta',
        '1.1.31.sec10 < 1.1.31_noneautotype',
        '1.1.34.sec10 < 1.1.34_noneautotype',
        '1.2.54.sec10 < 1.2.54_noneautotype',
        '1.2.60.sec10 < 1.2.60_noneautotype',
        '1.0.0rc0 < 1.0.beta8',
        '1.5.9.RC1 < 1.5.9-RC0',
        '3.5.0-CR-2 < 3.5.0.Beta-1',
        '1.1.0-01-glassfish < 1.1.0.Beta1',
      ],
    ],
    [
      'to Maven 4, a word with a number is above the word alone, and rc.3 is the word and another item',
      ['v3.7.0rc2 < v3.7.0-rc.3'],
    ],
  ],
};

function relationsOf(file: string): string[] {
  const bytes = readFileSync(join(FOLDER, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '' && !/^(?:\/\/|#)/.test(line));
}

describe('version ordering against the relations of OSV', () => {
  const files = readdirSync(FOLDER).filter((file) => file.includes('-versions'));

  it.each(files)('%s', (file) => {
    const scheme = SCHEMES[file.split('-')[0]!]!;
    const wrong = relationsOf(file).filter((line) => {
      const [a, relation, b] = line.split(' ') as [string, string, string];
      return compareVersions({ scheme }, a, b) !== relation;
    });
    expect(wrong.sort()).toEqual((EXCEPTIONS[file] ?? []).flatMap(([, lines]) => lines).sort());
  });
});
