import { halvesOf, payload, payloadsOf, type Stage } from './stage';

const TOKEN = 'canary0000000000000000000000000000000000';

export const stage: Stage = {
  settings: (base) => ({ server: `${base}/`, repository: 'forgejo-contrib/forgejo-helm', token: TOKEN }),
  serve: ({ path, headers }) => {
    if (headers.authorization !== `token ${TOKEN}`)
      return [401, {}, '{"message":"user does not exist [uid: 0, name: ]","url":"https://codeberg.org/api/swagger"}'];
    if (path !== '/api/v1/repos/forgejo-contrib/forgejo-helm/releases?limit=50')
      return [404, {}, '{"errors":[],"message":"The target couldn\'t be found."}'];
    const headersOfPage = { 'content-type': 'application/json;charset=utf-8', 'x-total-count': '3' };
    return [200, headersOfPage, payload('forgejo-releases/codeberg-forgejo-helm.json')];
  },
  pages: { halves: halvesOf() },
  expected: {
    count: 3,
    releases: [
      {
        version: 'v0.10.1',
        releasedAt: '2023-08-02T20:31:19.000Z',
        prerelease: false,
        notesUrl: 'https://codeberg.org/forgejo-contrib/forgejo-helm/releases/tag/v0.10.1',
      },
    ],
  },
  payloads: payloadsOf('forgejo-releases'),
};
