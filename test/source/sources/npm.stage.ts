import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ package: '@example/left-pad', server: `${base}/npm` }),
  serve: ({ path, headers }) => {
    // npm's own client writes a scope in this way, too.
    if (decodeURIComponent(path) !== '/npm/@example/left-pad' || path.split('/').length !== 3)
      return [404, {}, '{"error":"Not found"}'];
    // The short form has no times.
    const short = headers.accept?.includes('application/vnd.npm.install-v1+json');
    const name = short ? 'abbreviated-left-pad.json' : 'live-left-pad.json';
    return [200, { 'content-type': 'application/json' }, payload(`npm-packument/${name}`)];
  },
  pages: null,
  expected: {
    count: 15,
    releases: [
      { version: '0.0.0', releasedAt: '2024-12-04T23:03:58.786Z', prerelease: false, notesUrl: null },
      { version: '1.3.0', releasedAt: '2024-09-05T00:40:51.026Z', prerelease: false, notesUrl: null },
    ],
  },
  payloads: payloadsOf('npm-packument'),
};
