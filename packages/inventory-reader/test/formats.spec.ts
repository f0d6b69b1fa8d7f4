import { FORMATS, readInventory } from 'inventory-reader';

const read = (text: string, path = '', format?: string) => readInventory(Buffer.from(text), { path, format });
const found = (text: string, path = '', format?: string) => {
  const inventory = read(text, path, format);
  return [inventory.format, ...inventory.components.map(({ name, version }) => `${name} ${version ?? '-'}`)];
};
const purls = (text: string) => read(text).components.map(({ purl }) => purl);

/** As the commands print it. */
const PS = `CONTAINER ID   IMAGE                          COMMAND                  CREATED       STATUS       PORTS     NAMES
3f4e1c2b9a10   nginx:1.27.4-alpine            "/docker-entrypoint.…"   2 days ago    Up 2 days    80/tcp    web
9b1d2c3e4f50   ghcr.io/acme/api:2.0           "/bin/api"               3 hours ago   Up 3 hours             api
`;
const DPKG = `Desired=Unknown/Install/Remove/Purge/Hold
| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend
|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)
||/ Name           Version              Architecture Description
+++-==============-====================-============-=================================
ii  adduser        3.118ubuntu5         all          add and remove users and groups
ii  libc6:amd64    2.35-0ubuntu3.8      amd64        GNU C Library: Shared libraries
rc  old-package    1.0-1                amd64        removed, its configuration is left
hi  held           2:4.5-1              amd64        kept at this version
`;

