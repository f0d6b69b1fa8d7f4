import { payload, payloadsOf, type Stage } from './stage';
import { tarball } from './tarball';

const FOLDER = 'manifests/m/Microsoft/PowerToys';

/** The manifests in the folders of the public repository: one a version. */
function archive(): Buffer {
  const files = payloadsOf('winget-manifest').map((name) => {
    const [, version, kind] = /\/(\d+\.\d+\.\d+)\.(.+)$/.exec(name)!;
    return [`${FOLDER}/${version}/Microsoft.PowerToys.${kind}`, payload(name)];
  });
  return tarball(Object.fromEntries(files) as Record<string, string>);
}

export const stage: Stage = {
  settings: (base) => ({ url: `${base}/powertoys.tar.gz`, package: 'Microsoft.PowerToys' }),
  serve: ({ path }) =>
    path === '/powertoys.tar.gz' ? [200, { 'content-type': 'application/gzip' }, archive()] : [404, {}, 'not found'],
  pages: null,
  expected: {
    count: 2,
    releases: [
      {
        version: '0.100.1',
        releasedAt: '2026-06-24T00:00:00.000Z',
        prerelease: null,
        notesUrl: 'https://github.com/microsoft/PowerToys/releases/tag/v0.100.1',
      },
      { version: '0.41.4', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
};
