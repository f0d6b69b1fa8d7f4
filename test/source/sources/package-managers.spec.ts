import { schemeFor } from 'version-order';
import { acceptSettings } from '../../../src/common/settings/settings';
import { closeAll, type ReceivedRequest } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';
import { payload } from './stage';

afterEach(closeAll);

type Received = [number, Record<string, string>, string];

const json = (value: unknown, headers: Record<string, string> = {}): Received => [200, headers, JSON.stringify(value)];
const generic = schemeFor({ scheme: 'generic' });
const sorted = (versions: string[]) => [...versions].sort((a, b) => (generic.key(a) < generic.key(b) ? -1 : 1));

describe('winget', () => {
  const SHA = 'a'.repeat(40);
  const folder = (path: string) => ({ path, mode: '040000', type: 'tree', sha: SHA });
  const file = (path: string) => ({ path, mode: '100644', type: 'blob', sha: SHA, size: 1 });
  const tree = (entries: object[], more = {}) => json({ sha: SHA, tree: entries, truncated: false, ...more });
  const isRecursive = ({ path }: ReceivedRequest) => path.endsWith('?recursive=1');

  async function ask(identifier: string, shallow: object[], deep: object[] = [], more = {}) {
    const { fetch, url, requests } = await sourceAt('winget');
    const settings = { package: identifier, server: `${url}/api/v3/` };
    const found = await fetch(settings, (request) => (isRecursive(request) ? tree(deep, more) : tree(shallow)));
    return { versions: labels(found), paths: requests.map(({ path }) => path) };
  }

  test('needs one request where every name tells what it is', async () => {
    const names = ['.DS_Store', '102.0', '140.5.0', '7.3 2022-02-28 r5338 (sf-7.3-1)', 'Beta', 'ESR', 'de', 'es-AR'];
    const { versions, paths } = await ask('Mozilla.Thunderbird', [
      file('.validation'),
      ...names.map((name) => (name === '.DS_Store' ? file(name) : folder(name))),
    ]);
    expect(versions).toEqual(['102.0', '140.5.0', '7.3 2022-02-28 r5338 (sf-7.3-1)']);
    expect(paths).toEqual([
      '/api/v3/repos/microsoft/winget-pkgs/git/trees/HEAD%3Amanifests%2Fm%2FMozilla%2FThunderbird',
    ]);
  });

  test('looks into the folders whose names do not tell', async () => {
    const names = ['18', '2020-05-01', '5,0,42', '57a23cf19', '690', 'nightly'];
    const below = names.flatMap((name) => [
      folder(name),
      ...(name === '18' ? [folder('18/18.0.0'), file('18/18.0.0/W.W.18.yaml')] : [file(`${name}/W.W.yaml`)]),
    ]);
    const { versions, paths } = await ask('360.360SE', names.map(folder), below);
    expect(versions).toEqual(['2020-05-01', '5,0,42', '57a23cf19', '690']);
    expect(paths).toEqual([
      '/api/v3/repos/microsoft/winget-pkgs/git/trees/HEAD%3Amanifests%2F3%2F360%2F360SE',
      `/api/v3/repos/microsoft/winget-pkgs/git/trees/${SHA}?recursive=1`,
    ]);
  });

  test('takes a folder that a cut list does not reach for a version', async () => {
    const below = [folder('10'), folder('10/10.1.0'), file('10/10.1.0/W.W.10.yaml')];
    const { versions } = await ask('W.W', [folder('10'), folder('r2024')], below, { truncated: true });
    expect(versions).toEqual(['r2024']);
  });

  test('says that a folder of packages is no package', async () => {
    await expect(ask('Microsoft.DotNet', [folder('SDK'), folder('Runtime')])).rejects.toThrow(
      'The repository has no version of this package',
    );
  });

  test('asks for no tree whose name the answer makes up', async () => {
    const { fetch, url, requests } = await sourceAt('winget');
    const hostile = () => json({ sha: '../../../user', tree: [folder('18')] });
    await expect(fetch({ package: 'W.W', server: url }, hostile)).rejects.toThrow('The response is not a tree');
    expect(requests).toHaveLength(1);
  });

  test('reads a list of more folders than the contents of a folder can have', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `26.${index}.0`);
    const { versions } = await ask('JanDeDobbeleer.OhMyPosh', names.map(folder));
    expect(versions).toHaveLength(1_500);
    expect(sorted(versions).at(-1)).toBe('26.1499.0');
  });

  test.each(['Mozilla', 'a/b.c', '..', 'Mozilla..Firefox', 'a.b c'])(
    'takes no %j for a package',
    async (identifier) => {
      const { source } = await sourceAt('winget');
      expect(() => acceptSettings(source, { package: identifier })).toThrow(
        /^package (has the wrong form|must be text)/,
      );
    },
  );
});

