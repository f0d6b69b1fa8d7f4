import { acceptSettings } from '../../../src/common/settings/settings';
import { NotModified } from '../../../src/common/fetch/source-web';
import { type Answer, closeAll, httpReceiver, type ReceivedRequest } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';
import { payload } from './stage';

afterEach(closeAll);

const LIST = '/v2/a/b/tags/list';
const tags = (...names: string[]) => JSON.stringify({ name: 'a/b', tags: names });

const challenge = (
  realm: string,
  rest = ',service="registry.example.com",scope="repository:a/b:pull,push"',
): Answer => [401, { 'www-authenticate': `Bearer realm="${realm}"${rest}` }, '{}'];

describe('the pages of tags', () => {
  test('are all read, and are no reason to ask only for changes', async () => {
    const { fetch, url, requests, validators } = await sourceAt('docker-tags');
    const pages = ['dotnet_page_1.json', 'dotnet_page_2.json'].map((name) => payload(`docker-tags-list/${name}`));
    const found = await fetch({ image: 'a/b', server: url }, ({ path }) =>
      path.includes('last=')
        ? [200, {}, pages[1]]
        : [200, { link: `<${LIST}?last=x%2Fy&n=1000>; rel="next"`, etag: '"1"' }, pages[0]],
    );
    const all = pages.flatMap((page) => (JSON.parse(page) as { tags: string[] }).tags);
    expect(labels(found)).toEqual([...new Set(all)]);
    expect(requests.map(({ path }) => path)).toEqual([`${LIST}?n=1000`, `${LIST}?last=x%2Fy&n=1000`]);
    expect(validators()).toBeNull();
  });

  test('that are one can be asked for changes', async () => {
    const { fetch, url, validators } = await sourceAt('docker-tags');
    await fetch({ image: 'a/b', server: url }, () => [200, { etag: '"1"' }, tags('1')]);
    expect(validators()).toEqual({ etag: '"1"', lastModified: null });
    const again = fetch({ image: 'a/b', server: url }, () => [304], validators()!);
    await expect(again).rejects.toBeInstanceOf(NotModified);
  });

  test('that lead back to themselves are read once', async () => {
    const { fetch, url, requests, notice } = await sourceAt('docker-tags');
    const link = `<${LIST}?n=1000>; rel="next"`;
    expect(labels(await fetch({ image: 'a/b', server: url }, () => [200, { link }, tags('1')]))).toEqual(['1']);
    expect(requests).toHaveLength(1);
    expect(notice()).not.toBeNull();
  });

  test.each([
    ['a path without that of the server', '/v2/a/b/tags/list?last=1&n=1000'],
    ['a host inside', 'http://registry-core:8080/v2/a/b/tags/list?last=1&n=1000'],
    ['another scheme and port', 'https://127.0.0.1:1/base/v2/a/b/tags/list?last=1&n=1000'],
  ])('are found by a link with %s', async (_name, link) => {
    const { fetch, url, requests, notice } = await sourceAt('docker-tags');
    const found = await fetch({ image: 'a/b', server: `${url}/base` }, ({ path }) =>
      path.includes('last=') ? [200, {}, tags('2')] : [200, { link: `<${link}>; rel="next"` }, tags('1')],
    );
    expect(labels(found)).toEqual(['1', '2']);
    expect(requests.at(-1)!.path).toBe(`/base${LIST}?last=1&n=1000`);
    expect(notice()).toBeNull();
  });

  test('are asked for by the last tag when a page is full and names no next one', async () => {
    const all = Array.from({ length: 2_300 }, (_none, at) => `1.${at}/${at}`);
    const { fetch, url, requests, notice } = await sourceAt('docker-tags');
    const found = await fetch({ image: 'a/b', server: url }, ({ path }) => {
      const last = new URL(path, url).searchParams.get('last');
      const from = last === null ? 0 : all.indexOf(last) + 1;
      return [200, {}, tags(...all.slice(from, from + 1_000))];
    });
    expect(labels(found)).toEqual(all);
    expect(requests).toHaveLength(3);
    expect(notice()).toBeNull();
  });

  test('are one where the registry takes no notice of the last tag', async () => {
    const all = Array.from({ length: 1_000 }, (_none, at) => `1.${at}`);
    const { fetch, url, requests } = await sourceAt('docker-tags');
    expect(labels(await fetch({ image: 'a/b', server: url }, () => [200, {}, tags(...all)]))).toEqual(all);
    expect(requests).toHaveLength(2);
  });

  test('do not lead to another host, where the token would be sent', async () => {
    const other = await httpReceiver();
    for (const query of ['', '?last=1']) {
      const { fetch, url } = await sourceAt('docker-tags');
      const link = `<${other.url}/v2${query}>; rel="next"`;
      expect(labels(await fetch({ image: 'a/b', server: url }, () => [200, { link }, tags('1')]))).toEqual(['1']);
    }
    expect(other.requests).toEqual([]);
  });

  test('have no signatures among them, nor what else belongs to an image by its digest', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    const digest = 'a0'.repeat(32);
    const body = tags('1', `sha256-${digest}`, `sha256-${digest}.sig`, `sha512-${digest}.att`, 'sha256-1.2', '2');
    expect(labels(await fetch({ image: 'a/b', server: url }, () => [200, {}, body]))).toEqual(['1', 'sha256-1.2', '2']);
    const real = await fetch({ image: 'a/b', server: url }, () => [200, {}, payload('docker-tags-list/owasp.json')]);
    expect(real).toHaveLength(736 - 128);
  });

  test('may be empty', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    expect(await fetch({ image: 'a/b', server: url }, () => [200, {}, '{"name":"a/b","tags":null}'])).toEqual([]);
  });
});

