import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SourceError } from '../../../src/common/fetch/source-error';
import { type Answer, closeAll, closers } from '../../notification/providers/peers';
import { eventually } from '../../setup/eventually';
import { signed } from './alpine.stage';
import { labels, sourceAt } from './one-source';
import { tarball } from './tarball';
import { longestTurn } from '../../setup/timing';

afterEach(closeAll);

const MB = 1024 * 1024;
const DEBIAN = { distribution: 'bookworm', package: 'nginx' };
const ALPINE = { branch: 'edge', package: 'nginx' };

const file = (content: string | Buffer) => (): Answer => [200, {}, gzipSync(content, { level: 1 })];
/** A file of as many parts that are all the same. */
const repeated =
  (times: number, text: string, level = 1) =>
  (): Answer => [200, {}, Buffer.concat(Array<Buffer>(times).fill(gzipSync(text, { level })))];
const stanza = (name: string, version: string) => `Package: ${name}\nVersion: ${version}\nDescription: x\n`;

async function debian(answer: () => Answer) {
  const { fetch, url } = await sourceAt('debian');
  return fetch({ ...DEBIAN, server: url }, answer);
}

async function alpine(answer: () => Answer) {
  const { fetch, url } = await sourceAt('alpine');
  return fetch({ ...ALPINE, server: url }, answer);
}

