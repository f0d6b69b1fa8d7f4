import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({
    url: `${base}/gnu/gnash/`,
    pattern: 'href="(?P<version>[0-9][0-9.]+)/".*?(?P<date>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)',
  }),
  serve: ({ path }) => {
    if (path !== '/gnu/gnash/') return [404, { 'content-type': 'text/html' }, '<h1>Not Found</h1>'];
    return [200, { 'content-type': 'text/html;charset=ISO-8859-1' }, payload('html-index/gnu-0.html')];
  },
  pages: null,
  expected: {
    count: 13,
    releases: [{ version: '0.8.10', releasedAt: '2012-01-31T11:15:00.000Z', prerelease: null, notesUrl: null }],
  },
  payloads: payloadsOf('html-index'),
};
