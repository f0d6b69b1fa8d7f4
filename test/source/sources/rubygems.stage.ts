import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ gem: 'statesman', server: `${base}/` }),
  serve: ({ path }) =>
    path === '/api/v1/versions/statesman.json'
      ? [200, { 'content-type': 'application/json; charset=utf-8' }, payload('rubygems/versions-statesman.json')]
      : [404, {}, 'This rubygem could not be found.'],
  pages: null,
  expected: {
    count: 35,
    releases: [
      { version: '3.4.1', releasedAt: '2018-02-14T16:41:03.275Z', prerelease: false, notesUrl: null },
      { version: '2.0.0.rc1', releasedAt: '2015-12-23T17:37:03.097Z', prerelease: true, notesUrl: null },
    ],
  },
  payloads: payloadsOf('rubygems'),
};
