import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ product: 'postgresql', server: `${base}/` }),
  serve: ({ path }) => {
    if (path !== '/api/v1/products/postgresql') return [404, { 'content-type': 'text/html' }, '<h1>Not Found</h1>'];
    return [200, { 'content-type': 'application/json' }, payload('endoflife-v1/postgresql.json')];
  },
  pages: null,
  expected: {
    count: 29,
    releases: [{ version: '18.6', releasedAt: '2026-08-11T00:00:00.000Z', prerelease: null, notesUrl: null }],
  },
  payloads: payloadsOf('endoflife-v1'),
};
