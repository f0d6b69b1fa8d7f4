import { gzipSync } from 'node:zlib';
import { payload, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ distribution: 'bookworm-security', package: 'libwireshark-data', server: `${base}/debian/` }),
  serve: ({ path }) =>
    path === '/debian/dists/bookworm-security/main/binary-amd64/Packages.gz'
      ? [200, { 'content-type': 'application/x-gzip' }, gzipSync(payload('debian/Packages'))]
      : [404, { 'content-type': 'text/html' }, '<html><head><title>404 Not Found</title></head></html>'],
  pages: null,
  expected: {
    count: 2,
    releases: [
      { version: '4.0.6-1~deb12u1', releasedAt: null, prerelease: null, notesUrl: null },
      { version: '4.0.17-0+deb12u3', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
};
