import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ repository: `${base}/charts`, chart: 'ingress-nginx' }),
  serve: ({ path }) =>
    path === '/charts/index.yaml'
      ? [200, { 'content-type': 'text/yaml' }, payload('helm-index/ingress-nginx-index.yaml.gz')]
      : [404, {}, 'not found'],
  pages: null,
  expected: {
    count: 168,
    releases: [{ version: '4.15.1', releasedAt: '2026-03-19T21:16:17.141Z', prerelease: false, notesUrl: null }],
  },
  payloads: payloadsOf('helm-index'),
};
