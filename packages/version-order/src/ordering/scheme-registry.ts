import { alpmScheme } from './alpm.scheme';
import { apkScheme } from './apk.scheme';
import { calverScheme } from './calver.scheme';
import { composerScheme } from './composer.scheme';
import { dateScheme } from './date.scheme';
import { debianScheme } from './debian.scheme';
import { gemScheme } from './gem.scheme';
import { genericScheme } from './generic.scheme';
import { goScheme } from './go.scheme';
import { mavenScheme } from './maven.scheme';
import { nugetScheme } from './nuget.scheme';
import { cranScheme, pvpScheme } from './number-list.scheme';
import { pep440Scheme } from './pep440.scheme';
import { pubScheme } from './pub.scheme';
import { rpmScheme } from './rpm.scheme';
import type { SchemeName, SchemeOptions, VersionScheme } from './scheme';
import { semverScheme } from './semver.scheme';

/** The schemes without settings. */
const SCHEMES = new Map<SchemeName, VersionScheme>(
  [
    genericScheme,
    semverScheme,
    pep440Scheme,
    debianScheme,
    rpmScheme,
    mavenScheme,
    dateScheme,
    gemScheme,
    composerScheme,
    nugetScheme,
    goScheme,
    pubScheme,
    pvpScheme,
    cranScheme,
    apkScheme,
    alpmScheme,
  ].map((scheme) => [scheme.name, scheme]),
);

/** The scheme with this name. Only `calver` with a pattern is costly to create. */
export function schemeFor({ scheme, calverPattern }: SchemeOptions): VersionScheme {
  return SCHEMES.get(scheme) ?? calverScheme(calverPattern);
}
