import { closeAll } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';

afterEach(closeAll);

const json = (value: unknown) => (): [number, Record<string, string>, string] => [200, {}, JSON.stringify(value)];

describe('go', () => {
  type Files = Record<string, string>;
  const answer =
    (files: Files) =>
    ({ path }: { path: string }): [number, Record<string, string>, string] => {
      const name = decodeURI(path).replace('/example.com/m/', '');
      return files[name] === undefined ? [410, {}, 'not found'] : [200, { etag: '"1"' }, files[name]];
    };
  const ask = async (files: Files) => {
    const { fetch, url, requests, validators } = await sourceAt('go');
    const found = await fetch({ module: 'example.com/m', server: url }, answer(files));
    return { found, validators: validators(), paths: requests.map(({ path }) => path) };
  };
  const withdrawn = (found: { version: string; withdrawn?: boolean }[]) =>
    found.flatMap((release) => (release.withdrawn ? [release.version] : []));

  test('dates the newest few only, and asks for what it does not have', async () => {
    const list = ['v1.9.0', 'v1.10.0', 'v1.2.0', 'v1.11.0-rc.1', 'v1.0.0', 'v0.9.0', 'v1.8.0 2021-01-02T03:04:05Z'];
    const { found, paths } = await ask({
      '@v/list': list.join('\n'),
      '@v/v1.10.0.info': '{"Version":"v1.10.0","Time":"2022-02-02T02:02:02Z"}',
      '@v/v1.9.0.info': '{"Version":"v1.9.0"}',
    });
    expect(labels(found)).toEqual(['v1.11.0-rc.1', 'v1.10.0', 'v1.9.0', 'v1.8.0', 'v1.2.0', 'v1.0.0', 'v0.9.0']);
    expect(found.flatMap(({ version, releasedAt }) => (releasedAt ? [[version, releasedAt]] : []))).toEqual([
      ['v1.10.0', '2022-02-02T02:02:02.000Z'],
      ['v1.8.0', '2021-01-02T03:04:05.000Z'],
    ]);
    const versions = ['v1.10.0.mod', 'v1.11.0-rc.1.info', 'v1.10.0.info', 'v1.9.0.info', 'v1.2.0.info'];
    expect(paths).toEqual(['list', ...versions].map((name) => `/example.com/m/@v/${name}`));
  });

  test('takes no commit for a release, unless there is nothing else', async () => {
    const commits = ['v0.0.0-20200101120000-abcdefabcdef', 'v1.2.4-0.20200101120000-abcdefabcdef'];
    expect(labels((await ask({ '@v/list': [...commits, 'v1.0.0-2020'].join('\n') })).found)).toEqual(['v1.0.0-2020']);
    const latest = JSON.stringify({ Version: commits[0], Time: '2020-01-01T12:00:00Z' });
    const { found, validators } = await ask({ '@v/list': commits.join('\n'), '@latest': latest });
    expect(found).toEqual([
      { version: commits[0], releasedAt: '2020-01-01T12:00:00.000Z', prerelease: false, notesUrl: null },
    ]);
    // The list does not tell of the next commit.
    expect(validators).toBeNull();
    await expect(ask({ '@v/list': '' })).rejects.toMatchObject({ code: 410 });
  });

  test('leaves out +incompatible versions of a module with a go.mod', async () => {
    const list = { '@v/list': 'v1.5.0\nv2.0.0+incompatible\nv3.0.0-A+incompatible' };
    const real = await ask({ ...list, '@v/v1.5.0.mod': 'module example.com/m\n\ngo 1.20\n' });
    expect(labels(real.found)).toEqual(['v1.5.0']);
    const made = await ask({ ...list, '@v/v1.5.0.mod': 'module example.com/m\n' });
    expect(labels(made.found)).toEqual(['v3.0.0-A+incompatible', 'v2.0.0+incompatible', 'v1.5.0']);
    expect(made.paths).toContain('/example.com/m/@v/v3.0.0-!a+incompatible.info');
  });

  test.each<[string, string[]]>([
    ['retract v1.1.0', ['v1.1.0']],
    ['retract "v1.1.0" // a mistake', ['v1.1.0']],
    ['retract [v1.0.0, v1.2.0] // all', ['v1.2.0', 'v1.1.0', 'v1.0.0']],
    [
      'retract (\n\tv1.0.0 // one\n\n\t[ v1.2.0 , v1.3.0-rc.1 ]\n)\nrequire a v1.1.0',
      ['v1.3.0-rc.1', 'v1.2.1', 'v1.2.0', 'v1.0.0'],
    ],
    ['require (\n\tretract v1.1.0\n)', []],
    ['// retract v1.1.0', []],
    ['retract [v1.0.0, v1.1.0, v1.2.0]', []],
    ['retract [vnothing, v9.9.9]', []],
    ['retract [v00.0.0, v9.9.9]', []],
    ['retract ' + '/'.repeat(50_000) + '\r', []],
    ['a'.repeat(100_000) + '\u2028', []],
    ['retract v1.1.0\n'.repeat(50_000), ['v1.1.0']],
  ])('reads retractions as they are written (%#)', async (text, expected) => {
    const list = 'v1.0.0\nv1.1.0\nv1.2.0\nv1.3.0-rc.1\nv1.2.1';
    const { found } = await ask({ '@v/list': list, '@v/v1.2.1.mod': `module example.com/m\n\ngo 1.20\n\n${text}\n` });
    expect(withdrawn(found)).toEqual(expected);
  });

  test('takes nothing but versions from the list', async () => {
    const list = [
      'v1',
      '1.0.0',
      'v1.0',
      'v01.0.0x',
      'v01.0.0',
      'v1.0.0-a..b',

      'v1.0.0-',
      'master',
      '',
      ' v1.0.0\r',
      '<html>',
      `v1.0.0-${'a'.repeat(600)}`,
    ];
    expect(labels((await ask({ '@v/list': list.join('\n') })).found)).toEqual(['v1.0.0']);
  });
});

