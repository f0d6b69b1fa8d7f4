import { AddressError, type Candidate } from '../src/candidate';
import { MAX_ADDRESS, readAddress } from '../src/read-address';
import type { Registries } from '../src/registries';

/** As an operator has configured them, on hosts of the sites `npmlike.example`, `pylike.example` and so on. */
const REGISTRIES: Registries = {
  npm: 'https://registry.npmlike.example',
  pypi: 'https://pylike.example',
  crates: 'https://index.rustlike.example',
  rubygems: 'https://gemlike.example',
  packagist: 'https://repo.composerlike.example',
  'maven-metadata': 'https://repository.mavenlike.example/maven2',
  go: 'https://proxy.golike.example',
  nuget: 'https://api.nugetlike.example/v3/index.json',
  hex: 'https://hexlike.example/api',
  homebrew: 'https://formulae.brewlike.example',
  'docker-tags': 'https://registry-2.hublike.example',
};

/** In one line: its type, its settings, and the version that the address names. */
function read(text: string, registries = REGISTRIES): string[] {
  const { candidates, version } = readAddress(text, registries);
  return candidates.map((one) => `${lineOf(one)}${version === null ? '' : ` @ ${version}`}`);
}

const lineOf = (one: Candidate): string =>
  one.kind === 'page'
    ? `page ${one.url} ${one.repository ?? '-'} ${one.image ?? '-'}${one.part === null ? '' : ` #${one.part}`}`
    : `${one.type} ${Object.entries(one.settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`;

const IMMICH = 'github-releases repository=immich-app/immich';
const RUNNER = 'gitlab-releases project=gitlab-org/ops/gitlab-runner';
const FORGEJO = 'forgejo-releases server=https://codeberg.org/ repository=forgejo/forgejo';

