import { payload, type Stage } from './stage';

const FILES: Record<string, string> = {
  '/v3/index.json': 'service-index',
  '/v3/registration5-gz-semver2/nuget.protocol.v3.example/index.json': 'registration-index',
  '/v3/registration5-gz-semver2/nuget.protocol.v3.example/page/1.0.531/1.0.729-unstable.json': 'registration-page',
};
const NOT_FOUND = '<?xml version="1.0" encoding="utf-8"?><Error><Code>BlobNotFound</Code></Error>';

export const stage: Stage = {
  settings: (base) => ({ package: 'NuGet.Protocol.V3.Example', server: `${base}/v3/index.json` }),
  serve: ({ path }, base) =>
    FILES[path]
      ? [
          200,
          { 'content-type': 'application/json' },
          payload(`nuget/${FILES[path]}.json`).replaceAll('https://nuget.example', base),
        ]
      : [404, { 'content-type': 'application/xml' }, NOT_FOUND],
  pages: null,
  expected: {
    count: 5,
    releases: [
      { version: '2.0.0', releasedAt: '2018-04-11T20:01:03.050Z', prerelease: null, notesUrl: null },
      { version: '1.0.729-Unstable', releasedAt: null, prerelease: null, notesUrl: null, withdrawn: true },
    ],
  },
  conditional: false,
};