/** A server that answers as it likes, for answers that are no buffer. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a package index of Debian', () => {
  test.each([
    ['bookworm', {}, '/dists/bookworm/main/binary-amd64/Packages.gz'],
    ['buster/updates', { component: 'updates/main' }, '/dists/buster/updates/updates/main/binary-amd64/Packages.gz'],
    ['noble', { component: 'universe', architecture: 'arm64' }, '/dists/noble/universe/binary-arm64/Packages.gz'],
  ])('of %s with %j is at its address', async (distribution, more, path) => {
    const { fetch, url, requests } = await sourceAt('debian');
    await fetch({ distribution, package: 'a', server: url, ...more }, file(stanza('a', '1')));
    expect(requests.map((request) => request.path)).toEqual([path]);
  });

  test('gives all versions of the package, and of no other', async () => {
    const text = [
      stanza('nginx', '1.22.1-9'),
      `Package: other\nDepends: nginx\nVersion: 5\nDescription: see\n Package: nginx\n Version: 6\n`,
      stanza('nginx-light', '7'),
      `Source: x\nVersion: 1:1.24~rc1+b1 \nPackage:nginx\n`,
      stanza('nginx', '1.22.1-9'),
      'Package: nginx\n',
      'Package: nginx\nVersion: 2.0-1',
    ].join('\n \n\n');
    expect(labels(await debian(file(text)))).toEqual(['1.22.1-9', '1:1.24~rc1+b1', '2.0-1']);
  });

  test('may have bytes that are no UTF-8, Windows line ends and a mark at its beginning', async () => {
    const text = Buffer.from(`\ufeff${stanza('nginx', '1.0')}\nPackage: nginx\r\nVersion: 1.1\r\n\r\nX: `);
    const bytes = Buffer.concat([
      text,
      Buffer.from([0xff, 0xfe, 0x80, 0]),
      Buffer.from(`\n\n${stanza('nginx', '1.2')}`),
    ]);
    expect(labels(await debian(file(bytes)))).toEqual(['1.0', '1.1', '1.2']);
  });

  test('may be compressed in parts, and be cut anywhere on its way', async () => {
    const text = Array.from({ length: 3_000 }, (_, index) =>
      stanza(index % 1_000 ? `p${index}` : 'nginx', `1.${index}`),
    );
    const parts = Buffer.concat([
      gzipSync(text.slice(0, 1_500).join('\n') + '\n'),
      gzipSync(text.slice(1_500).join('\n')),
    ]);
    const url = await serverOf((_request, response) => {
      for (let start = 0; start < parts.length; start += 997) response.write(parts.subarray(start, start + 997));
      response.end();
    });
    const { fetch } = await sourceAt('debian');
    expect(labels(await fetch({ ...DEBIAN, server: url }, () => [404]))).toEqual(['1.0', '1.1000', '1.2000']);
  });

  test('is found behind a redirect, whose own body does not count', async () => {
    const { fetch, url } = await sourceAt('debian');
    const found = fetch({ ...DEBIAN, server: url }, ({ path }) =>
      path === '/there' ? file(stanza('nginx', '2'))() : [302, { location: '/there' }, gzipSync(stanza('nginx', '1'))],
    );
    expect(labels(await found)).toEqual(['2']);
  });

  test('without the package is an error that says so', () =>
    expect(debian(file(stanza('apache2', '2.4')))).rejects.toMatchObject({
      message: 'The package index does not have this package',
      code: 404,
    }));

  test.each<[string, string, () => Answer]>([
    [
      'is cut',
      'The response is not a complete gzip file',
      () => [200, {}, gzipSync(randomBytes(4_096)).subarray(0, 2_000)],
    ],
    ['is no gzip', 'The response is not a complete gzip file', () => [200, {}, stanza('nginx', '1')]],
    ['has no end of an entry', 'An entry of the package index is too long', repeated(40, 'x'.repeat(MB))],
    [
      'is longer than 256 MB',
      'The response is longer than 256 MB decompressed',
      repeated(275, `${'x'.repeat(200_000)}\n\n`.repeat(5)),
    ],
    ['has half a million entries', 'The package index has too many entries', repeated(6, 'a\n\n'.repeat(100_000))],
  ])('that %s is an error of the source', async (_what, message, answer) => {
    const error = await debian(answer).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
    expect((error as Error).message).toBe(message);
  });

  test('has no label that cannot be stored, and no more than a product can have', async () => {
    const long = [stanza('nginx', 'x'.repeat(511)), stanza('nginx', '1.0')].join('\n');
    expect(labels(await debian(file(long)))).toEqual(['1.0']);
    const many = Array.from({ length: 50_001 }, (_, index) => stanza('nginx', `1.${index}`)).join('\n');
    await expect(debian(file(many))).rejects.toThrow('There are more than 50000 releases');
  });

  test('that is longer than 64 MB is read no further', async () => {
    const stored = repeated(65, `${stanza('nginx', '1')}Depends: ${'x'.repeat(10_000)}\n\n`.repeat(105), 0);
    await expect(debian(stored)).rejects.toThrow('The response is longer than 64 MB, or incomplete');
  });

  test('whose connection breaks is an error, not fewer versions', async () => {
    const packed = gzipSync(`${stanza('nginx', '1')}\n${stanza('nginx', '2')}`);
    const url = await serverOf((_request, response) => {
      response.writeHead(200, { 'content-length': packed.length + 1_000 });
      response.write(packed, () => response.destroy());
    });
    const { fetch } = await sourceAt('debian');
    const found = fetch({ ...DEBIAN, server: url }, () => [404]);
    await expect(found).rejects.toThrow('The response is longer than 64 MB, or incomplete');
  });

  test('that never ends is left as soon as it is wrong', async () => {
    let isClosed = false;
    const line = gzipSync('x'.repeat(MB));
    const url = await serverOf((_request, response) => {
      const more = () => void (response.write(line) ? setImmediate(more) : response.once('drain', more));
      response.on('close', () => (isClosed = true));
      more();
    });
    const { fetch } = await sourceAt('debian');
    const found = fetch({ ...DEBIAN, server: url }, () => [404]);
    await expect(found).rejects.toThrow('An entry of the package index is too long');
    await eventually(() => expect(isClosed).toBe(true));
  });

  test('of 100 MB keeps nobody waiting, and is not kept in memory', async () => {
    const depends = `Depends: nginx, ${'libc6 (>= 2.36), '.repeat(50)}`;
    const part = Array.from({ length: 1_100 }, (_, index) => `${stanza(`lib${index}`, `${index}`)}${depends}\n\n`);
    const index = repeated(100, part.join(''))()[2] as Buffer;
    const before = process.memoryUsage().rss;
    const longest = await longestTurn(async () => {
      const found = await debian(() => [200, {}, Buffer.concat([index, gzipSync(stanza('nginx', '1.0'))])]);
      expect(labels(found)).toEqual(['1.0']);
    });
    expect(longest).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * MB);
  });
});

describe('a package index of Alpine', () => {
  const INDEX =
    'P:nginx\nV:1.26.2-r0\nt:1724241600\nT:V:9\n\nP:nginx-mod\nV:2-r0\n\nP:nginx\nV:1.27.0-r1\nt:0\np:P:x\n\n';

  test('is read after its signature, with the dates of the builds', async () => {
    const found = await alpine(() => [200, {}, signed({ DESCRIPTION: 'edge', APKINDEX: INDEX })]);
    expect(found).toEqual([
      { version: '1.26.2-r0', releasedAt: '2024-08-21T12:00:00.000Z', prerelease: null, notesUrl: null },
      { version: '1.27.0-r1', releasedAt: null, prerelease: null, notesUrl: null },
    ]);
  });

  test('is read without a signature, and no further than it goes', async () => {
    const packed = tarball({ APKINDEX: INDEX, rest: randomBytes(MB).toString('hex') });
    expect(await alpine(() => [200, {}, packed])).toHaveLength(2);
  });

  test('whose dates are nonsense has none', async () => {
    const times = ['-1', '99999999999999', '1e9', 'now', ''].map((time, index) => `P:nginx\nV:${index}\nt:${time}`);
    const found = await alpine(() => [200, {}, tarball({ APKINDEX: times.join('\n\n') })]);
    expect(found.map(({ releasedAt }) => releasedAt)).toEqual([null, null, null, null, null]);
  });

  /** The archive with another text in its first header, which has the right checksum again. */
  function withHeader(at: number, text: string, type = '0'): Buffer {
    const archive = gunzipSync(tarball({ APKINDEX: INDEX }));
    archive.write(text, at);
    archive.write(type, 156);
    archive.write(' '.repeat(8), 148);
    const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return archive;
  }

  test.each<[string, Buffer]>([
    ['is no archive', Buffer.from('x'.repeat(5_000))],
    ['says that it is longer than it is', withHeader(124, '00000100000\0')],
    ['says that it is longer than anything', withHeader(124, '77777777777\0')],
    ['has no size', withHeader(124, 'not a size.\0')],
    ['has a header of its own that is too long', withHeader(124, '07777777777\0', 'x')],
    ['is cut', gunzipSync(tarball({ APKINDEX: INDEX.repeat(100) })).subarray(0, 2_000)],
  ])('that %s is an error of the source', async (_what, archive) => {
    const error = await alpine(file(archive)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
  });

  test('that is not in the archive, or not a file, has no packages', async () => {
    await expect(alpine(() => [200, {}, tarball({ DESCRIPTION: INDEX })])).rejects.toMatchObject({ code: 404 });
    await expect(alpine(file(withHeader(124, '00000000000\0', '5')))).rejects.toBeInstanceOf(SourceError);
  });
});