describe('tags of several forms', () => {
  const kept = async (names: string[], inUse: string[] = []) => {
    const { fetch, url } = await sourceAt('docker-tags');
    const found = await fetch({ image: 'a/b', server: url }, () => [200, {}, tags(...names)], undefined, inUse);
    expect(labels(found)).toEqual(names);
    return labels(found.filter(({ leftOut }) => leftOut === undefined));
  };

  test.each<[string, string[], string[], string[]?]>([
    ['pull requests', ['1.4.2', 'pr-12', 'pr-1187'], ['1.4.2']],
    ['a commit of digits', ['1.4.1', '1.4.2', 'sha-1234567', 'latest'], ['1.4.1', '1.4.2']],
    ['builds', ['1.4.2', 'build-4512', 'main-20260101'], ['1.4.2']],
    ['days beside versions', ['10.11.4', '2021.12.16'], ['10.11.4']],
    ['days where they are the versions', ['2021.12.16', '2022.1.3', '10.1.4'], ['2021.12.16', '2022.1.3']],
    ['variants', ['1.0', '1.0-alpine', '1.1', '1.1-rc1', '1.1-alpine', '1'], ['1.0', '1.1', '1.1-rc1']],
    ['the variant in use', ['1.0', '1.1', '1.2', '1.0-alpine', 'pr-1'], ['1.0-alpine'], ['0.9-alpine']],
    ['a variant in use that is gone', ['1.0', '1.1', '1.0-alpine'], ['1.0', '1.1'], ['0.9-bookworm', 'latest']],
    [
      'a counter behind a letter',
      ['7.2.4-v9', '7.2.0-v13', '7.4.0-v1', '7.4.0-rc1', 'latest', 'edge'],
      ['7.2.4-v9', '7.2.0-v13', '7.4.0-v1'],
      ['7.2.0-v13'],
    ],
    [
      'charts of charts',
      ['109.0.1_up1.0.2', '109.0.1_up1.0.10', '109.0.2_up1.1.0', '109.0.2'],
      ['109.0.1_up1.0.2', '109.0.1_up1.0.10', '109.0.2_up1.1.0'],
      ['109.0.1+up1.0.2'],
    ],
    [
      'code names with a day that are in use',
      [
        'bookworm-20240904-slim',
        'bookworm-20241016-slim',
        'trixie-20250811-slim',
        'bookworm-slim',
        '12.7-slim',
        '12.8-slim',
        '13.0-slim',
        'latest',
      ],
      ['bookworm-20240904-slim', 'bookworm-20241016-slim'],
      ['bookworm-20240904-slim'],
    ],
    ['code names that are not', ['trixie-20240904', 'trixie-20241016', 'edge-20241016', '12.7'], ['12.7']],
    ['no version at all', ['bookworm', 'stable', 'pr-12'], ['bookworm', 'stable']],
  ])('%s', async (...[, names, expected, inUse]) => expect(await kept(names, inUse)).toEqual(expected));

  test('say why they are left out', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    const found = await fetch({ image: 'a/b', server: url }, () => [200, {}, tags('1.4.2', 'pr-12', '2021.12.16')]);
    expect(found.map(({ leftOut }) => leftOut)).toEqual([
      undefined,
      'Another form of tag: it names no version',
      'Another form of tag: it is not like 1.4.2',
    ]);
  });
});

