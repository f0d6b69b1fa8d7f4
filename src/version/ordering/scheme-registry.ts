import { calverScheme } from './calver.scheme';
import { dateScheme } from './date.scheme';
import { debianScheme } from './debian.scheme';
import { genericScheme } from './generic.scheme';
import { mavenScheme } from './maven.scheme';
import { pep440Scheme } from './pep440.scheme';
import { rpmScheme } from './rpm.scheme';
import type { SchemeName, SchemeOptions, VersionScheme } from './scheme';
import { semverScheme } from './semver.scheme';

/** The schemes that need no settings. */
const SCHEMES = new Map<SchemeName, VersionScheme>(
  [genericScheme, semverScheme, pep440Scheme, debianScheme, rpmScheme, mavenScheme, dateScheme].map((scheme) => [
    scheme.name,
    scheme,
  ]),
);

/** The scheme with this name, ready for use; making one for `calver` with a pattern is the only costly case. */
export function schemeFor({ scheme, calverPattern }: SchemeOptions): VersionScheme {
  return SCHEMES.get(scheme) ?? calverScheme(calverPattern);
}