describe('an address', () => {
  test.each([
    // GitHub
    ['https://github.com/immich-app/immich', IMMICH],
    ['  https://github.com/immich-app/immich/  ', IMMICH],
    ['<https://github.com/immich-app/immich>,', IMMICH],
    ['http://www.github.com/immich-app/immich', IMMICH],
    ['github.com/immich-app/immich', IMMICH],
    ['HTTPS://GITHUB.COM/immich-app/immich', IMMICH],
    ['https://github.com/Immich-App/Immich', 'github-releases repository=Immich-App/Immich'],
    ['https://github.com/immich-app/immich.git', IMMICH],
    ['https://github.com/immich-app/immich/releases', IMMICH],
    ['https://github.com/immich-app/immich/releases.atom', IMMICH],
    ['https://github.com/immich-app/immich/tree/main/server?tab=readme#setup', IMMICH],
    ['https://github.com/immich-app/immich/releases/tag/v1.120.0', `${IMMICH} @ v1.120.0`],
    ['https://github.com/immich-app/immich/releases/download/v1.120.0/docker-compose.yml', `${IMMICH} @ v1.120.0`],
    ['https://github.com/immich-app/immich/archive/refs/tags/v1.120.0.tar.gz', `${IMMICH} @ v1.120.0`],
    ['https://raw.githubusercontent.com/immich-app/immich/main/README.md', IMMICH],
    ['https://api.github.com/repos/immich-app/immich/releases/latest', IMMICH],
    ['git@github.com:immich-app/immich.git', IMMICH],
    ['ssh://git@github.com/immich-app/immich.git', IMMICH],
    ['ssh://git@github.com:22/immich-app/immich.git', IMMICH],
    ['git://github.com/immich-app/immich.git', IMMICH],
    ['git+https://github.com/immich-app/immich.git', IMMICH],
    ['git clone https://github.com/immich-app/immich.git', IMMICH],
    ['git clone --depth=1 git@github.com:immich-app/immich.git', IMMICH],
    ['github.example.com/team/app', 'github-releases repository=team/app server=https://github.example.com/api/v3'],
    ['vercel/next.js', 'github-releases repository=vercel/next.js', 'docker-tags image=vercel/next.js'],
    ['Immich-App/immich', 'github-releases repository=Immich-App/immich'],
    // GitLab
    ['https://gitlab.com/gitlab-org/ops/gitlab-runner', RUNNER],
    ['https://gitlab.com/gitlab-org/ops/gitlab-runner/-/releases', RUNNER],
    ['https://gitlab.com/gitlab-org/ops/gitlab-runner/-/releases/v17.5.0', `${RUNNER} @ v17.5.0`],
    ['https://gitlab.com/gitlab-org/ops/gitlab-runner/-/tree/main?ref_type=heads', RUNNER],
    ['git@gitlab.com:gitlab-org/ops/gitlab-runner.git', RUNNER],
    ['gitlab-org/ops/gitlab-runner', RUNNER],
    ['https://gitlab.example.org/a/b/c', 'gitlab-releases project=a/b/c server=https://gitlab.example.org/'],
    ['http://gitlab.lan:8080/a/b.git', 'gitlab-releases project=a/b server=http://gitlab.lan:8080/'],
    // Forgejo and Gitea
    ['https://codeberg.org/forgejo/forgejo', FORGEJO],
    ['codeberg.org/forgejo/forgejo/src/branch/forgejo', FORGEJO],
    ['https://codeberg.org/forgejo/forgejo/releases/tag/v9.0.0', `${FORGEJO} @ v9.0.0`],
    ['https://gitea.com/gitea/act_runner', 'forgejo-releases server=https://gitea.com/ repository=gitea/act_runner'],
    ['https://gitea.example.org/a/b/releases', 'forgejo-releases server=https://gitea.example.org/ repository=a/b'],
    // Other repositories
    ['https://bitbucket.org/team/app/src/main/', 'git-tags url=https://bitbucket.org/team/app'],
    ['https://git.sr.ht/~sircmpwn/meta', 'git-tags url=https://git.sr.ht/~sircmpwn/meta'],
    [
      'https://git.example.org/group/app.git',
      'page https://git.example.org/group/app.git group/app group/app.git',
      'git-tags url=https://git.example.org/group/app.git',
    ],
    [
      'git@git.example.org:group/app.git',
      'page https://git.example.org/group/app.git group/app group/app.git',
      'git-tags url=https://git.example.org/group/app.git',
    ],
    ['https://code.example.org/a/b/-/tree/main', 'page https://code.example.org/a/b/-/tree/main a/b -'],
    // Images
    [
      'ghcr.io/immich-app/immich-server:v1.120.0',
      'docker-tags image=immich-app/immich-server server=https://ghcr.io @ v1.120.0',
    ],
    [
      'https://ghcr.io/immich-app/immich-server',
      'page https://ghcr.io/immich-app/immich-server immich-app/immich-server immich-app/immich-server',
    ],
    ['quay.io/prometheus/prometheus:v3.0.0', 'docker-tags image=prometheus/prometheus server=https://quay.io @ v3.0.0'],
    [
      'lscr.io/linuxserver/sonarr:4.0.10-ls260',
      'docker-tags image=linuxserver/sonarr server=https://lscr.io @ 4.0.10-ls260',
    ],
    [
      'registry.example.org:5000/team/app:2.1',
      'docker-tags image=team/app server=https://registry.example.org:5000 @ 2.1',
    ],
    ['docker.io/library/nginx:1.27', 'docker-tags image=library/nginx @ 1.27'],
    ['docker.io/grafana/grafana', 'docker-tags image=grafana/grafana'],
    ['nginx:1.27.4-alpine', 'docker-tags image=library/nginx @ 1.27.4-alpine'],
    ['grafana/grafana:11.3.0', 'docker-tags image=grafana/grafana @ 11.3.0'],
    ['docker pull grafana/grafana:11.3.0', 'docker-tags image=grafana/grafana @ 11.3.0'],
    ['docker pull nginx', 'docker-tags image=library/nginx'],
    ['docker:27.3', 'docker-tags image=library/docker @ 27.3'],
    ['docker:grafana/grafana', 'docker-tags image=grafana/grafana'],
    ['oci://ghcr.io/team/chart', 'docker-tags image=team/chart server=https://ghcr.io'],
    [
      'nginx@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      'docker-tags image=library/nginx',
    ],
    ['https://hub.hublike.example/_/nginx', 'docker-tags image=library/nginx'],
    ['https://hub.hublike.example/r/grafana/grafana/tags', 'docker-tags image=grafana/grafana'],
    [
      'https://hub.hublike.example/layers/grafana/grafana/11.3.0/images/x',
      'docker-tags image=grafana/grafana @ 11.3.0',
    ],
    // Packages
    ['npm:express', 'npm package=express'],
    ['npm:@angular/core@19.0.0', 'npm package=@angular/core @ 19.0.0'],
    ['@angular/core', 'npm package=@angular/core'],
    ['npm install --save express', 'npm package=express'],
    ['https://www.npmlike.test/package/express', 'npm package=express'],
    ['https://www.npmlike.test/package/@angular/core/v/19.0.0', 'npm package=@angular/core @ 19.0.0'],
    ['PyPI:requests', 'pypi package=requests'],
    ['pip install requests==2.32.0', 'pypi package=requests @ 2.32.0'],
    ['https://pylike.example/project/requests/2.32.0/', 'pypi package=requests @ 2.32.0'],
    ['https://rustlike.example/crates/serde/1.0.2', 'crates crate=serde @ 1.0.2'],
    ['cargo:serde', 'crates crate=serde'],
    ['https://gemlike.example/gems/rails/versions/8.0.0', 'rubygems gem=rails @ 8.0.0'],
    ['gem install rails', 'rubygems gem=rails'],
    ['https://composerlike.example/packages/monolog/monolog', 'packagist package=monolog/monolog'],
    ['composer:monolog/monolog', 'packagist package=monolog/monolog'],
    [
      'https://search.site.example/artifact/org.slf4j/slf4j-api/2.0.16',
      'maven-metadata group=org.slf4j artifact=slf4j-api @ 2.0.16',
    ],
    ['maven:org.slf4j:slf4j-api', 'maven-metadata group=org.slf4j artifact=slf4j-api'],
    ['maven:org.slf4j:slf4j-api:2.0.16', 'maven-metadata group=org.slf4j artifact=slf4j-api @ 2.0.16'],
    ['https://pkg.site.example/github.com/gin-gonic/gin@v1.10.0', 'go module=github.com/gin-gonic/gin @ v1.10.0'],
    ['go:golang.org/x/text', 'go module=golang.org/x/text'],
    ['https://www.nugetlike.example/packages/Newtonsoft.Json/13.0.3', 'nuget package=Newtonsoft.Json @ 13.0.3'],
    ['https://hexlike.example/packages/phoenix', 'hex package=phoenix'],
    ['https://formulae.brewlike.example/formula/wget', 'homebrew formula=wget'],
    ['https://formulae.brewlike.example/cask/firefox', 'homebrew cask=firefox'],
    ['brew install --cask firefox', 'homebrew cask=firefox'],
    // Package URLs
    ['pkg:npm/%40angular/core@19.0.0', 'npm package=@angular/core @ 19.0.0'],
    ['pkg:github/immich-app/immich@v1.120.0', `${IMMICH} @ v1.120.0`],
    ['pkg:docker/grafana/grafana@11.3.0', 'docker-tags image=grafana/grafana @ 11.3.0'],
    ['pkg:oci/app?repository_url=ghcr.io/team/app', 'docker-tags image=team/app server=https://ghcr.io'],
    ['pkg:brew/wget', 'homebrew formula=wget'],
    // What only its answer tells
    [
      'https://example.org/releases.atom?all=1#top',
      'page https://example.org/releases.atom?all=1 - releases.atom #top',
    ],
    ['example.org', 'page https://example.org/ - -'],
    ['https://charts.example.org/#grafana', 'page https://charts.example.org/ - - #grafana'],
    ['https://endoflife.date/postgresql', 'endoflife product=postgresql'],
    ['https://release-monitoring.org/project/5792/', 'release-monitoring project=5792'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('of a package in a registry that the operator has not configured is any page', () => {
    expect(read('https://www.npmlike.test/package/express', {})).toEqual([
      'page https://www.npmlike.test/package/express package/express package/express',
    ]);
  });

  it('of another site with the same path is any page', () => {
    for (const host of ['npmlike.other.example', 'example.npmlike', 'co.uk'])
      expect(read(`https://${host}/package/express`)[0]).toMatch(/^page/);
  });

  it.each([
    ['', 'must not be empty'],
    ['   ', 'must not be empty'],
    ['nginx', 'is no address; to find a product by its name, search for it'],
    ['home assistant', 'must not have spaces inside; to find a product by its name, search for it'],
    ['ftp://example.org/file', 'must begin with https://, or be another kind of address'],
    ['javascript://alert(1)', 'must begin with https://, or be another kind of address'],
    ['file:///etc/passwd', 'must begin with https://, or be another kind of address'],
    ['https://', 'is not a valid web address'],
    [
      'https://me:canary-password@example.org/a',
      'must not have a user name or password in it: those are settings of the source',
    ],
    ['pkg:npm', 'is not a package URL: name is required'],
    [
      'https://github.com/features/copilot',
      'is a page of GitHub, and no repository: give https://github.com/<owner>/<repository>',
    ],
    [
      'https://github.com/immich-app',
      'is a page of GitHub, and no repository: give https://github.com/<owner>/<repository>',
    ],
    ['1.27.4', 'is no address; to find a product by its name, search for it'],
    ['a\nb', 'must not have line breaks or control characters'],
    ['x'.repeat(MAX_ADDRESS + 1), `must not be longer than ${MAX_ADDRESS} characters`],
  ])('is refused: %s', (text, message) => {
    expect(() => read(text)).toThrow(new AddressError(message));
  });

  it('of hostile length takes no time', () => {
    const long = MAX_ADDRESS - 20;
    const hostile = [
      'a'.repeat(long),
      'a/'.repeat(long / 2),
      'a-'.repeat(long / 2),
      'a:'.repeat(long / 2),
      '@'.repeat(long),
      '%'.repeat(long),
    ];
    for (const text of hostile)
      for (const front of [
        '',
        'https://',
        'https://github.com/',
        'pkg:npm/',
        'npm:',
        'git@',
        'maven:',
        'go:',
        'oci://',
        '"',
      ]) {
        try {
          readAddress(front + text, REGISTRIES);
        } catch (error) {
          expect(error).toBeInstanceOf(AddressError);
        }
      }
  });
});
