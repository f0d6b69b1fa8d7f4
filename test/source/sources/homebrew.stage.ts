import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ formula: 'abyss', server: `${base}/` }),
  serve: ({ path }) =>
    path === '/api/formula/abyss.json'
      ? [200, { 'content-type': 'application/json; charset=utf-8' }, payload('homebrew/formula-abyss.json')]
      : [404, { 'content-type': 'text/html; charset=utf-8' }, '<!DOCTYPE html><title>Page not found</title>'],
  pages: null,
  expected: { count: 1, releases: [{ version: '2.3.1_1', releasedAt: null, prerelease: null, notesUrl: null }] },
  payloads: payloadsOf('homebrew'),
};
