import { payload, payloadsOf, type Stage } from './stage';

export const stage: Stage = {
  settings: (base) => ({ group: 'com.thoughtworks.xstream', artifact: 'xstream', server: `${base}/maven2` }),
  serve: ({ path }) =>
    path === '/maven2/com/thoughtworks/xstream/xstream/maven-metadata.xml'
      ? [200, { 'content-type': 'text/xml' }, payload('maven-metadata/with_version_type_releases.xml')]
      : [404, {}, '<html><body>404 Not Found</body></html>'],
  pages: null,
  expected: {
    count: 8,
    releases: [
      { version: '1.4.12-java11', releasedAt: null, prerelease: null, notesUrl: null },
      { version: '1.4.11.1', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
  payloads: payloadsOf('maven-metadata'),
};
