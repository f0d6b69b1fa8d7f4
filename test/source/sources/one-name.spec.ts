import { ofOneName } from '../../../src/source/sources/one-form';
import { closeAll } from '../../notification/providers/peers';
import { packets } from './git-server';
import { labels, sourceAt } from './one-source';

afterEach(closeAll);

const release = (version: string) => ({ version, releasedAt: null, prerelease: null, notesUrl: null });
const kept = (tags: string[], inUse: string[] = [], repository = 'acme/unity') =>
  ofOneName(tags.map(release), inUse, repository).flatMap(({ version, leftOut }) => (leftOut ? [] : [version]));

const MIXED = ['v0.1.8', 'v0.1.9', 'flip-link-v0.1.10', 'checkstyle-8.8', '5.292.6'];
const PLAIN = ['v0.1.8', 'v0.1.9', '5.292.6'];

describe('tags of a repository', () => {
  test.each<[string, string[], string[], string[]?, string?]>([
    ['without a word', MIXED, PLAIN],
    ['like the version in use', MIXED, ['checkstyle-8.8'], ['checkstyle-8.7', 'v0.1.8']],
    ['not like one in use that no tag is like', MIXED, PLAIN, ['worker-1.0']],
    [
      'with the name of the repository',
      ['unity-2.0', 'Unity_1_9', 'v1.0', 'gui-3.0'],
      ['unity-2.0', 'Unity_1_9', 'v1.0'],
    ],
    [
      'with the first word of its name',
      ['php-8.3.1', 'php-8.3.2RC1', 'pecl-2.0'],
      ['php-8.3.1', 'php-8.3.2RC1'],
      [],
      'php/php-src',
    ],
    ['with its name and its scope', ['@acme/unity@2.0.0', '@acme/cli@3.0.0'], ['@acme/unity@2.0.0']],
    ['in a folder', ['kustomize/v5.7.0', 'api/v0.20.1'], ['kustomize/v5.7.0'], [], 'kubernetes-sigs/kustomize'],
    ['with the words that most have', ['core-1.0', 'core-1.1', 'gui-3.0'], ['core-1.0', 'core-1.1']],
    [
      'whatever says where a version is',
      ['release-1.31.0', 'releases/1.30', 'REL_16_3', 'version-2.0', 'n6.1', 'stable-3'],
      ['release-1.31.0', 'releases/1.30', 'REL_16_3', 'version-2.0', 'n6.1', 'stable-3'],
    ],
    [
      'of any stage and suffix',
      ['4.2', '4.2rc1', '5.0a1', 'beta-5.0', 'v1.0.0-1', '2.0.0+k3s1', '1.0.Final', 'v3'],
      ['4.2', '4.2rc1', '5.0a1', 'beta-5.0', 'v1.0.0-1', '2.0.0+k3s1', '1.0.Final', 'v3'],
    ],
    ['without a number', ['stable', 'nightly', 'v1.0'], ['stable', 'nightly', 'v1.0']],
    ['with digits in their words', ['k3s-v1.2.0', 'v1.3.0', 'log4j-2.20.0'], ['v1.3.0'], [], 'acme/x'],
  ])('%s count', (...[, tags, expected, inUse, repository]) => expect(kept(tags, inUse, repository)).toEqual(expected));

  test('that do not count say why', () => {
    const found = ofOneName(['v1.0', 'gui-3.0'].map(release), [], 'acme/unity');
    expect(found.map(({ leftOut }) => leftOut)).toEqual([undefined, 'Another form of tag: it is not like v1.0']);
  });

  test('may be long', () => {
    const tag = `${'1'.repeat(50_000)}${'a-'.repeat(50_000)}`;
    expect(kept([tag, 'v1.0'])).toEqual([tag, 'v1.0']);
  });

  test.each([
    ['github-releases', 'repository'],
    ['forgejo-releases', 'repository'],
    ['gitlab-releases', 'project'],
  ])('are of one name at %s, its releases too', async (type, field) => {
    const { fetch, url, source } = await sourceAt(type);
    expect(source.readsInUse).toBe(true);
    const settings = { [field]: 'acme/unity', server: url };
    const answer = (entry: (tag: string) => object) => () =>
      [200, {}, JSON.stringify(MIXED.map(entry))] as [number, object, string];
    const names = async (respond: Parameters<typeof fetch>[1], inUse?: string[]) =>
      labels((await fetch(settings, respond, undefined, inUse)).filter(({ leftOut }) => !leftOut));
    const releases = answer((tag) => ({ tag_name: tag, released_at: '2026-01-01T00:00:00Z' })) as never;
    expect(await names(releases)).toEqual(PLAIN);
    expect(await names(releases, ['flip-link-v0.1.9'])).toEqual(['flip-link-v0.1.10']);
    const tags = answer((name) => ({ name }));
    const onlyTags = (({ path }: { path: string }) => (/\/releases/.test(path) ? [200, {}, '[]'] : tags())) as never;
    expect(await names(onlyTags)).toEqual(PLAIN);
  });

  test('are of one name in any git repository', async () => {
    const { fetch, url } = await sourceAt('git-tags');
    const id = 'a'.repeat(40);
    const body = packets('# service=git-upload-pack\n', null, ...MIXED.map((tag) => `${id} refs/tags/${tag}\n`), null);
    const found = await fetch({ url: `${url}/unity.git` }, () => [200, {}, body]);
    expect(labels(found)).toEqual(MIXED);
    expect(labels(found.filter(({ leftOut }) => !leftOut))).toEqual(PLAIN);
  });
});
