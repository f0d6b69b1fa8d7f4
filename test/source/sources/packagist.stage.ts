import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ package: 'symfony/polyfill-mbstring', server: base }),
  serve: ({ path }) =>
    path === '/p2/symfony/polyfill-mbstring.json'
      ? [200, { 'content-type': 'application/json' }, payload('packagist/symfony--polyfill-mbstring.json')]
      : [404, {}, '404 not found, no packages here'],
  pages: null,
  expected: {
    count: 36,
    releases: [
      { version: 'v1.27.0', releasedAt: '2022-11-03T14:55:06.000Z', prerelease: null, notesUrl: null },
      { version: 'v1.26.0', releasedAt: '2022-05-24T11:49:31.000Z', prerelease: null, notesUrl: null },
      { version: 'v1.0.0', releasedAt: '2015-11-04T20:28:58.000Z', prerelease: null, notesUrl: null },
    ],
  },
  payloads: payloadsOf('packagist'),
};
