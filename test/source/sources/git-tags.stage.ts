import { serveGit } from './git-server';
import type { Stage } from './stage';

const AUTHORIZATION = `Basic ${Buffer.from('git:canary').toString('base64')}`;

export const stage: Stage = {
  settings: (base) => ({ url: `${base}/group/project.git`, token: 'canary' }),
  serve: (request) =>
    request.headers.authorization === AUTHORIZATION ? serveGit('/group/project.git', request) : [401, {}, 'no'],
  pages: null,
  expected: {
    count: 3,
    releases: [
      { version: 'v1.0.0', releasedAt: null, prerelease: null, notesUrl: null },
      { version: 'release/2.0', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
  conditional: false,
};
