import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageNamed, readUsedPackage, repositoryKey } from 'advisory-match';
import { schemeFor } from 'version-order';

const VECTORS = join(__dirname, '../../version-order/test/vectors/osv');

describe.each([
  ['CRAN', 'cran'],
  ['Hackage', 'hackage'],
  ['NuGet', 'nuget'],
  ['Pub', 'pub'],
])('the ecosystem %s', (ecosystem, prefix) => {
  test('has its versions in the order of OSV, as far as it has them at all', () => {
    const scheme = schemeFor({ scheme: packageNamed(ecosystem, 'tool', null)!.scheme! });
    const files = readdirSync(VECTORS).filter((name) => name.startsWith(`${prefix}-versions`));
    const lines = files.flatMap((name) => {
      const bytes = readFileSync(join(VECTORS, name));
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n');
    });
    const relations = lines.flatMap((line) => {
      const [, a, sign, b] = /^([^\s/#]\S*) ([<>=]) (\S+)$/.exec(line.trim()) ?? [];
      return a !== undefined && b !== undefined && scheme.valid(a) && scheme.valid(b) ? [[a, sign, b] as const] : [];
    });
    expect(relations.length).toBeGreaterThan(5);
    const signs = relations.map(([a, , b]) => {
      const [one, other] = [scheme.key(a), scheme.key(b)];
      return one < other ? '<' : one > other ? '>' : '=';
    });
    expect(signs).toEqual(relations.map(([, sign]) => sign));
  });
});

test.each([
  ['npm', '@babel/core', 'pkg:npm/%40babel/core'],
  ['npm', 'express', 'pkg:npm/express'],
  ['Go', 'github.com/BurntSushi/toml', 'pkg:golang/github.com/burntsushi/toml'],
  ['Go', 'stdlib', 'pkg:golang/stdlib'],
  ['Maven', 'org.apache:tool', 'pkg:maven/org.apache/tool'],
  [
    'Maven:https://repo.example/m2',
    'org.apache:tool',
    'pkg:maven/org.apache/tool?repository_url=https:%2F%2Frepo.example%2Fm2',
  ],
  ['PyPI', 'Zope_Interface', 'pkg:pypi/zope-interface'],
  ['PyPI', 'ruamel.yaml', 'pkg:pypi/ruamel-yaml'],
  ['NuGet', 'Newtonsoft.Json', 'pkg:nuget/newtonsoft.json'],
  ['GitHub Actions', 'Actions/Checkout', 'pkg:githubactions/actions/checkout'],
  ['Packagist', 'Symfony/Console', 'pkg:composer/symfony/console'],
  ['Debian', 'openssl', 'pkg:deb/debian/openssl'],
  ['Debian:12', 'openssl', null],
  ['Alpine:v3.18', 'openssl', null],
  ['Rocky Linux:8', 'openssl', null],
  ['Unheard of', 'tool', null],
])('%s %s is the package %s', (ecosystem, name, key) => {
  expect(packageNamed(ecosystem, name, null)?.key ?? null).toBe(key);
});

test('a package of an unknown ecosystem counts by its package URL', () => {
  expect(packageNamed('Unheard of', 'tool', 'pkg:Generic/tool@1?x=y')).toMatchObject({
    key: 'pkg:generic/tool',
    scheme: null,
  });
});

test.each([
  ['https://github.com/Owner/Name.git', 'pkg:github/owner/name'],
  ['https://www.gitlab.com/group/sub/name/', 'pkg:gitlab/group/sub/name'],
  ['git://github.com/owner/name', 'pkg:github/owner/name'],
  ['https://github.com/owner', null],
  ['https://github.com.evil.example/owner/name', null],
  ['https://git.kernel.org/pub/scm/linux.git', null],
  ['nonsense', null],
  [42, null],
])('the repository %s is %s', (address, key) => {
  expect(repositoryKey(address)).toBe(key);
});

test.each([
  ['pkg:golang/stdlib@1.20.1', 'pkg:golang/stdlib', '1.20.1'],
  ['pkg:npm/express@4.18.0?a=b#c', 'pkg:npm/express', '4.18.0'],
  ['pkg:npm/express', 'pkg:npm/express', null],
  ['pkg:gem/rails@7.1.2-x86_64-linux', 'pkg:gem/rails', '7.1.2'],
  ['pkg:gem/nokogiri@1.15.4-java', 'pkg:gem/nokogiri', '1.15.4'],
  ['pkg:gem/nokogiri@1.16.0.rc1-arm64-darwin?platform=x', 'pkg:gem/nokogiri', '1.16.0.rc1'],
  ['pkg:npm/tool@1.0.0-linux', 'pkg:npm/tool', '1.0.0-linux'],
])('%s is version %s of %s', (text, key, version) => {
  expect(readUsedPackage(text)).toEqual({ key, version });
});
