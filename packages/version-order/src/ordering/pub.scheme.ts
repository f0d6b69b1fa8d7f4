import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey } from './key-text';
import type { VersionScheme } from './scheme';
import { identifiersKey, precedenceKey, semverSeriesRange } from './semver.scheme';

/**
 * Dart packages, as package:pub_semver compares them: Semantic Versioning with three numbers, but a build is above the same version
 * without one, and builds are ordered as pre-releases are. Also accepts a `v` before the version.
 *
 * Key: that of `semver`, then the identifiers of the build, if there is one.
 */
const PUB = /^v?(\d+\.\d+\.\d+)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+([0-9a-z-]+(?:\.[0-9a-z-]+)*))?$/i;

function parse(
  version: string,
): { numbers: string[]; prerelease: string | undefined; build: string | undefined } | null {
  const match = PUB.exec(cutVersion(version).trim());
  return match?.[1] ? { numbers: match[1].split('.').map(numberKey), prerelease: match[2], build: match[3] } : null;
}

function key(version: string): string {
  const parsed = parse(version);
  if (!parsed) return invalidKey(version);
  const build = parsed.build === undefined ? '' : identifiersKey(parsed.build);
  return cutKey(precedenceKey(parsed.numbers, parsed.prerelease) + build);
}

export const pubScheme: VersionScheme = {
  name: 'pub',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => parse(version)?.prerelease !== undefined,
  seriesRange: semverSeriesRange,
};
