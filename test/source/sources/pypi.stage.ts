import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ package: 'luigi', server: base }),
  serve: ({ path }) =>
    path === '/pypi/luigi/json'
      ? [200, { 'content-type': 'application/json' }, payload('pypi-json/pypi_response_luigi.json')]
      : [404, {}, '{"message": "Not Found"}'],
  pages: null,
  expected: {
    count: 82,
    releases: [
      { version: '1.0', releasedAt: '2012-10-21T18:51:38.209Z', prerelease: null, notesUrl: null },
      { version: '3.6.0', releasedAt: '2024-12-06T00:58:03.138Z', prerelease: null, notesUrl: null },
    ],
  },
  payloads: payloadsOf('pypi-json'),
};
