import { halvesOf, payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ project: 'eternaltwin/eternaltwin', token: 'glpat-canary0000000000000', server: `${base}/` }),
  serve: ({ path, headers }) => {
    if (headers['private-token'] !== 'glpat-canary0000000000000') return [401, {}, '{"message":"401 Unauthorized"}'];
    if (path !== '/api/v4/projects/eternaltwin%2Feternaltwin/releases?per_page=100')
      return [404, {}, '{"message":"404 Project Not Found"}'];
    return [200, { 'content-type': 'application/json' }, payload('gitlab-releases/list-of-one.json')];
  },
  pages: { halves: halvesOf() },
  expected: {
    count: 1,
    releases: [
      {
        version: 'v0.12.5',
        releasedAt: '2023-03-25T23:03:17.165Z',
        prerelease: null,
        notesUrl: 'https://gitlab.com/eternaltwin/eternaltwin/-/releases/v0.12.5',
      },
    ],
  },
  payloads: [...payloadsOf('gitlab-releases'), ...payloadsOf('gitlab-tags')],
};