describe('what commands print', () => {
  it.each([
    ['docker ps', PS, ['docker-ps', 'nginx 1.27.4-alpine', 'ghcr.io/acme/api 2.0']],
    [
      'docker ps --format json',
      '{"Command":"nginx","ID":"3f","Image":"nginx:1.27","Names":"web","State":"running"}\n{"Image":"redis","Names":"cache","State":"exited"}\n',
      ['docker-ps', 'nginx 1.27', 'redis latest'],
    ],
    [
      "docker ps --format '{{.Image}}'",
      'nginx:1.27\nredis\nlocalhost:5000/x/y@sha256:' + 'a'.repeat(64) + '\n',
      ['docker-ps', 'nginx 1.27', 'redis latest', `localhost:5000/x/y sha256:${'a'.repeat(64)}`],
    ],
    ['dpkg -l', DPKG, ['dpkg', 'adduser 3.118ubuntu5', 'libc6 2.35-0ubuntu3.8', 'held 2:4.5-1']],
    [
      'dpkg-query -W',
      'adduser\t3.134\nlibc6:amd64\t2.36-9+deb12u8\n',
      ['dpkg', 'adduser 3.134', 'libc6 2.36-9+deb12u8'],
    ],
    [
      'rpm -qa',
      'gpg-pubkey-fd431d51-4ae0493b\nbash-5.1.8-9.el9.x86_64\ntzdata-2024a-1.el9.noarch\npython3-pip-wheel-21.3.1-1.el9.noarch\n',
      ['rpm', 'bash 5.1.8-9.el9', 'tzdata 2024a-1.el9', 'python3-pip-wheel 21.3.1-1.el9'],
    ],
    [
      'apk list --installed',
      'WARNING: opening from cache https://mirror.example/main: No such file or directory\nlibcrypto3-3.3.2-r1 x86_64 {openssl} (Apache-2.0) [installed]\nmusl-1.2.5-r8 x86_64 {musl} (MIT) [installed]\n',
      ['apk', 'libcrypto3 3.3.2-r1', 'musl 1.2.5-r8'],
    ],
    [
      'apk info -v',
      'py3-pip-24.3.1-r0\nnginx-mod-http-lua-1.26.2-r4\n',
      ['apk', 'py3-pip 24.3.1-r0', 'nginx-mod-http-lua 1.26.2-r4'],
    ],
    [
      '/lib/apk/db/installed',
      'C:Q1qKcZ=\nP:busybox-binsh\nV:1.37.0-r9\nA:x86_64\no:busybox\nF:bin\nR:sh\na:0:0:777\n\nC:Q1x\nP:zlib\nV:1.3.1-r2\nA:x86_64\no:zlib\n',
      ['apk', 'busybox-binsh 1.37.0-r9', 'zlib 1.3.1-r2'],
    ],
    ['rpm -qa with epochs', 'vim-minimal-2:8.2.2637-21.el9.x86_64\n', ['rpm', 'vim-minimal 2:8.2.2637-21.el9']],
    [
      'head -v ~/.* on a container of the Proxmox VE Helper-Scripts',
      '==> /root/.bashrc <==\n# ~/.bashrc\n\nexport A=1\n\n==> /root/.immich <==\n2.3.1\n\n==> /root/.adguardhome <==\nv0.107.60\n\n==> /root/.lesshst <==\n.less-history-file:\n',
      ['version-files', 'immich 2.3.1', 'adguardhome v0.107.60'],
    ],
    [
      'grep . ~/.* there',
      '/root/.bashrc:# ~/.bashrc\n/root/.bashrc:export A=1\n/root/.paperless-ngx:2.18.4\n.profile:umask 022\n/root/.bash_history:1.2\n/opt/Homarr_version.txt:1.30.1\n',
      ['version-files', 'paperless-ngx 2.18.4', 'Homarr 1.30.1'],
    ],
    ['one of them alone', '.vikunja:v0.24.6\n', ['version-files', 'vikunja v0.24.6']],
    ['brew list --versions', 'git 2.46.0\nopenssl@3 3.3.0 3.3.1\n', ['homebrew', 'git 2.46.0', 'openssl@3 3.3.1']],
    [
      'winget export',
      '{"$schema":"x","Sources":[{"Packages":[{"PackageIdentifier":"Git.Git","Version":"2.46.0"},{"PackageIdentifier":"Zoom.Zoom"}],"SourceDetails":{}}]}',
      ['winget', 'Git.Git 2.46.0', 'Zoom.Zoom -'],
    ],
    [
      'helm list -o json',
      '[{"name":"web","namespace":"prod","revision":"3","updated":"x","status":"deployed","chart":"ingress-nginx-4.11.2","app_version":"1.11.2"}]',
      ['helm', 'ingress-nginx 4.11.2'],
    ],
    [
      'kubectl get pods -o json',
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"b"},"spec":{"initContainers":[{"name":"i","image":"busybox:1.36"}],"containers":[{"name":"c","image":"quay.io/x/y:v1"}]}}]}',
      ['kubernetes', 'busybox 1.36', 'quay.io/x/y v1'],
    ],
    [
      'lines',
      '# mine\npkg:npm/%40babel/core@7.1.0\n\nPostgreSQL 16.3\n',
      ['lines', '@babel/core 7.1.0', 'PostgreSQL 16.3'],
    ],
  ])('%s', (_, text, expected) => expect(found(text)).toEqual(expected));

  it('names packages by the distribution that the versions tell', () => {
    expect(purls(DPKG)[1]).toBe('pkg:deb/ubuntu/libc6@2.35-0ubuntu3.8');
    expect(purls('libcrypto3-3.3.2-r1 x86_64 {openssl} (Apache-2.0) [installed]\n')).toEqual([
      'pkg:apk/alpine/libcrypto3@3.3.2-r1?upstream=openssl',
    ]);
    expect(purls('bash-5.2.26-3.fc40.x86_64\n')).toEqual(['pkg:rpm/fedora/bash@5.2.26-3.fc40']);
  });

  it('reads UTF-16, as PowerShell writes it', () => {
    const bytes = Buffer.from('\u{feff}nginx 1.27\r\n', 'utf16le');
    expect(readInventory(bytes).components).toMatchObject([{ name: 'nginx', version: '1.27' }]);
  });
});

describe('images', () => {
  it.each([
    ['nginx', 'pkg:docker/nginx@latest'],
    ['docker.io/library/nginx:1.27', 'pkg:docker/nginx@1.27'],
    ['ghcr.io/acme/api:1@sha256:' + 'b'.repeat(64), 'pkg:docker/acme/api@1?repository_url=ghcr.io'],
    ['${TAG:-redis:7}', 'pkg:docker/redis@7'],
    ['redis:${A:-${B-8}}', 'pkg:docker/redis@8'],
  ])('%s is %s', (image, purl) =>
    expect(purls(`services: {}\n`.replace('{}', `\n  a: {image: '${image}'}`))).toEqual([purl]),
  );

  it('takes variables of a compose file from the .env beside it', () => {
    const { components, rejected } = readInventory(
      Buffer.from(
        'services:\n  a: {image: "x:${V}"}\n  b: {image: "y:${W}", profiles: [p]}\n  c: {image: "z:1", profiles: [p]}\n',
      ),
      {
        beside: (name) => (name === '.env' ? "# c\nexport V='1.2' # three\n" : null),
      },
    );
    expect(components.map(({ name, version }) => [name, version])).toEqual([
      ['x', '1.2'],
      ['z', '1'],
    ]);
    expect(rejected).toEqual([{ where: 'services.b.image', reason: 'its image has a variable without a value' }]);
  });

  it('of a Dockerfile are those of stages that are not stages themselves', () => {
    const text =
      'ARG V=22\nFROM --platform=$BUILDPLATFORM node:${V}-slim AS build\nARG V=1\nFROM build AS test\nFROM scratch\nFROM \\\n  nginx:1.27\n';
    expect(found(text, 'Dockerfile')).toEqual(['dockerfile', 'node 22-slim', 'nginx 1.27']);
  });
});

