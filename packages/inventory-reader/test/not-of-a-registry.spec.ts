import { readInventory } from 'inventory-reader';

const read = (text: string, path = '') => readInventory(Buffer.from(text), { path });

/** `name version purl` or `name version: why no registry has it`, by line. */
const shown = (text: string, path = '') =>
  read(text, path).components.map(({ name, version, purl, elsewhere }) =>
    elsewhere === undefined ? `${name} ${version} ${purl}` : `${name} ${version}: ${elsewhere}`,
  );

const GIT = 'it is from Git, and not from a registry';
const PATH = 'it is from a file or a folder, and not from a registry';
const ADDRESS = 'it is from an address, and not from a registry';
const PROJECT = 'it is of the project itself, and not from a registry';

describe('packages that no registry has', () => {
  it.each<[string, string, string[]]>([
    [
      'uv.lock',
      `version = 1
requires-python = ">=3.12"
[[package]]
name = "app"
source = { virtual = "." }
[[package]]
name = "redis"
version = "5.0.1"
source = { git = "https://git.example.org/redis-py?tag=v5.0.1#0123" }
[[package]]
name = "grafana"
version = "0.2.0"
source = { url = "https://files.example.org/grafana-0.2.0.tar.gz" }
[[package]]
name = "nginx"
version = "1.0"
source = { path = "nginx.whl" }
[[package]]
name = "flask"
version = "3.0.0"
source = { registry = "https://pypi.example.org/simple" }
`,
      [`redis 5.0.1: ${GIT}`, `grafana 0.2.0: ${ADDRESS}`, `nginx 1.0: ${PATH}`, 'flask 3.0.0 pkg:pypi/flask@3.0.0'],
    ],
    [
      'poetry.lock',
      `[[package]]
name = "redis"
version = "5.0.1"
[package.source]
type = "git"
url = "https://git.example.org/redis"
[[package]]
name = "own"
version = "1.0"
[package.source]
type = "directory"
url = "../own"
[[package]]
name = "far"
version = "1.0"
[package.source]
type = "url"
url = "https://files.example.org/far.tar.gz"
[[package]]
name = "inner"
version = "2.0"
[package.source]
type = "legacy"
url = "https://pypi.example.org/simple"
[metadata]
lock-version = "2.1"
content-hash = "x"
`,
      [`redis 5.0.1: ${GIT}`, `own 1.0: ${PATH}`, `far 1.0: ${ADDRESS}`, 'inner 2.0 pkg:pypi/inner@2.0'],
    ],
    [
      'Cargo.lock',
      `version = 3
[[package]]
name = "redis"
version = "0.25.0"
source = "git+https://git.example.org/redis-rs#0123"
[[package]]
name = "grafana"
version = "0.1.0"
[[package]]
name = "serde"
version = "1.0.0"
source = "registry+https://index.example.org/crates"
`,
      [`redis 0.25.0: ${GIT}`, `grafana 0.1.0: ${PROJECT}`, 'serde 1.0.0 pkg:cargo/serde@1.0.0'],
    ],
    [
      'Gemfile.lock',
      `GIT
  remote: https://git.example.org/redis
  specs:
    redis (5.0.0)

PATH
  remote: .
  specs:
    grafana (1.0)

GEM
  remote: https://gems.example.org/
  specs:
    rails (7.1.0)

DEPENDENCIES
  redis!
`,
      [`redis 5.0.0: ${GIT}`, `grafana 1.0: ${PATH}`, 'rails 7.1.0 pkg:gem/rails@7.1.0'],
    ],
    [
      'package-lock.json',
      `{
  "lockfileVersion": 3,
  "packages": {
    "": {"dependencies": {"redis": "github:example/redis", "far": "https://files.example.org/far.tgz", "left": "^1.0.0"}},
    "node_modules/redis": {"version": "4.0.0", "resolved": "git+ssh://git@github.com/example/redis.git#0123"},
    "node_modules/far": {"version": "1.0.0", "resolved": "https://files.example.org/far.tgz"},
    "node_modules/grafana": {"version": "1.0.0", "resolved": "file:grafana.tgz"},
    "node_modules/left": {"version": "1.0.0", "resolved": "https://npm.example.org/left/-/left-1.0.0.tgz"}
  }
}`,
      [`redis 4.0.0: ${GIT}`, `far 1.0.0: ${ADDRESS}`, `grafana 1.0.0: ${PATH}`, 'left 1.0.0 pkg:npm/left@1.0.0'],
    ],
    [
      'yarn.lock',
      `# yarn lockfile v1

"redis@git+https://git.example.org/redis.git#v4":
  version "4.0.0"

far@https://files.example.org/far.tgz:
  version "1.0.0"

"grafana@file:./grafana":
  version "1.0.0"

left@^1.0.0:
  version "1.0.0"
`,
      [`redis 4.0.0: ${GIT}`, `far 1.0.0: ${ADDRESS}`, `grafana 1.0.0: ${PATH}`, 'left 1.0.0 pkg:npm/left@1.0.0'],
    ],
    [
      'yarn.lock',
      `__metadata:
  version: 8

"redis@https://github.com/example/redis.git#v4":
  version: 4.0.0
  resolution: "redis@https://github.com/example/redis.git#commit=0123"

"grafana@portal:../grafana::locator=x":
  version: 0.0.0-use.local
  resolution: "grafana@portal:../grafana::locator=x"

"left@patch:left@npm%3A1.0.0#./left.patch":
  version: 1.0.0
  resolution: "left@patch:left@npm%3A1.0.0#./left.patch::version=1.0.0"
`,
      [`redis 4.0.0: ${GIT}`, `grafana 0.0.0-use.local: ${PATH}`, 'left 1.0.0 pkg:npm/left@1.0.0'],
    ],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '9.0'
packages:
  redis@https://codeload.github.com/example/redis/tar.gz/0123456:
    resolution: {tarball: https://codeload.github.com/example/redis/tar.gz/0123456}
    version: 1.1.0
  grafana@file:../grafana:
    resolution: {directory: ../grafana, type: directory}
    version: 2.0.0
  left@1.0.0:
    resolution: {integrity: x}
`,
      [`redis 1.1.0: ${GIT}`, `grafana 2.0.0: ${PATH}`, 'left 1.0.0 pkg:npm/left@1.0.0'],
    ],
    [
      'composer.lock',
      `{
  "content-hash": "x",
  "packages": [
    {"name": "example/redis", "version": "1.0.0", "dist": {"type": "path", "url": "../redis"}},
    {"name": "acme/left", "version": "v1.0.0", "dist": {"type": "zip"}}
  ]
}`,
      [`example/redis 1.0.0: ${PATH}`, 'acme/left 1.0.0 pkg:composer/acme/left@1.0.0'],
    ],
    [
      'Pipfile.lock',
      `{
  "_meta": {"pipfile-spec": 6},
  "default": {
    "redis": {"git": "https://git.example.org/redis.git", "ref": "0123"},
    "own": {"path": ".", "editable": true},
    "flask": {"version": "==3.0.0"}
  }
}`,
      [`redis null: ${GIT}`, `own null: ${PATH}`, 'flask 3.0.0 pkg:pypi/flask@3.0.0'],
    ],
    [
      'requirements.txt',
      'redis @ git+https://git.example.org/redis@v1\nfar[x] @ https://files.example.org/far.whl\nown @ file:///srv/own\nflask==3.0.0\n',
      [`redis null: ${GIT}`, `far null: ${ADDRESS}`, `own null: ${PATH}`, 'flask 3.0.0 pkg:pypi/flask@3.0.0'],
    ],
  ])('are named as such: %s', (path, text, expected) => {
    expect(shown(text, path)).toEqual(expected);
    expect(read(text, path).rejected).toEqual([]);
  });
});

describe('lock files', () => {
  const pnpm = (packages: string) =>
    `lockfileVersion: '9.0'\npackages:\n  ${packages}:\n    resolution: {integrity: x}\n`;

  it('of several documents have the packages of the project in the last', () => {
    expect(shown(`---\n${pnpm('pnpm@12.0.0')}---\n${pnpm('lodash@4.17.15')}`)).toEqual([
      'lodash 4.17.15 pkg:npm/lodash@4.17.15',
    ]);
    expect(shown(pnpm('lodash@4.17.15'))).toEqual(['lodash 4.17.15 pkg:npm/lodash@4.17.15']);
  });

  const pod = (image: string) => `apiVersion: v1\nkind: Pod\nspec: {containers: [{image: ${image}}]}\n`;
  const chart = (name: string) =>
    `generated: "2024-05-01"\ndependencies:\n- {name: ${name}, version: 1.0.0, repository: https://charts.example.org}\n`;
  it.each([
    ['compose', 'services: {a: {image: nginx:1.0}}\n---\nservices: {b: {image: redis:7.0}}\n', ['nginx', 'redis']],
    ['Kubernetes', `${pod('nginx:1.0')}---\n${pod('redis:7.0')}`, ['nginx', 'redis']],
    ['helm', `${chart('a')}---\n${chart('b')}`, ['a', 'b']],
  ])('of several documents are read whole: %s', (_, text, names) => {
    expect(read(text).components.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['pnpm-lock.yaml', pnpm('a@1.0.0').replace('9.0', '10.0'), 'It has lockfileVersion 10.0, which is newer than 9'],
    [
      'package-lock.json',
      '{"lockfileVersion":4,"packages":{"node_modules/a":{"version":"1.0.0"}}}',
      'lockfileVersion 4,',
    ],
    [
      'Cargo.lock',
      'version = 5\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://index.example.org"\n',
      'version 5,',
    ],
    [
      'uv.lock',
      'version = 2\nrequires-python = ">=3"\n[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "x" }\n',
      'version 2,',
    ],
    [
      'poetry.lock',
      '[[package]]\nname = "a"\nversion = "1"\n[metadata]\nlock-version = "3.0"\ncontent-hash = "x"\n',
      'lock-version 3.0,',
    ],
    [
      'yarn.lock',
      '__metadata:\n  version: 11\n\n"a@npm:1":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n',
      '__metadata.version 11,',
    ],
    ['yarn.lock', '# yarn lockfile v2\n\na@^1:\n  version "1.0.0"\n', 'yarn lockfile 2,'],
    [
      'composer.lock',
      '{"content-hash":"x","packages":[{"name":"a/b","version":"1.0.0"}],"plugin-api-version":"9.0.0"}',
      'plugin-api-version 9.0.0,',
    ],
    [
      'bom.json',
      '{"bomFormat":"CycloneDX","specVersion":"2.0","components":[{"name":"a","version":"1.0.0"}]}',
      'specVersion 2.0,',
    ],
    [
      'bom.xml',
      '<bom xmlns="http://cyclonedx.org/schema/bom/2.0"><components><component><name>a</name></component></components></bom>',
      'specVersion 2.0,',
    ],
  ])('of a later version say so: %s', (path, text, warning) => {
    const { warnings, components } = read(text, path);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(warning);
    expect(components).toHaveLength(1);
    const earlier = text.replace(
      /((?:version"?\s*[:=]|lockfile v|\/bom\/)\s*"?'?)(10\.0|4|5|2\.0|2|3\.0|11|9\.0\.0)\b/i,
      '$11',
    );
    expect(read(earlier, path).warnings).toEqual([]);
  });

  it('of TOML may begin with a table', () => {
    const text = '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://index.example.org"\n';
    for (const [path, begin] of [
      ['Cargo.lock', ''],
      ['', ''],
      ['x.txt', '# made by hand\n'],
    ])
      expect(shown(begin + text, path)).toEqual(['a 1.0.0 pkg:cargo/a@1.0.0']);
    expect(() => read('[[unknown]]\na = 1\n')).toThrow(/^It is TOML with the key/);
  });

  it('of pnpm before version 9 may name the host of a registry', () => {
    const text = `lockfileVersion: 5.4
packages:
  npm.example.org/foo/1.1.0:
    resolution: {integrity: x}
  npm.example.org/@scope/bar/2.0.0_peer@1.0.0:
    resolution: {integrity: x}
  /left/3.0.0:
    resolution: {integrity: x}
`;
    expect(read(text).components.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'foo 1.1.0',
      '@scope/bar 2.0.0',
      'left 3.0.0',
    ]);
  });

  it('of Cargo are known by their content, whatever they have', () => {
    expect(shown('version = 4\n[[package]]\nname = "own"\nversion = "0.1.0"\n')).toEqual([`own 0.1.0: ${PROJECT}`]);
    expect(() => read('version = 4\n[[package]]\nname = "own"\nversion = "0.1.0"\nother = 1\n')).toThrow(
      /of an unknown format/,
    );
  });

  it('of pnpm have direct dependencies from Git', () => {
    const address = 'https://codeload.github.com/example/gitdep/tar.gz/0123456789abcdef0123456789abcdef01234567';
    const text = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      gitdep:
        specifier: github:example/gitdep
        version: ${address}
packages:
  gitdep@${address}:
    resolution: {tarball: ${address}}
    version: 1.1.0
`;
    expect(read(text).components).toMatchObject([{ name: 'gitdep', version: '1.1.0', direct: true }]);
  });
});

describe('what commands and files say in other ways', () => {
  it.each([
    ['a>=2.18.0', '2.18.0'],
    ['d>=0.6.0,<1', '0.6.0'],
    ['e<1,>=0.6', '0.6'],
    ['f>=1.9,>=1.10', '1.10'],
    ['j (>=1.2,<2)', '1.2'],
    ['k (==1.2)', '1.2'],
    ['l~=1.4,!=1.4.2', '1.4'],
    ['m<2', null],
  ])('a requirement %s has the lowest version that is allowed', (line, version) => {
    const { components, rejected } = read(`${line}\nother==1.0\n`, 'requirements.txt');
    expect([components[0]!.version, rejected]).toEqual([version, []]);
    expect(read(`${line}\n`).format).toBe('requirements');
  });

  it.each([
    ['FROM alpine:3.20\nCOPY <<"END" /etc/x\nFROM python:3.8-slim\nEND\nCMD ["sh"]\n', ['alpine:3.20']],
    ['FROM alpine:3.20\nRUN <<-A <<B sh\nFROM a:1\n\tA\nFROM b:1\nB\nFROM nginx:1.0\n', ['alpine:3.20', 'nginx:1.0']],
    [
      'FROM alpine:3.20 AS one\nCOPY --from=one /a /b\nCOPY --chown=1 --from=nginx:1.0 /a /b\nCOPY --from=0 /a /b\n',
      ['alpine:3.20', 'nginx:1.0'],
    ],
    [
      'FROM alpine:3.20\nRUN --mount=type=bind,from=redis:7.0,target=/x echo --mount=from=y:1 <<1\n',
      ['alpine:3.20', 'redis:7.0'],
    ],
    ['FROM alpine:3.20\nRUN echo "a <<EOF b"\nFROM nginx:1.0\n', ['alpine:3.20', 'nginx:1.0']],
  ])('a Dockerfile has the images that it uses: %j', (text, images) => {
    const { components } = read(text, 'Dockerfile');
    expect(
      components.map(({ purl }) => /^pkg:docker\/(?:library\/)?(.+?)@(.+?)(?:\?|$)/.exec(purl!)!.slice(1, 3).join(':')),
    ).toEqual(images);
  });

  it('helm list prints a table', () => {
    const text = `NAME         \tNAMESPACE   \tREVISION\tUPDATED                                \tSTATUS  \tCHART               \tAPP VERSION
cert-manager \tcert-manager\t3       \t2024-05-01 10:00:00.123456789 +0200 CEST\tdeployed\tcert-manager-v1.14.4\tv1.14.4
redis        \tdefault     \t2       \t2024-05-01 10:00:00 +0000 UTC          \tfailed  \tredis-19.1.0-rc.1+b5\t7.2.4
`;
    const { format, components } = read(text);
    expect(format).toBe('helm');
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'cert-manager v1.14.4',
      'redis 19.1.0-rc.1+b5',
    ]);
  });

  it('winget knows some versions by their bounds only', () => {
    const packages = ['> 129.0', '< 14.40', 'Unknown', '8.6.9'].map((Version, at) => ({
      PackageIdentifier: `A.B${at}`,
      Version,
    }));
    const { components } = read(JSON.stringify({ Sources: [{ Packages: packages }] }));
    expect(components.map(({ version }) => version)).toEqual(['129.0', null, null, '8.6.9']);
  });

  it('dpkg -l cuts what its terminal has no room for', () => {
    const head =
      '||/ Name           Version      Architecture Description\n+++-==============-============-============-=================================\n';
    const { components, rejected } = read(
      `${head}ii  docker-ce      5:24.0.7-1~d amd64        Docker\nii  libgdk-pixbuf- 2.42.10+dfs amd64        GDK\nii  curl           8.5.0        amd64        curl\n`,
    );
    expect(components.map(({ name }) => name)).toEqual(['curl']);
    expect(rejected.map(({ where }) => where)).toEqual(['line 3', 'line 4']);
    expect(rejected[0]!.reason).toMatch(/dpkg-query -W/);
    const cut = `${head}ii  libgdk-pixbuf- 2.42.10+dfs amd64        GDK\n`;
    expect(() => read(cut)).toThrow(/^None of its entries can be read as dpkg: line 3: dpkg -l may have cut/);
    const whole =
      '||/ Name Version Architecture Description\n+++-====-=======-============-===========\nii  curl 8.5.0-1 amd64        curl\n';
    expect(read(whole)).toMatchObject({ components: [{ name: 'curl' }], rejected: [] });
  });

  it('a package URL of a Go module keeps its capitals in its name', () => {
    expect(read('pkg:golang/github.com/Masterminds/sprig/v3@v3.2.3\n').components).toMatchObject([
      { name: 'github.com/Masterminds/sprig/v3', version: 'v3.2.3' },
    ]);
  });
});

describe('requirements', () => {
  it.each([
    ['m==1.2.*', 'm 1.2 pkg:pypi/m@1.2'],
    ['m==1.2.*,>=1.2.4', 'm 1.2.4 pkg:pypi/m@1.2.4'],
    ['-e git+https://git.example.org/o.git@v1#egg=o', `o null: ${GIT}`],
    ['--editable=git+https://git.example.org/o.git#subdirectory=x&egg=o', `o null: ${GIT}`],
    ['git+https://git.example.org/o.git#egg=o[extra]', `o null: ${GIT}`],
    ['https://files.example.org/my_wheel-1.2.3-py3-none-any.whl', `my-wheel 1.2.3: ${ADDRESS}`],
    ['https://files.example.org/sdist-2.0.tar.gz#sha256=0123', `sdist 2.0: ${ADDRESS}`],
    ['./local_one-3.1-py3-none-any.whl ; python_version > "3"', `local-one 3.1: ${PATH}`],
  ])('%s', (line, expected) => expect(shown(`flask==3.0.0\n${line}\n`, 'requirements.txt')).toContain(expected));

  it('that are folders without a name say so', () => {
    const { components, rejected } = read('-e .\n-e ./own\nflask==3.0.0\n', 'requirements.txt');
    expect(components).toHaveLength(1);
    expect(rejected).toEqual([
      { where: 'line 1', reason: PATH },
      { where: 'line 2', reason: PATH },
    ]);
  });
});

describe('a pom', () => {
  it('has the dependencies of profiles that are active by default, and files of its own', () => {
    const dependency = (name: string, more = '<version>1</version>') =>
      `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${more}</dependency>`;
    const profile = (active: string, name: string) =>
      `<profile><activation><activeByDefault>${active}</activeByDefault></activation>
         <properties><v.${name}>2</v.${name}></properties><dependencies>${dependency(name, `<version>\${v.${name}}</version>`)}</dependencies></profile>`;
    const text = `<project><dependencies>${dependency('a')}${dependency('b', '<version>1</version><scope>system</scope><systemPath>/lib/b.jar</systemPath>')}</dependencies>
      <profiles>${profile('true', 'c')}${profile('false', 'd')}</profiles></project>`;
    expect(shown(text, 'pom.xml').sort()).toEqual(['g:a 1 pkg:maven/g/a@1', `g:b 1: ${PATH}`, 'g:c 2 pkg:maven/g/c@2']);
  });
});

it('a Dockerfile without a name may have keys in a here-document', () => {
  const text = 'FROM nginx:1.27\nRUN <<EOF\nkey: value\nFROM other:1\nEOF\nCOPY <<X /etc/x\na: b\nX\n';
  expect(read(text).format).toBe('dockerfile');
  expect(shown(text)).toEqual(['nginx 1.27 pkg:docker/nginx@1.27']);
});

it('SPDX is read as YAML', () => {
  const text = `spdxVersion: SPDX-2.3
SPDXID: SPDXRef-DOCUMENT
packages:
- SPDXID: SPDXRef-a
  name: lodash
  versionInfo: 4.17.21
  externalRefs:
  - {referenceCategory: PACKAGE-MANAGER, referenceType: purl, referenceLocator: pkg:npm/lodash@4.17.21}
relationships:
- {spdxElementId: SPDXRef-DOCUMENT, relationshipType: DESCRIBES, relatedSpdxElement: SPDXRef-a}
`;
  for (const path of ['', 'a.spdx.yaml', 'a.spdx.yml']) {
    expect(read(text, path)).toMatchObject({ format: 'spdx', components: [{ name: 'lodash', main: true }] });
    expect(shown(text, path)).toEqual(['lodash 4.17.21 pkg:npm/lodash@4.17.21']);
  }
});
