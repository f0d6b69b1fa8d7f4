import { SourceIdentifiers } from '../../../src/source/polling/source-identifiers';
import { known } from '../../setup/api';
import { useAgent, useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';

const REGISTRIES = [
  ...['NPM_REGISTRY_URL', 'PYPI_URL', 'CRATES_URL', 'RUBYGEMS_URL', 'PACKAGIST_URL', 'MAVEN_URL', 'GO_PROXY_URL'],
  ...['NUGET_URL', 'HEX_URL', 'DEBIAN_URL', 'ALPINE_URL', 'DOCKER_REGISTRY_URL', 'HOMEBREW_URL'],
];

describe('identifiers that follow from a source', () => {
  const test = useApp(() => Object.fromEntries(REGISTRIES.map((name) => [name, 'https://registry.example.org/'])));
  const editor = useAgent(() => test.as('editor', ['read', 'catalogue:write']));

  const setSource = (id: string, type: string, settings: object) =>
    editor.put(`/api/v1/software/${id}/source`).send({ type, settings }).expect(200);

  async function valuesOf(id: string): Promise<string[]> {
    const { body } = await editor.get(`/api/v1/software/${id}/identifier`).expect(200);
    const identifiers = body.data.identifiers as { type: string; value: string; origin: string }[];
    return identifiers.map(({ type, value, origin }) => (type === 'purl' ? `${value} (${origin})` : type));
  }

  const correct = () => test.app.get(SourceIdentifiers).correct();

  it.each<[string, object, ...string[]]>([
    ['npm', { package: 'express' }, 'pkg:npm/express'],
    ['npm', { package: '@angular/core', server: 'http://127.0.0.1:4873' }, 'pkg:npm/%40angular/core'],
    ['pypi', { package: 'Django_Thing' }, 'pkg:pypi/django-thing'],
    ['pypi', { package: 'Zope..Interface-_x' }, 'pkg:pypi/zope-interface-x'],
    ['crates', { crate: 'serde' }, 'pkg:cargo/serde'],
    ['rubygems', { gem: 'rails' }, 'pkg:gem/rails'],
    ['packagist', { package: 'symfony/console' }, 'pkg:composer/symfony/console'],
    ['maven-metadata', { group: 'org.apache.commons', artifact: 'io' }, 'pkg:maven/org.apache.commons/io'],
    ['docker-tags', { image: 'library/nginx' }, 'pkg:docker/nginx'],
    ['docker-tags', { image: 'grafana/grafana' }, 'pkg:docker/grafana/grafana'],
    [
      'docker-tags',
      { image: 'acme/app', server: 'http://127.0.0.1:5000/' },
      'pkg:docker/acme/app?repository_url=127.0.0.1:5000',
      'pkg:oci/app?repository_url=127.0.0.1:5000%2Facme%2Fapp',
    ],
    ['github-releases', { repository: 'Mozilla/Sops' }, 'pkg:github/mozilla/sops'],
    ['github-releases', { repository: 'a/b', server: 'http://127.0.0.1/api/v3' }, 'pkg:git/127.0.0.1/a/b'],
    [
      'gitlab-releases',
      { project: 'gitlab-org/CI/runner' },
      'pkg:git/gitlab.com/gitlab-org/ci/runner',
      'pkg:gitlab/gitlab-org/ci/runner',
    ],
    ['gitlab-releases', { project: '12345' }],
    ['forgejo-releases', { server: 'http://127.0.0.1', repository: 'A/b' }, 'pkg:git/127.0.0.1/a/b'],
    ['git-tags', { url: 'https://github.com/git/git.git' }, 'pkg:github/git/git'],
    ['git-tags', { url: 'https://bitbucket.org/a/b' }, 'pkg:bitbucket/a/b'],
    ['git-tags', { url: 'https://git.kernel.org/pub/scm/git/git.git' }, 'pkg:git/git.kernel.org/pub/scm/git/git'],
    ['git-tags', { url: 'https://github.com//git' }],
    ['git-tags', { url: 'https://example.org/a%2f%zz%20b' }],
    // Longer than an identifier may be.
    ['git-tags', { url: `https://example.org/${'!'.repeat(100)}` }],
    ['homebrew', { formula: 'postgresql@16' }, 'pkg:brew/postgresql%4016'],
    ['homebrew', { cask: 'firefox' }, 'pkg:brew/homebrew/cask/firefox'],
    ['go', { module: 'github.com/Masterminds/semver/v3' }, 'pkg:golang/github.com/masterminds/semver/v3'],
    ['go', { module: 'example.com' }],
    ['nuget', { package: 'Newtonsoft.Json' }, 'pkg:nuget/Newtonsoft.Json'],
    ['hex', { package: 'phoenix' }, 'pkg:hex/phoenix'],
    ['debian', { package: 'nginx', distribution: 'bookworm' }, 'pkg:deb/debian/nginx'],
    ['debian', { package: 'g++', distribution: 'noble', server: 'http://127.0.0.1/ubuntu' }, 'pkg:deb/ubuntu/g%2B%2B'],
    ['debian', { package: 'nginx', distribution: 'kali', server: 'http://127.0.0.1/kali' }],
    ['alpine', { package: 'nginx', branch: 'v3.20' }, 'pkg:apk/alpine/nginx'],
    // No registered types.
    ['winget', { package: 'Mozilla.Firefox' }],
    ['scoop', { bucket: 'ScoopInstaller/Main', manifest: 'git' }],
    ['endoflife', { product: 'nginx' }],
  ])('of type %s with %j', async (type, settings, ...urls) => {
    const { id } = await known(test, `${type} ${JSON.stringify(settings)}`.slice(0, 200));
    await setSource(id, type, settings);
    expect(await valuesOf(id)).toEqual(urls.map((url) => `${url} (source)`));
  });

  it('change and go with it', async () => {
    const { id } = await known(test, 'Changing');
    await editor
      .put(`/api/v1/software/${id}/identifier`)
      .send({ identifiers: [{ type: 'purl', value: 'pkg:npm/mine' }] })
      .expect(200);
    await setSource(id, 'npm', { package: 'first' });
    await setSource(id, 'npm', { package: 'second' });
    expect(await valuesOf(id)).toEqual(['pkg:npm/mine (api)', 'pkg:npm/second (source)']);
    await setSource(id, 'endoflife', { product: 'second' });
    expect(await valuesOf(id)).toEqual(['pkg:npm/mine (api)']);
    await setSource(id, 'crates', { crate: 'third' });
    await editor.delete(`/api/v1/software/${id}/source`).expect(204);
    expect(await valuesOf(id)).toEqual(['pkg:npm/mine (api)']);
  });

  it('come with the source of a catalogue record, beside its own', async () => {
    const record = {
      ...product('From a record', ['1.0']),
      source: { type: 'npm', settings: { package: 'recorded' } },
      identifiers: [{ type: 'purl', value: 'pkg:github/acme/recorded' }],
    };
    expect(await test.import(record)).toMatchObject({ software: 1, rejected: 0 });
    expect(await test.import(record)).toMatchObject({ software: 0, unchanged: 1 });
    const { body } = await editor.get('/api/v1/software?identifier=pkg:npm/recorded').expect(200);
    expect(body.data).toHaveLength(1);
    expect(await valuesOf(body.data[0].id as string)).toEqual([
      'pkg:github/acme/recorded (record)',
      'pkg:npm/recorded (source)',
    ]);
    await test.import({ ...record, identifiers: [] });
    expect(await valuesOf(body.data[0].id as string)).toEqual(['pkg:npm/recorded (source)']);
  });

  describe('are corrected', () => {
    it('where there are none yet, others, or too many, and nowhere else', async () => {
      const ids: string[] = [];
      for (const name of ['Missing', 'Wrong', 'Orphan', 'Right']) {
        const { id } = await known(test, name);
        await setSource(id, 'npm', { package: name.toLowerCase() });
        ids.push(id);
      }
      const [missing, wrong, orphan, right] = ids as [string, string, string, string];
      // As a version without them leaves a source that it writes, replaces or removes.
      const sql = (text: string, id: string) => test.database.execute(text, [id]);
      await sql('DELETE FROM software_identifier WHERE software_id = ?', missing);
      await sql("UPDATE software_identifier SET value = 'pkg:npm/older' WHERE software_id = ?", wrong);
      await sql('DELETE FROM software_source WHERE software_id = ?', orphan);
      expect(await correct()).toBe(3);
      expect(await Promise.all(ids.map(valuesOf))).toEqual([
        ['pkg:npm/missing (source)'],
        ['pkg:npm/wrong (source)'],
        [],
        ['pkg:npm/right (source)'],
      ]);
      expect(await valuesOf(right)).toHaveLength(1);
      expect(await correct()).toBe(0);
    });

    it('where an older version has written another form of them, whoever set them', async () => {
      const { id } = await known(test, 'Older');
      await setSource(id, 'pypi', { package: 'zope.older' });
      await test.database.execute('DELETE FROM software_identifier WHERE software_id = ?', [id]);
      for (const [value, origin] of [
        ['pkg:nuget/Zz.Older', 'api'],
        ['pkg:pypi/zz.older_', 'record'],
        ['pkg:pypi/zope.older', 'source'],
        ['never valid', 'api'],
      ] as const)
        await test.database.execute(
          "INSERT INTO software_identifier (software_id, type, value, origin) VALUES (?, 'purl', ?, ?)",
          [id, value, origin],
        );
      expect(await correct()).toBe(1);
      expect(await correct()).toBe(0);
      for (const one of ['pkg:nuget/zz.OLDER', 'pkg:pypi/Zz-Older-', 'pkg:pypi/zope_older']) {
        const { body } = await editor.get(`/api/v1/software?identifier=${one}`).expect(200);
        expect(body.data).toMatchObject([{ id }]);
      }
      expect(await valuesOf(id)).toEqual([
        'never valid (api)',
        'pkg:nuget/Zz.Older (api)',
        'pkg:pypi/zope-older (source)',
        'pkg:pypi/zz-older- (record)',
      ]);
    });

    it('by two processes at once', async () => {
      const { id } = await known(test, 'Raced');
      await setSource(id, 'npm', { package: 'raced' });
      await test.database.execute('DELETE FROM software_identifier WHERE software_id = ?', [id]);
      await Promise.all([correct(), correct(), correct()]);
      expect(await valuesOf(id)).toEqual(['pkg:npm/raced (source)']);
    });

    it('but not where it cannot be told what follows', async () => {
      const { id } = await known(test, 'Of tomorrow');
      const { id: damaged } = await known(test, 'Damaged');
      for (const one of [id, damaged]) await setSource(one, 'npm', { package: 'kept' });
      await test.database.execute("UPDATE software_source SET type = 'of-tomorrow' WHERE software_id = ?", [id]);
      await test.database.execute("UPDATE software_source SET settings = 'damaged' WHERE software_id = ?", [damaged]);
      expect(await correct()).toBe(0);
      expect(await valuesOf(id)).toEqual(['pkg:npm/kept (source)']);
      expect(await valuesOf(damaged)).toEqual(['pkg:npm/kept (source)']);
    });

    it('until the service ends', async () => {
      const { id } = await known(test, 'Ended');
      await setSource(id, 'npm', { package: 'ended' });
      await test.database.execute('DELETE FROM software_identifier WHERE software_id = ?', [id]);
      expect(await test.app.get(SourceIdentifiers).correct(AbortSignal.abort())).toBe(0);
      expect(await correct()).toBe(1);
    });
  });
});
