import { closeAll } from '../../notification/providers/peers';
import { sourceAt } from './one-source';

afterEach(closeAll);

const json = (value: unknown): [number, Record<string, string>, string] => [200, {}, JSON.stringify(value)];

describe('npm', () => {
  const of = (url: string) => ({ package: 'widget', server: url });

  test('what is above the tag latest is a pre-release, and what is deprecated is left out with the reason', async () => {
    const { fetch, url } = await sourceAt('npm');
    const found = await fetch(of(url), () =>
      json({
        'dist-tags': { latest: '14.2.0', next: '15.0.1' },
        versions: {
          '13.0.0': { deprecated: '' },
          '14.1.0': { deprecated: 'broken on\nWindows' },
          '14.1.1': { deprecated: true },
          '14.2.0': { deprecated: false },
          '14.2.0-rc.1': {},
          '15.0.1': {},
        },
      }),
    );
    expect(found.map(({ version, prerelease, leftOut }) => [version, prerelease, leftOut ?? null])).toEqual([
      ['13.0.0', false, null],
      ['14.1.0', false, 'It is deprecated: broken on Windows'],
      ['14.1.1', false, 'It is deprecated'],
      ['14.2.0', false, null],
      ['14.2.0-rc.1', true, null],
      ['15.0.1', true, null],
    ]);
  });

  test.each([
    ['no tags', undefined],
    ['a tag of a version that is not listed', { latest: '0.9.0' }],
  ])('%s: the label decides', async (_name, tags) => {
    const { fetch, url } = await sourceAt('npm');
    const found = await fetch(of(url), () => json({ 'dist-tags': tags, versions: { '1.0.0': {}, '2.0.0-a': {} } }));
    expect(found.map(({ prerelease }) => prerelease)).toEqual([false, true]);
  });
});

describe('Maven', () => {
  const metadata = (release: string, versions: string[], latest = '') =>
    `<metadata><versioning><latest>${latest}</latest><release>${release}</release><versions>${versions
      .map((one) => `<version>${one}</version>`)
      .join('')}</versions></versioning></metadata>`;
  const of = (url: string) => ({ group: 'commons-io', artifact: 'commons-io', server: url });

  test('what is above <release> is left out, but for pre-releases', async () => {
    const { fetch, url } = await sourceAt('maven-metadata');
    const versions = ['2.15.0', '2.16.1', '20030203.000550', '3.0-rc1', '3.0-SNAPSHOT'];
    const found = await fetch(of(url), () => [200, {}, metadata('2.16.1', versions, '3.0-SNAPSHOT')]);
    expect(found.flatMap(({ version, leftOut }) => (leftOut ? [[version, leftOut]] : []))).toEqual([
      ['20030203.000550', 'It is above 2.16.1, which its repository names as the newest release'],
    ]);
  });

  test.each(['', '9.9'])('a <release> of %j, which is not listed, bounds nothing', async (release) => {
    const { fetch, url } = await sourceAt('maven-metadata');
    const found = await fetch(of(url), () => [200, {}, metadata(release, ['1.0', '10.0'])]);
    expect(found.filter(({ leftOut }) => leftOut)).toEqual([]);
  });
});

describe('a limit that only the text of a 403 tells', () => {
  test.each([
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    'You have triggered an abuse detection mechanism.',
  ])('rests the host: %s', async (message) => {
    const { fetch, url, rest } = await sourceAt('github-releases');
    const limited = fetch({ repository: 'a/b', server: url }, () => [403, {}, JSON.stringify({ message })]);
    await expect(limited).rejects.toMatchObject({ retryAfter: 300, code: 403 });
    expect(rest()).toBe(300);
  });

  test('another 403 does not', async () => {
    const { fetch, url, rest } = await sourceAt('github-releases');
    const denied = fetch({ repository: 'a/b', server: url }, () => [403, {}, '{"message":"Resource not accessible"}']);
    await expect(denied).rejects.toMatchObject({ retryAfter: null, code: 403 });
    expect(rest()).toBeNull();
  });
});

describe('a list of more pages than are read', () => {
  test.each([
    ['github-releases', { repository: 'a/b' }],
    ['gitlab-releases', { project: 'a/b' }],
    ['forgejo-releases', { repository: 'a/b' }],
  ])('of %s gives what was read, and says so', async (type, settings) => {
    const { fetch, url, notice } = await sourceAt(type);
    let page = 1;
    const found = await fetch({ ...settings, server: url }, () => [
      200,
      { link: `<http://inside.example/x?page=${++page}>; rel="next"` },
      JSON.stringify([{ tag_name: `v${page}` }]),
    ]);
    expect(found.length).toBeGreaterThan(2);
    expect(notice()).toBe(`Only the first ${found.length} entries of the list were read`);
  });
});
