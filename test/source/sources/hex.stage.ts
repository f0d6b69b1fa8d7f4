import { payload, payloadsOf, type Stage } from './stage';

const CHANGELOG = 'https://github.com/elixir-plug/plug/blob/main/CHANGELOG.md';

export const stage: Stage = {
  settings: (base) => ({ package: 'plug', server: base }),
  serve: ({ path, headers }) => {
    // Its rules: a request names its client.
    if (!headers['user-agent']) return [400, {}, '{"status":400,"message":"User-Agent header is required"}'];
    if (path !== '/api/packages/plug') return [404, {}, '{"status":404,"message":"Page not found"}'];
    return [200, { 'content-type': 'application/json; charset=utf-8' }, payload('hex/plug.json')];
  },
  pages: null,
  expected: {
    count: 79,
    releases: [
      { version: '1.7.1', releasedAt: '2018-10-24T18:36:12.231Z', prerelease: null, notesUrl: CHANGELOG },
      { version: '1.8.0-rc.0', releasedAt: null, prerelease: null, notesUrl: CHANGELOG },
    ],
  },
  payloads: payloadsOf('hex'),
};
