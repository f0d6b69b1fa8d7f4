import { payload, payloadsOf, type Stage } from './stage';

const ECOSYSTEM = 'https://sourceforge.net/projects/zero-install';
const QUERY = String(new URLSearchParams({ ecosystem: ECOSYSTEM, name: '0install' }));

export const stage: Stage = {
  settings: (base) => ({ ecosystem: ECOSYSTEM, name: '0install', server: `${base}/` }),
  serve: ({ path }) => {
    if (path !== `/api/v2/projects/?${QUERY}`) return [404, {}, '{"output":"notok","error":"No such project"}'];
    return [200, { 'content-type': 'application/json' }, payload('release-monitoring/v2-projects-page.json')];
  },
  pages: null,
  expected: {
    count: 7,
    releases: [{ version: '2.9.1', releasedAt: null, prerelease: false, notesUrl: null }],
  },
  payloads: payloadsOf('release-monitoring'),
};
