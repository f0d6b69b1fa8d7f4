import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ crate: 'bitflags', server: base }),
  serve: ({ path, headers }) => {
    // Its data access policy: a request that does not say from whom it comes is refused.
    if (!headers['user-agent']) return [403, {}, 'We require that all requests include a User-Agent header.'];
    if (path !== '/api/v1/crates/bitflags') return [404, {}, '{"errors":[{"detail":"Not Found"}]}'];
    return [200, { 'content-type': 'application/json' }, payload('crates/bitflags.json')];
  },
  pages: null,
  expected: {
    count: 21,
    releases: [
      { version: '1.0.1', releasedAt: '2017-11-12T16:03:15.079Z', prerelease: null, notesUrl: null },
      { version: '0.7.1', releasedAt: '2017-02-13T15:45:41.748Z', prerelease: null, notesUrl: null, withdrawn: true },
    ],
  },
  payloads: payloadsOf('crates'),
};