describe('what others watch', () => {
  it.each([
    [
      'Argus',
      'service:\n  Argus:\n    latest_version: {type: github, url: release-argus/Argus}\n',
      ['argus', 'Argus -'],
      ['pkg:github/release-argus/argus'],
    ],
    [
      'nvchecker',
      '[nvchecker]\nsource = "github"\ngithub = "lilydjwg/nvchecker"\n[httpx]\nsource = "pypi"\npypi = "httpx"\n',
      ['nvchecker', 'nvchecker -', 'httpx -'],
      ['pkg:github/lilydjwg/nvchecker', 'pkg:pypi/httpx'],
    ],
    [
      'Diun',
      '- name: docker.io/crazymax/diun:4.28\n  watch_repo: true\n- name: nginx\n',
      ['diun', 'docker.io/crazymax/diun 4.28', 'nginx latest'],
      ['pkg:docker/crazymax/diun@4.28', 'pkg:docker/nginx@latest'],
    ],
    [
      'newreleases.io, as its API lists projects',
      `{"projects": [
        {"id": "a", "name": "golang/go", "provider": "github", "url": "https://example.org", "email_notification": "hourly"},
        {"id": "b", "name": "@babel/core", "provider": "npm"},
        {"id": "c", "name": "library/nginx", "provider": "dockerhub"},
        {"id": "d", "name": "org.slf4j:slf4j-api", "provider": "maven"},
        {"id": "e", "name": "Module::Build", "provider": "cpan"}
      ], "total_pages": 1}`,
      ['newreleases', 'golang/go -', '@babel/core -', 'library/nginx -', 'org.slf4j:slf4j-api -', 'Module::Build -'],
      ['pkg:github/golang/go', 'pkg:npm/%40babel/core', 'pkg:docker/nginx', 'pkg:maven/org.slf4j/slf4j-api', null],
    ],
    [
      'newreleases.io, as CSV',
      'id,Provider,"Name",note\n1,pypi,Django_Thing,"a, b"\n2,"gems","rails",\n',
      ['newreleases', 'Django_Thing -', 'rails -'],
      ['pkg:pypi/django-thing', 'pkg:gem/rails'],
    ],
    [
      'WUD, by labels of a compose file',
      'services:\n  db:\n    image: mariadb:10.4.5\n    labels:\n      - wud.tag.include=^\\d+\\.\\d+\\.\\d+$$\n      - wud.watch=false\n',
      ['docker-compose', 'mariadb 10.4.5'],
      ['pkg:docker/mariadb@10.4.5'],
    ],
  ])('%s', (_, text, expected, urls) => {
    expect(found(text)).toEqual(expected);
    expect(purls(text)).toEqual(urls);
  });
});

describe('direct', () => {
  it('is what one asked for, where a lock file says it', () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { a: '^1' } },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0' },
        'node_modules/b/node_modules/a': { version: '0.9.0' },
      },
    };
    expect(read(JSON.stringify(lock)).components.map(({ name, version, direct }) => [name, version, direct])).toEqual([
      ['a', '1.0.0', true],
      ['b', '2.0.0', false],
      ['a', '0.9.0', false],
    ]);
    const go = 'module x\ngo 1.23\nrequire a.b/c v1.0.0\nrequire a.b/d v1.0.0 // indirect\n';
    expect(read(go).components.map(({ direct }) => direct)).toEqual([true, false, true]);
  });
});

it('has a paragraph in the documentation for each format', async () => {
  const { readFileSync } = await import('node:fs');
  const docs = readFileSync('docs/inventories.md', 'utf8');
  expect(FORMATS.filter((format) => !docs.includes(`\`${format}\``))).toEqual([]);
});
