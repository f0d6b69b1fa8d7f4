import { halvesOf, payload, payloadsOf, type Stage } from './stage';

const PATH = '/repos/dependabot/example/releases';

export const stage: Stage = {
  settings: (base) => ({
    repository: 'dependabot/example',
    token: 'ghp_canary000000000000000000000000000000',
    server: `${base}/`,
  }),
  serve: ({ path, headers }) => {
    if (headers.authorization !== 'Bearer ghp_canary000000000000000000000000000000')
      return [401, {}, '{"message":"Bad credentials"}'];
    if (!path.startsWith(PATH)) return [404, {}, '{"message":"Not Found"}'];
    return [
      200,
      { 'content-type': 'application/json; charset=utf-8' },
      payload('github-releases-rest/business_releases.json'),
    ];
  },
  pages: { halves: halvesOf() },
  expected: {
    count: 6,
    releases: [
      {
        version: 'v1.7.0.beta',
        releasedAt: '2017-01-18T17:33:42.000Z',
        prerelease: false,
        notesUrl: 'https://github.com/gocardless/business/releases/tag/v1.7.0.beta',
      },
    ],
  },
  payloads: [...payloadsOf('github-releases-rest'), ...payloadsOf('github-tags-rest')],
};
