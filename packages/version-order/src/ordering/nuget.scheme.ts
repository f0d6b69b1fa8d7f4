import { invalidKey } from './generic.scheme';
import { cutKey, cutVersion, numberKey } from './key-text';
import type { VersionScheme } from './scheme';
import { coreNumbers, IDENTIFIERS, precedenceKey, semverSeriesRange } from './semver.scheme';

/**
 * NuGet packages (https://learn.microsoft.com/nuget/concepts/package-versioning): Semantic Versioning with one to four numbers, leading
 * zeros, and labels whose case does not matter. Build metadata is ignored. Also accepts a `v` before the version.
 */
const NUGET = new RegExp(`^v?(\\d+(?:\\.\\d+){0,3})(?:-(${IDENTIFIERS}))?(?:\\+[0-9a-z-]+(?:\\.[0-9a-z-]+)*)?$`);

function parse(version: string): { numbers: string[]; labels: string | undefined } | null {
  const match = NUGET.exec(cutVersion(version).trim().toLowerCase());
  return match?.[1] ? { numbers: coreNumbers(match[1].split('.').map(numberKey)), labels: match[2] } : null;
}

function key(version: string): string {
  const parsed = parse(version);
  return parsed ? cutKey(precedenceKey(parsed.numbers, parsed.labels)) : invalidKey(version);
}

export const nugetScheme: VersionScheme = {
  name: 'nuget',
  key,
  valid: (version) => parse(version) !== null,
  prerelease: (version) => parse(version)?.labels !== undefined,
  seriesRange: semverSeriesRange,
};
