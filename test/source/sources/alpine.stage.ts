import { gunzipSync, gzipSync } from 'node:zlib';
import { payload, type Stage } from './stage';
import { tarball } from './tarball';

/** As `abuild-sign` leaves it: a part of a tar archive with the signature, and the archive, each compressed by itself. */
export function signed(files: Record<string, string>): Buffer {
  const signature = gunzipSync(tarball({ '.SIGN.RSA.builder-1.rsa.pub': 'x'.repeat(512) })).subarray(0, 1_024);
  return Buffer.concat([gzipSync(signature), tarball(files)]);
}

export const stage: Stage = {
  settings: (base) => ({ branch: 'v3.20', repository: 'community', package: 'yasm', server: base }),
  serve: ({ path }) =>
    path === '/v3.20/community/x86_64/APKINDEX.tar.gz'
      ? [
          200,
          { 'content-type': 'application/octet-stream' },
          signed({ DESCRIPTION: 'v3.20.0-1-g0000000', APKINDEX: payload('alpine/APKINDEX') }),
        ]
      : [404, { 'content-type': 'text/html' }, '<html><head><title>404 Not Found</title></head></html>'],
  pages: null,
  expected: {
    count: 1,
    releases: [{ version: '1.3.0-r4', releasedAt: '2023-04-11T16:01:21.000Z', prerelease: null, notesUrl: null }],
  },
};
