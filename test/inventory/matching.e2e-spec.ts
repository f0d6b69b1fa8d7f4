import { readInventory } from 'inventory-reader';
import { ComponentMatcher } from '../../src/lookup/matching/component-matcher';
import type { Match } from '../../src/lookup/matching/match';
import { known, statementsOf } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

describe('which product and version a component is', () => {
  const test = useApp();

  const purl = (value: string) => ({ type: 'purl', value });
  const alias = (value: string) => ({ type: 'alias', value });
  const record = (name: string, versions: string[], more: object = {}) => ({ ...product(name, versions), ...more });

  beforeAll(async () => {
    const summary = await test.import(
      record('nginx', ['1.30.0', '1.30.1', '1.31.0', '1.28.0-perl'], {
        identifiers: [purl('pkg:github/nginx/nginx'), purl('pkg:deb/debian/nginx')],
      }),
      record('PostgreSQL', ['16.9', '17.5'], { identifiers: [alias('postgres'), purl('pkg:docker/library/postgres')] }),
      record('Express', ['4.19.2', '5.1.0'], { identifiers: [purl('pkg:npm/express')] }),
      record('Sops', ['v3.9.0', 'v3.9.1'], { identifiers: [purl('pkg:github/getsops/sops')] }),
      record('Kustomize', ['kustomize/v5.6.0', 'kustomize/v5.7.0'], {
        identifiers: [purl('pkg:github/kubernetes-sigs/kustomize')],
        ordering: { scheme: 'semver', tag_pattern: '^kustomize/v(.+)$' },
      }),
      record('MinIO', ['RELEASE.2026-01-02T03-04-05Z'], { identifiers: [purl('pkg:docker/minio/minio')] }),
      record('nginx of Debian', ['1.22.1-9+deb12u3'], {
        identifiers: [purl('pkg:deb/ubuntu/nginx')],
        ordering: { scheme: 'debian' },
      }),
      record('Acme API', ['2.0'], {
        identifiers: [purl('pkg:docker/acme/api?repository_url=registry.example.org')],
      }),
      record('Acme for .NET', ['1.0.0'], { identifiers: [purl('pkg:nuget/Zz.Acme')] }),
      record('Rails', ['7.1.2'], { identifiers: [purl('pkg:gem/rails')], ordering: { scheme: 'gem' } }),
      record('Bundled', ['14.4.2'], { identifiers: [purl('pkg:bitnami/bundled')], ordering: { scheme: 'semver' } }),
      record('Dotted', ['1.2'], { identifiers: [purl('pkg:pypi/zz.dotted')] }),
      record('Act One', ['1.0'], { identifiers: [alias('act')] }),
      record('Act', ['1.0']),
      record('Twin', ['1.0'], { publisher: { name: 'One' } }),
      record('Twin', ['1.0'], { publisher: { name: 'Two' } }),
      record('Git', ['2.46.0'], { identity: { kind: 'winget', id: 'Git.Git' } }),
      record('Photos', ['2026'], { ordering: { scheme: 'date' } }),
    );
    expect(summary.rejected).toBe(0);
  });

  const match = (lines: string, format = 'lines'): Promise<Match[]> => {
    const { components, rejected } = readInventory(Buffer.from(`${lines}\n`), { format });
    expect(rejected).toEqual([]);
    return test.app.get(ComponentMatcher).match(test.database, components, undefined, true);
  };

  /** In short: `nginx 1.30.1`, or why not. */
  async function matched(line: string, format?: string): Promise<string> {
    const [one] = await match(line, format);
    if (one!.state === 'matched') return `${one!.softwareName} ${one!.label}`;
    if (one!.state === 'ambiguous') return `ambiguous: ${one!.candidates.map(({ name }) => name).join(', ')}`;
    return one!.state === 'unmatched'
      ? `unmatched: ${one!.reason}; nearest: ${one!.nearest?.name ?? 'none'}`
      : `rejected: ${one!.reason}`;
  }

  it.each([
    ['pkg:npm/express@4.19.2', 'Express 4.19.2'],
    ['pkg:npm/express', 'Express null'],
    ['pkg:github/NGINX/nginx@1.30.1', 'nginx 1.30.1'],
    ['pkg:oci/postgres@16.9?repository_url=docker.io/library/postgres', 'PostgreSQL 16.9'],
    [
      `pkg:oci/postgres@sha256:${'a'.repeat(64)}?repository_url=index.docker.io/library/postgres&tag=17.5`,
      'PostgreSQL 17.5',
    ],
    ['pkg:oci/api@2.0?repository_url=registry.example.org/acme/api', 'Acme API 2.0'],
    ['pkg:generic/nginx@1.30.1', 'nginx 1.30.1'],
    ['nginx 1.30.1', 'nginx 1.30.1'],
    ['NGINX v1.30.1', 'nginx 1.30.1'],
    ['postgres 17.5', 'PostgreSQL 17.5'],
    ['Git.Git 2.46.0', 'Git 2.46.0'],
  ])('%s is %s', async (line, expected) => expect(await matched(line)).toBe(expected));

  it.each([
    ['nginx:1.30.1', 'nginx 1.30.1'],
    ['docker.io/library/nginx:1.30.1', 'nginx 1.30.1'],
    ['nginx:1.30.1-alpine3.20', 'nginx 1.30.1'],
    ['nginx:1.30.9-alpine', 'nginx 1.30.9'],
    ['nginx:1.31.0-rc1-alpine', 'nginx 1.31.0-rc1'],
    // The product knows it with the variant.
    ['nginx:1.28.0-perl', 'nginx 1.28.0-perl'],
    ['postgres:17.5-bookworm', 'PostgreSQL 17.5'],
    ['minio/minio:RELEASE.2026-01-02T03-04-05Z', 'MinIO RELEASE.2026-01-02T03-04-05Z'],
    ['minio/minio:RELEASE.2026-02-02T03-04-05Z', 'MinIO RELEASE.2026-02-02T03-04-05Z'],
    ['registry.example.org/acme/api:2.0', 'Acme API 2.0'],
    ['nginx', 'unmatched: its tag latest names no version; nearest: nginx'],
    // Of the day of its build: above 1.31.0, so that nothing newer would ever be found.
    ['nginx:2025.02.0', 'unmatched: its tag 2025.02.0 is a date, and the versions of nginx are none; nearest: nginx'],
    ['nginx:20250214', 'unmatched: its tag 20250214 is a date, and the versions of nginx are none; nearest: nginx'],
    ['minio/minio:2025.02.0', 'MinIO 2025.02.0'],
    ['nginx:stable-alpine3.20', 'unmatched: its tag stable-alpine3.20 names no version; nearest: nginx'],
    [
      `nginx@sha256:${'a'.repeat(64)}`,
      'unmatched: its image is named by a digest, which has no version; nearest: nginx',
    ],
    // Somebody else's image is not what its name says.
    ['ghcr.io/acme/nginx:1.30.1', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['acme/nginx:1.30.1', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['ghcr.io/nginx:1.30.1', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['localhost:5000/acme/api:2.0', 'unmatched: no product has this name or identifier; nearest: Acme API'],
  ])('the image %s is %s', async (image, expected) => expect(await matched(image, 'docker-ps')).toBe(expected));

  it.each([
    // Labels are given as the product writes them.
    ['pkg:github/getsops/sops@3.9.1', 'Sops v3.9.1'],
    ['pkg:github/getsops/sops@3.9.9', 'Sops v3.9.9'],
    ['pkg:github/kubernetes-sigs/kustomize@v5.7.0', 'Kustomize kustomize/v5.7.0'],
    ['pkg:github/kubernetes-sigs/kustomize@5.8.0', 'Kustomize kustomize/v5.8.0'],
    ['pkg:deb/debian/nginx@1:1.30.1-9%2Bdeb12u3', 'nginx 1.30.1'],
    ['pkg:deb/ubuntu/nginx@1.22.1-9%2Bdeb12u3', 'nginx of Debian 1.22.1-9+deb12u3'],
    ['pkg:deb/ubuntu/nginx@1.22.1-9%2Bdeb12u4', 'nginx of Debian 1.22.1-9+deb12u4'],
    ['pkg:brew/nginx@1.30.1_1', 'nginx 1.30.1'],
    ['pkg:bitnami/bundled@14.4.2-2?arch=amd64&distro=debian-12', 'Bundled 14.4.2'],
    ['pkg:bitnami/bundled@14.4.2-r2', 'Bundled 14.4.2'],
    ['pkg:bitnami/bundled@14.4.3-rc.1', 'Bundled 14.4.3-rc.1'],
    ['pkg:gem/rails@7.1.2-x86_64-linux', 'Rails 7.1.2'],
    ['pkg:gem/rails@7.1.2-java', 'Rails 7.1.2'],
    ['pkg:gem/rails@7.1.3.rc1-arm64-darwin', 'Rails 7.1.3.rc1'],
    ['pkg:nuget/ZZ.ACME@1.0.0', 'Acme for .NET 1.0.0'],
    ['pkg:pypi/Zz_.Dotted@1.2', 'Dotted 1.2'],
    ['pkg:npm/express@git%2Bssh', 'rejected: its version git+ssh is not a version of Express'],
    ['photos 2027', 'rejected: its version 2027 is not a version of Photos'],
    ['photos 2026', 'Photos 2026'],
  ])('the version of %s is that of %s', async (line, expected) => expect(await matched(line)).toBe(expected));

  it.each([
    ['twin 1.0', 'ambiguous: Twin, Twin'],
    // What one product has as an alias, and another as its name.
    ['act 1.0', 'ambiguous: Act, Act One'],
    // A package of a registry is not what its name says.
    ['pkg:npm/nginx@1.30.1', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['pkg:pypi/postgres@1.0', 'unmatched: no product has this name or identifier; nearest: PostgreSQL'],
    ['pkg:maven/org.acme/nginx@1.0', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['pkg:deb/debian/express@1.0', 'unmatched: no product has this name or identifier; nearest: Express'],
    ['postgre 1.0', 'unmatched: no product has this name or identifier; nearest: PostgreSQL'],
    ['expres 1.0', 'unmatched: no product has this name or identifier; nearest: Express'],
    ['ngimx 1.0', 'unmatched: no product has this name or identifier; nearest: nginx'],
    ['quite-different-from-all 1.0', 'unmatched: no product has this name or identifier; nearest: none'],
  ])('%s is %s', async (line, expected) => expect(await matched(line)).toBe(expected));

  it('answers within a transaction, and does not take a pattern that takes too long', async () => {
    const { id } = await known(test, 'Slow', ['1.0']);
    const many = 3_000;
    // Far larger than those that are accepted now.
    const pattern = `^(${'(?:a?b?c?d?){40}'.repeat(4)}.*)$`;
    await test.database.execute('UPDATE software SET tag_pattern = ? WHERE id = ?', [pattern, id]);
    const lines = Array.from({ length: many }, (_, at) => `slow 1.${'ab'.repeat(100)}${at}`);
    const components = readInventory(Buffer.from(lines.join('\n')), { format: 'lines' }).components;
    const matcher = test.app.get(ComponentMatcher);
    const found = await test.database.transaction((sql) => matcher.match(sql, components));
    expect(found).toHaveLength(many);
    expect(found.at(-1)).toEqual({
      state: 'rejected',
      reason: expect.stringMatching(/ takes too long with the patterns of Slow$/),
    });
  });

  it('asks with a few statements, however many components there are', async () => {
    const components = Array.from({ length: 200 }, (_, at) => ({
      purl: at % 2 ? `pkg:npm/express@5.${at}.0` : `pkg:docker/nginx@1.30.${at}`,
      ...{ name: 'x', version: at % 2 ? `5.${at}.0` : `1.30.${at}`, direct: null, where: `${at}` },
    }));
    let found: Match[] = [];
    const statements = await statementsOf(test, async () => {
      found = await test.app.get(ComponentMatcher).match(test.database, components, undefined, true);
    });
    expect(found.every(({ state }) => state === 'matched')).toBe(true);
    expect(statements.length).toBeLessThan(20);
  });
});
