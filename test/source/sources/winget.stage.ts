import { payload, payloadsOf, type Stage } from './stage';

const TOKEN = 'ghp_canary000000000000000000000000000000';
const TREES = '/repos/microsoft/winget-pkgs/git/trees';
const TYPE = { 'content-type': 'application/json; charset=utf-8' };

const answers: Record<string, string> = {
  [`${TREES}/HEAD%3Amanifests%2Fo%2FOpenJS%2FNodeJS`]: 'winget/OpenJS.NodeJS.json',
  [`${TREES}/9d710f87d4b2f451254063aeb41e2762983d74f0?recursive=1`]: 'winget/OpenJS.NodeJS.recursive.json',
};

const release = (version: string) => ({ version, releasedAt: null, prerelease: null, notesUrl: null });

export const stage: Stage = {
  settings: (base) => ({ package: 'OpenJS.NodeJS', token: TOKEN, server: `${base}/` }),
  serve: ({ path, headers }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return [401, TYPE, '{"message":"Bad credentials"}'];
    const name = answers[path];
    return name ? [200, TYPE, payload(name)] : [404, TYPE, '{"message":"Not Found"}'];
  },
  // Not 10, 12, 22, LTS and Nightly, which are folders of further packages.
  pages: null,
  expected: { count: 5, releases: ['24.1.0', '22.11.0', '22.9.0', '12.18.3', '10.15.3'].map(release) },
  payloads: payloadsOf('winget'),
};