describe('Scoop', () => {
  test('finds a manifest at the root of an older bucket, and does not take the missing one for what may change', async () => {
    const { fetch, url, requests, validators } = await sourceAt('scoop');
    const settings = { bucket: 'owner/old-bucket', manifest: 'tool', server: url };
    const found = await fetch(settings, ({ path }) =>
      path.includes('/bucket/') ? [404, { etag: '"x"' }, '404: Not Found'] : json({ version: '1.2' }, { etag: '"y"' }),
    );
    expect(labels(found)).toEqual(['1.2']);
    expect(requests.map(({ path }) => path)).toEqual([
      '/owner/old-bucket/HEAD/bucket/tool.json',
      '/owner/old-bucket/HEAD/tool.json',
    ]);
    expect(validators()).toBeNull();
  });

  test('says so when there is none, and when it has no version', async () => {
    const { fetch, url } = await sourceAt('scoop');
    const settings = { bucket: 'owner/bucket', manifest: 'tool', server: url };
    await expect(fetch(settings, () => [404, {}, '404: Not Found'])).rejects.toThrow('The source was not found (404)');
    await expect(fetch(settings, () => json({ homepage: 'https://tool.example' }))).rejects.toThrow(
      'The manifest has no version',
    );
  });

  test('takes what the pattern says of a version that has a revision of the bucket', async () => {
    const { fetch, url } = await sourceAt('scoop');
    const settings = { bucket: 'ScoopInstaller/Main', manifest: 'curl', server: url, pattern: '^([0-9.]+)' };
    expect(labels(await fetch(settings, () => json({ version: '8.21.0_7' })))).toEqual(['8.21.0']);
    expect(labels(await fetch(settings, () => json({ version: '8.22.0' })))).toEqual(['8.22.0']);
    expect(await fetch(settings, () => json({ version: 'nightly' }))).toEqual([]);
    await expect(fetch(settings, () => json({ version: 'latest' }))).rejects.toThrow('The pattern does not match');
    expect(() => fetch({ ...settings, pattern: '(a)(b)' }, () => json({}))).toThrow('exactly one group');
  });

  test('takes a nightly build for no version', async () => {
    const { fetch, url } = await sourceAt('scoop');
    const settings = { bucket: 'owner/bucket', manifest: 'tool-nightly', server: url };
    expect(await fetch(settings, () => json({ version: 'nightly' }))).toEqual([]);
  });
});

describe('Homebrew', () => {
  const at = (base: string, rest: object) => ({ server: base, ...rest });

  test.each([
    ['formula', 'formula-abyss', ['2.3.1_1']],
    ['formula', 'formula-wget', ['1.21.2']],
    ['cask', 'cask-docker', ['3.6.0']],
    ['cask', 'cask-adobe-creative-cloud-cleaner-tool', []],
  ])('reads the version of a %s: %s', async (kind, name, versions) => {
    const { fetch, url, requests } = await sourceAt('homebrew');
    const found = await fetch(at(url, { [kind]: 'name@2' }), () => [200, {}, payload(`homebrew/${name}.json`)]);
    expect(labels(found)).toEqual(versions);
    expect(requests[0]!.path).toBe(`/api/${kind}/name%402.json`);
  });

  test('keeps the version of what is disabled, and finds none of what is built from the repository only', async () => {
    const { fetch, url } = await sourceAt('homebrew');
    const formula = (more: object) => () => json({ versions: { stable: '1.0' }, revision: 0, ...more });
    const disabled = await fetch(at(url, { formula: 'x' }), formula({ disabled: true, deprecated: true }));
    expect(disabled).toEqual([{ version: '1.0', releasedAt: null, prerelease: null, notesUrl: null }]);
    const head = formula({ versions: { stable: null, head: 'HEAD' } });
    expect(await fetch(at(url, { formula: 'x' }), head)).toEqual([]);
  });

  test('needs a formula or a cask, and a server', async () => {
    const { source, url } = await sourceAt('homebrew');
    const accept = (settings: object) => () => acceptSettings(source, settings);
    expect(accept(at(url, {}))).toThrow('formula is required, unless cask is given');
    expect(accept(at(url, { formula: 'a', cask: 'b' }))).toThrow('cask must not be given with a formula');
    expect(accept(at(url, { formula: '../cask/b' }))).toThrow('formula has the wrong form');
    expect(accept({ cask: 'b' })).toThrow('server is required: the operator has configured no default');
    const configured = await sourceAt('homebrew', { homebrewUrl: 'https://brew.example.com' });
    expect(acceptSettings(configured.source, { cask: 'b' }).settings).toMatchObject({ cask: 'b' });
  });

  test('has labels whose rebuilds follow the version that they rebuild', () => {
    const inOrder = ['1.2.3', '1.2.3_1', '1.2.3_2', '1.2.3_10', '1.2.4'];
    expect(sorted(inOrder.toReversed())).toEqual(inOrder);
  });
});
