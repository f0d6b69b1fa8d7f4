import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({
    url: `${base}/flutter/releases_linux.json`,
    items: '$.releases[?@.channel == "stable"]',
    version: '$.version',
    date: '$.release_date',
  }),
  serve: ({ path, headers }) => {
    if (path !== '/flutter/releases_linux.json' || headers.accept !== 'application/json') return [404, {}, ''];
    return [200, { 'content-type': 'application/json' }, payload('vendor-json/flutter_releases.json.gz')];
  },
  pages: null,
  expected: {
    count: 125,
    releases: [{ version: '3.24.1', releasedAt: '2024-08-21T16:24:33.738Z', prerelease: null, notesUrl: null }],
  },
  payloads: payloadsOf('vendor-json'),
};