describe('nuget', () => {
  const container = { '@id': '/flat/', '@type': 'PackageBaseAddress/3.0.0' };
  const registrations = (type: string) => ({ '@id': `/r${type}/`, '@type': `RegistrationsBaseUrl${type}` });

  const ask = async (
    resources: object[],
    answers: Record<string, (url: string) => unknown>,
    server = '/index.json',
  ) => {
    const { fetch, url, requests } = await sourceAt('nuget');
    const services = resources.map((one: { '@id'?: string }) => ({ ...one, '@id': url + one['@id'] }));
    const all = { '/index.json': () => ({ resources: services }), ...answers };
    const found = await fetch({ package: 'A.B', server: url + server }, ({ path }) => {
      const answer = (all as typeof answers)[path];
      return answer ? [200, {}, JSON.stringify(answer(url))] : [404];
    });
    return { found, paths: requests.map(({ path }) => path) };
  };
  const leaf = (version: string) => ({ catalogEntry: { version, published: '2020-01-02T03:04:05.67+00:00' } });

  test('asks the registrations that have all versions', async () => {
    const types = ['', '/3.4.0', '/3.6.0', '/3.0.0-beta'].map(registrations);
    const { found } = await ask([container, ...types], {
      '/r/3.6.0/a.b/index.json': () => ({ items: [{ items: [leaf('1.0.0-Beta+1')] }] }),
    });
    expect(found).toEqual([
      { version: '1.0.0-Beta+1', releasedAt: '2020-01-02T03:04:05.670Z', prerelease: null, notesUrl: null },
    ]);
  });

  test.each([
    ['of a server without registrations', '/index.json'],
    ['by its own address', '/flat'],
  ])('reads the flat container %s', async (_which, server) => {
    const { found } = await ask(
      [container],
      { '/flat/a.b/index.json': () => ({ versions: ['1.0.0', 2, '1.1.0-rc.1'] }) },
      server,
    );
    expect(labels(found)).toEqual(['1.0.0', '1.1.0-rc.1']);
  });

  test('reads the newest pages only', async () => {
    const page = (index: number) => [`/page/${index}`, () => ({ items: [leaf(`${index}.0.0`)] })] as const;
    const { found, paths } = await ask([registrations('/3.6.0')], {
      '/r/3.6.0/a.b/index.json': (url) => ({
        items: Array.from({ length: 14 }, (_, index) => ({ '@id': `${url}/page/${index}` })),
      }),
      ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => page(index))),
    });
    expect(labels(found)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((index) => `${index}.0.0`));
    expect(paths).toHaveLength(12);
  });

  test.each<[string, object[], unknown]>([
    ['The service index names no list of versions', [{ '@id': '/q', '@type': 'SearchQueryService' }], {}],
    ['The list of pages is not a list', [registrations('')], {}],
    ['A page of the list has no address', [registrations('')], { items: [{ '@id': 'javascript:1' }] }],
    ['The list of versions is not a list', [registrations('')], { items: [{ items: 7 }] }],
    ['The entry of a version is not an object', [registrations('')], { items: [{ items: [{}] }] }],
  ])('says: %s', async (message, resources, answer) => {
    await expect(ask(resources, { '/r/a.b/index.json': () => answer })).rejects.toThrow(message);
  });
});

describe('hex', () => {
  test('a retired release is a withdrawn one, and the changelog is that of the package', async () => {
    const { fetch, url } = await sourceAt('hex');
    const found = await fetch(
      { package: 'a', server: url },
      json({
        releases: [
          { version: '1.0.0' },
          { version: '1.1.0', inserted_at: '2020-01-02T03:04:05.678901Z' },
          { version: 7 },
        ],
        retirements: { '1.0.0': { reason: 'security' }, '0.1.0': {} },
        meta: { links: { GitHub: 'https://a.example/', changelog: 'https://a.example/changes' } },
      }),
    );
    const notesUrl = 'https://a.example/changes';
    expect(found).toEqual([
      { version: '1.0.0', releasedAt: null, prerelease: null, notesUrl, withdrawn: true },
      { version: '1.1.0', releasedAt: '2020-01-02T03:04:05.678Z', prerelease: null, notesUrl },
    ]);
  });

  test.each([null, [], { links: 1 }, { links: { Changelog: 'ftp://x' } }])(
    'with the links %j has none',
    async (meta) => {
      const { fetch, url } = await sourceAt('hex');
      const found = await fetch({ package: 'a', server: url }, json({ releases: [{ version: '1' }], meta }));
      expect(found).toMatchObject([{ version: '1', notesUrl: null }]);
    },
  );
});
