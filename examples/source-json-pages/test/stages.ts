import { halvesOf, type SourceStage } from 'tracker-plugin-kit/testing';

const TOKEN = 'canary-0123456789';

const RELEASES = [
  { name: '2.1.0', date: '2026-10-02', prerelease: false, url: 'https://example.org/2.1.0' },
  { name: '2.1.0-rc1', date: '2026-09-20T08:00:00Z', prerelease: true },
  { name: '2.0.0', date: null },
  { draft: true },
  { name: '1.9.4', date: '2025-01-07' },
];

const jsonPages: SourceStage = {
  settings: (base) => ({ url: `${base}/releases`, list: 'results', next: 'next', version: 'name', token: TOKEN }),
  serve: ({ path, headers }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return [401, {}, '{"error":"no such token"}'];
    if (path !== '/releases') return [404, {}, '{"error":"no such list"}'];
    return [200, { 'content-type': 'application/json' }, JSON.stringify({ results: RELEASES })];
  },
  pages: {
    halves: halvesOf('results'),
    withNext: (page, next) => JSON.stringify({ ...(JSON.parse(page) as object), next }),
  },
  expected: {
    count: 4,
    releases: [
      {
        version: '2.1.0',
        releasedAt: '2026-10-02T00:00:00.000Z',
        prerelease: false,
        notesUrl: 'https://example.org/2.1.0',
      },
      { version: '2.1.0-rc1', releasedAt: '2026-09-20T08:00:00.000Z', prerelease: true, notesUrl: null },
      { version: '2.0.0', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
};

export const sources = { 'json-pages': jsonPages };