describe('the token', () => {
  const registry =
    (realm: string) =>
    (request: ReceivedRequest): Answer =>
      request.headers.authorization === 'Bearer t.o-k' ? [200, {}, tags('1', '2')] : challenge(realm);

  test('comes from where the registry says, with the credentials, for reading this image alone', async () => {
    const { fetch, url, requests } = await sourceAt('docker-tags');
    const auth = await httpReceiver();
    auth.respond = () => [200, {}, '{"access_token":"t.o-k"}'];
    const settings = { image: 'a/b', server: url, user: 'reader', password: 'se:cret' };
    expect(labels(await fetch(settings, registry(`${auth.url}/token?x=1`)))).toEqual(['1', '2']);
    const [asked] = auth.requests;
    expect(asked!.headers.authorization).toBe(`Basic ${Buffer.from('reader:se:cret').toString('base64')}`);
    expect(Object.fromEntries(new URL(asked!.path, auth.url).searchParams)).toEqual({
      x: '1',
      service: 'registry.example.com',
      scope: 'repository:a/b:pull',
    });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer t.o-k']);
  });

  test('is asked for without credentials when there are none', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    const auth = await httpReceiver();
    auth.respond = () => [200, {}, '{"token":"t.o-k"}'];
    expect(await fetch({ image: 'a/b', server: url }, registry(auth.url))).toHaveLength(2);
    expect(auth.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  test('credentials do not follow the token server to another host', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    const [auth, other] = [await httpReceiver(), await httpReceiver()];
    auth.respond = () => [302, { location: `${other.url}/token` }];
    other.respond = () => [200, {}, '{"token":"t.o-k"}'];
    await fetch({ image: 'a/b', server: url, user: 'u', password: 'p' }, registry(auth.url));
    expect(auth.requests[0]!.headers).toHaveProperty('authorization');
    expect(other.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['an address inside', () => challenge('http://169.254.169.254/token')],
    ['no address', () => challenge('token')],
    ['a file', () => challenge('file:///etc/passwd')],
    ['nothing', (): Answer => [401, {}, '{}']],
    ['another way', (): Answer => [401, { 'www-authenticate': 'Negotiate' }, '{}']],
    ['an endless parameter', (): Answer => [401, { 'www-authenticate': `Bearer ${'a="'.repeat(3_000)}` }, '{}']],
  ])('is not asked for when the registry names %s', async (_what, answer) => {
    const { fetch, url, requests } = await sourceAt('docker-tags');
    const fetching = fetch({ image: 'a/b', server: url, user: 'u', password: 'canary' }, answer);
    await expect(fetching).rejects.toThrow(/credentials|not allowed|address|reach/i);
    expect(requests).toHaveLength(1);
  });

  test.each(['{}', '[]', '{"token":"a\\r\\nb"}', '{"token":""}', '{"token":{}}'])('%s is none', async (body) => {
    const { fetch, url } = await sourceAt('docker-tags');
    const auth = await httpReceiver();
    auth.respond = () => [200, {}, body];
    await expect(fetch({ image: 'a/b', server: url }, registry(auth.url))).rejects.toMatchObject({ code: 'format' });
  });

  test('a token that is refused is no reason for a third try', async () => {
    const { fetch, url, requests } = await sourceAt('docker-tags');
    const auth = await httpReceiver();
    auth.respond = () => [200, {}, '{"token":"other"}'];
    await expect(fetch({ image: 'a/b', server: url }, registry(auth.url))).rejects.toMatchObject({ code: 401 });
    expect(requests).toHaveLength(2);
  });

  test('is not needed by a registry that takes the password itself', async () => {
    const { fetch, url } = await sourceAt('docker-tags');
    const found = await fetch({ image: 'a/b', server: url, user: 'u', password: 'p' }, ({ headers }) =>
      headers.authorization === `Basic ${Buffer.from('u:p').toString('base64')}`
        ? [200, {}, tags('1')]
        : [401, { 'www-authenticate': 'Basic realm="Registry"' }, '{}'],
    );
    expect(labels(found)).toEqual(['1']);
  });

  test.each([
    ['without credentials', {}, 'Bearer t.o-k'],
    ['with them', { user: 'u', password: 'p' }, `Basic ${Buffer.from('u:p').toString('base64')}`],
  ])('is asked for by the first of several challenges that can be met %s', async (_how, credentials, expected) => {
    const { fetch, url, requests } = await sourceAt('docker-tags');
    const auth = await httpReceiver();
    auth.respond = ({}, { path }) => [200, {}, path.includes('service=a%2C+b') ? '{"token":"t.o-k"}' : '{}'];
    const several = ['Basic realm="Registry, Bearer", charset=UTF-8', `Bearer realm="${auth.url}",service="a, b"`];
    for (const challenges of [several.join(', '), several]) {
      const found = await fetch({ image: 'a/b', server: url, ...credentials }, ({ headers }) =>
        headers.authorization === undefined ? [401, { 'www-authenticate': challenges }, '{}'] : [200, {}, tags('1')],
      );
      expect(labels(found)).toEqual(['1']);
      expect(requests.at(-1)!.headers.authorization).toBe(expected);
    }
  });

  test.each(['user', 'password'])('%s alone is no credential', async (one) => {
    const { source, url } = await sourceAt('docker-tags');
    expect(() => acceptSettings(source, { image: 'a/b', server: url, [one]: 'x' })).toThrow(/is required/);
  });
});
