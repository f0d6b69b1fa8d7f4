import { closeAll } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';
import { payload } from './stage';

afterEach(closeAll);

const json = (value: unknown, headers: Record<string, string> = {}): [number, Record<string, string>, string] => [
  200,
  headers,
  JSON.stringify(value),
];

describe('GitLab', () => {
  const of = (base: string) => ({ project: 'group/sub/project', server: `${base}/gitlab` });

  test('turns to the tags of a project without releases, and does not take the empty list for all that may change', async () => {
    const { fetch, url, validators } = await sourceAt('gitlab-releases');
    const found = await fetch(of(url), ({ path }) =>
      path.includes('/releases?') ? json([], { etag: 'W/"empty"' }) : [200, {}, payload('gitlab-tags/gnome-0.json')],
    );
    expect(found[0]).toEqual({
      version: '0.8.8',
      releasedAt: '2017-10-30T23:37:33.000Z',
      prerelease: null,
      notesUrl: null,
    });
    expect(validators()).toBeNull();
  });

  test('reads three pages, below the path of a server, and each label once', async () => {
    const { fetch, url, requests } = await sourceAt('gitlab-releases');
    const found = await fetch(of(url), ({ path }) => {
      const page = Number(/&page=(\d+)/.exec(path)?.[1] ?? 1);
      const next = `<${url}/gitlab/api/v4/projects/group%2Fsub%2Fproject/releases?per_page=100&page=${page + 1}>`;
      return json([{ tag_name: `v${page}` }, { tag_name: 'v0' }], { link: `${next}; rel="next", <x>; rel="last"` });
    });
    expect(labels(found)).toEqual(['v1', 'v0', 'v2', 'v3']);
    expect(requests[0]!.path).toBe('/gitlab/api/v4/projects/group%2Fsub%2Fproject/releases?per_page=100');
    expect(requests).toHaveLength(3);
  });

  test('leaves out what is announced for later', async () => {
    const { fetch, url } = await sourceAt('gitlab-releases');
    const releases = [
      { tag_name: '2.0', upcoming_release: true, released_at: '2199-01-01T00:00:00Z' },
      { tag_name: '1.0', upcoming_release: false, created_at: '2024-01-01T00:00:00+01:00' },
    ];
    expect(await fetch(of(url), () => json(releases))).toEqual([
      { version: '1.0', releasedAt: '2023-12-31T23:00:00.000Z', prerelease: null, notesUrl: null },
    ]);
  });
});

describe('Forgejo', () => {
  const of = (base: string) => ({ repository: 'owner/name', server: base });

  test('goes to the next page of its own server, whatever that server calls itself', async () => {
    const { fetch, url, requests } = await sourceAt('forgejo-releases');
    const found = await fetch(of(url), ({ path }) => {
      const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
      const link =
        page < 3 ? { link: `<http://localhost:3000/wrong?limit=50&page=${page + 1}>; rel="next"` } : undefined;
      return json([{ tag_name: `v${page}`, prerelease: page === 1 }], link);
    });
    expect(found.map(({ version, prerelease }) => [version, prerelease])).toEqual([
      ['v1', true],
      ['v2', false],
      ['v3', false],
    ]);
    expect(requests.map(({ path }) => path)).toEqual(
      ['', '&page=2', '&page=3'].map((page) => `/api/v1/repos/owner/name/releases?limit=50${page}`),
    );
  });

  test('leaves out drafts, and turns to the tags of a repository without releases', async () => {
    const drafts = await sourceAt('forgejo-releases');
    expect(await drafts.fetch(of(drafts.url), () => json([{ tag_name: 'v1', draft: true }]))).toEqual([]);
    const none = await sourceAt('forgejo-releases');
    const found = await none.fetch(of(none.url), ({ path }) =>
      path.includes('/releases?') ? json([]) : [200, {}, payload('forgejo-releases/tags-gitea-helm-chart.json')],
    );
    expect(found).toEqual([
      { version: 'v9.0.1', releasedAt: '2023-07-19T06:42:55.000Z', prerelease: null, notesUrl: null },
    ]);
  });
});
