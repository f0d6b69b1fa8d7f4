import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({
    url: `${base}/projects/filezilla/rss?limit=200`,
    pattern: '/FileZilla_([0-9.]+(?:-(?:rc|beta)[0-9]+)?)_',
  }),
  serve: ({ path, headers }) => {
    if (path !== '/projects/filezilla/rss?limit=200') return [404, {}, 'Not found'];
    if (!headers.accept?.includes('application/rss+xml')) return [406, {}, ''];
    return [200, { 'content-type': 'text/xml; charset=utf-8' }, payload('rss/sourceforge-0.xml.gz')];
  },
  pages: null,
  expected: {
    count: 22,
    releases: [
      {
        version: '3.31.0',
        releasedAt: '2018-02-23T10:19:33.000Z',
        prerelease: null,
        notesUrl:
          'https://sourceforge.net/projects/filezilla/files/FileZilla_Client/3.31.0/FileZilla_3.31.0_x86_64-linux-gnu.tar.bz2/download',
      },
    ],
  },
  payloads: [...payloadsOf('rss'), ...payloadsOf('github-releases-atom')],
};
