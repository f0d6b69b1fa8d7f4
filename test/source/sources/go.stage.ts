import { payload, type Stage } from './stage';

const MODULE = '/proxy/example.com/!retract/self/prev';
const INFO = { 'v1.1.0': '2020-03-02T11:12:13Z', 'v1.0.0-bad': '2020-01-02T03:04:05Z', 'v1.9.0': null };

const FILES: Record<string, () => string> = {
  [`${MODULE}/@v/list`]: () => payload('go/list'),
  [`${MODULE}/@v/v1.9.0.mod`]: () => payload('go/v1.9.0.mod'),
  ...Object.fromEntries(
    Object.entries(INFO).map(([Version, Time]) => [
      `${MODULE}/@v/${Version}.info`,
      () => JSON.stringify(Time === null ? { Version } : { Version, Time }),
    ]),
  ),
};

export const stage: Stage = {
  settings: (base) => ({ module: 'example.com/Retract/self/prev', server: `${base}/proxy/` }),
  serve: ({ path }) =>
    FILES[path]
      ? [200, { 'content-type': 'text/plain; charset=utf-8' }, FILES[path]()]
      : [404, { 'content-type': 'text/plain; charset=utf-8' }, 'not found: module: no matching versions'],
  pages: null,
  expected: {
    count: 3,
    releases: [
      { version: 'v1.1.0', releasedAt: '2020-03-02T11:12:13.000Z', prerelease: null, notesUrl: null },
      {
        version: 'v1.0.0-bad',
        releasedAt: '2020-01-02T03:04:05.000Z',
        prerelease: null,
        notesUrl: null,
        withdrawn: true,
      },
      { version: 'v1.9.0', releasedAt: null, prerelease: null, notesUrl: null, withdrawn: true },
    ],
  },
};
