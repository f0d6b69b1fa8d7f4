import { TimeSlice } from 'small-parts';
import { compareKeys, schemeFor } from 'version-order';
import { Setting } from '../../common/settings/setting';
import { GO_VERSION, type GoMod, parseGoMod } from './go-mod';
import { packageUrls } from './package-urls';
import { dateOf, fieldsOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

/** The list has no dates, and each costs a request. Released versions keep the date that they got when they were new. */
const DATED = 5;
/** By https://go.dev/ref/mod#pseudo-versions: a commit, and no release. */
const PSEUDO_VERSION = /^v\d+\.(0\.0-|\d+\.\d+-([^+]*\.)?0\.)\d{14}-[0-9A-Za-z]+(\+incompatible)?$/;
/** Statuses of a proxy that does not have a file. */
const MISSING = [404, 410];
const ORDER = schemeFor({ scheme: 'go' });

export class GoSettings {
  @Setting({
    title: 'Module',
    description: 'The path of the module, as in a go.mod.',
    maxLength: 255,
    pattern: /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/,
    examples: ['golang.org/x/net'],
  })
  module!: string;

  @RegistryServer('a Go module proxy', 'GO_PROXY_URL')
  server?: string;
}

/** A version that is listed, with its sort key. */
interface Listed {
  release: Release;
  key: string;
}

/**
 * The versions of a Go module, by https://go.dev/ref/mod#goproxy-protocol, as the go command chooses among them: without commits that
 * are no releases, except for a module that has nothing else, and without `+incompatible` ones once the module has a `go.mod`. What the
 * latest version retracts is withdrawn.
 */
export class GoSource extends RegistrySource<GoSettings> {
  readonly type = 'go';
  readonly title = 'Go modules';
  readonly settingsClass = GoSettings;
  readonly listsEverything = false;
  override readonly scheme = 'go';
  protected readonly registry = 'goProxyUrl';
  protected readonly purls = (settings: GoSettings) => packageUrls('golang', settings.module);

  async fetch(settings: GoSettings, web: SourceWeb): Promise<Release[]> {
    const module = this.url(settings, ...escaped(settings.module).split('/'));
    const { body } = await web.get(`${module}/@v/list`, { accept: 'text/plain, */*' });
    const listed = await newestFirst(await uniqueReleases(linesOf(body), toRelease));
    if (listed.length === 0) return releasesOf(await web.json(`${module}/@latest`));
    const releases = await available(listed, await goModOf(module, listed, web));
    for (const release of releases.slice(0, DATED)) release.releasedAt ??= await dateIn(module, release.version, web);
    return releases;
  }
}

/** Capitals are `!` and the small letter: a proxy may keep its files where case does not count. */
const escaped = (text: string) => text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);

/** A URL of one version, written as the go command writes it. */
const urlOf = (module: string, version: string, kind: 'info' | 'mod') => `${module}/@v/${escaped(version)}.${kind}`;

function* linesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    yield text.slice(start, end);
  }
}

/** A line of the list may have a date after the version. */
function toRelease(line: string): Release[] {
  const [version = '', time] = line.trim().split(/\s+/, 2);
  if (!GO_VERSION.test(version) || PSEUDO_VERSION.test(version)) return [];
  return oneRelease(version, { releasedAt: dateOf(time) });
}

async function newestFirst(releases: Release[]): Promise<Listed[]> {
  const slice = new TimeSlice();
  const listed: Listed[] = [];
  for (const release of releases) {
    if (slice.isOver) await slice.next();
    listed.push({ release, key: ORDER.key(release.version) });
  }
  return listed.sort((a, b) => compareKeys(b.key, a.key));
}

const isIncompatible = ({ release }: Listed) => release.version.endsWith('+incompatible');

/** The `go.mod` of the version that the go command takes for the latest. */
async function goModOf(module: string, listed: Listed[], web: SourceWeb): Promise<GoMod> {
  const compatible = listed.filter((one) => !isIncompatible(one));
  const latest = compatible.find(({ release }) => !ORDER.prerelease(release.version)) ?? compatible[0] ?? listed[0]!;
  const { status, body } = await web.get(urlOf(module, latest.release.version, 'mod'), {
    expect: MISSING,
    changesWithFirst: true,
  });
  return parseGoMod(status === 200 ? body : '');
}

async function available(listed: Listed[], { isReal, retracted }: GoMod): Promise<Release[]> {
  const hidesIncompatible = isReal && listed.some((one) => !isIncompatible(one));
  const ranges = retracted.map(({ first, last }) => ({ first: ORDER.key(first), last: ORDER.key(last) }));
  const slice = new TimeSlice();
  const releases: Release[] = [];
  for (const one of listed) {
    if (slice.isOver) await slice.next();
    if (hidesIncompatible && isIncompatible(one)) continue;
    const isRetracted = ranges.some(({ first, last }) => first <= one.key && one.key <= last);
    releases.push(isRetracted ? { ...one.release, withdrawn: true } : one.release);
  }
  return releases;
}

/** The only version of a module without releases: its latest commit. It is written like a pre-release, but there is nothing else to offer. */
function releasesOf(latest: unknown): Release[] {
  const { Version, Time } = fieldsOf(latest);
  return oneRelease(Version, { releasedAt: dateOf(Time), prerelease: false });
}

async function dateIn(module: string, version: string, web: SourceWeb): Promise<string | null> {
  const answer = await web.get(urlOf(module, version, 'info'), {
    accept: 'application/json',
    expect: MISSING,
    changesWithFirst: true,
  });
  return answer.status === 200 ? dateOf(fieldsOf(await web.parse(answer)).Time) : null;
}
