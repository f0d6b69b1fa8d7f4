import { payload, payloadsOf, type Stage } from './stage';

const FILE = 'over-time/scoop-nodejs-lts/2026-08-03T170348.json';

export const stage: Stage = {
  settings: (base) => ({ bucket: 'ScoopInstaller/Main', manifest: 'nodejs-lts', server: `${base}/` }),
  serve: ({ path }) =>
    path === '/ScoopInstaller/Main/HEAD/bucket/nodejs-lts.json'
      ? [200, { 'content-type': 'text/plain; charset=utf-8' }, payload(FILE)]
      : [404, { 'content-type': 'text/plain; charset=utf-8' }, '404: Not Found'],
  pages: null,
  expected: { count: 1, releases: [{ version: '24.19.0', releasedAt: null, prerelease: null, notesUrl: null }] },
  payloads: ['nodejs-lts', 'notepadplusplus', 'mpv-git'].flatMap((name) => payloadsOf(`over-time/scoop-${name}`)),
};
