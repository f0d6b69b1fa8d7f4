import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey } from './key-text';
import type { VersionScheme } from './scheme';
import { coreNumbers, IDENTIFIERS, precedenceKey, semverSeriesRange } from './semver.scheme';

/**
 * Go modules (https://go.dev/ref/mod#versions): strict Semantic Versioning behind a `v`, where `v1` and `v1.2` stand for v1.0.0 and
 * v1.2.0. Build metadata, and so `+incompatible`, is ignored. A pseudo-version is a pre-release that is ordered by the time in it. Also
 * accepts versions without the `v`.
 */
const NUMBER = '(?:0|[1-9]\\d*)';
const GO = new RegExp(
  `^v?(${NUMBER}(?:\\.${NUMBER})?|${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIERS}))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)$`,
);

function parse(version: string): { numbers: string[]; prerelease: string | undefined } | null {
  const match = GO.exec(cutVersion(version).trim());
  if (!match?.[1]) return null;
  const [core = ''] = match[1].split(/[-+]/, 1);
  return { numbers: coreNumbers(core.split('.').map(numberKey)), prerelease: match[2] };
}

function key(version: string): string {
  const parsed = parse(version);
  return parsed ? cutKey(precedenceKey(parsed.numbers, parsed.prerelease)) : invalidKey(version);
}

export const goScheme: VersionScheme = {
  name: 'go',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => parse(version)?.prerelease !== undefined,
  seriesRange: semverSeriesRange,
};
