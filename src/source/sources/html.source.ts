import { LinearPattern, MAX_PATTERN, validatePattern } from 'version-order';
import { Setting, UrlSetting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { mixedText } from './html-text';
import { matchesOn } from './page-search';
import { dateOf } from '../../common/fetch/read';
import { MAX_RELEASES, type Release, tooMany, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

export class HtmlSettings {
  @UrlSetting(
    'Page',
    'The address of a page that lists the versions: a download page or a directory.',
    'https://ftp.gnu.org/gnu/gnash/',
  )
  url!: string;

  @Setting({
    title: 'Pattern',
    description:
      'A regular expression (RE2) for the source text of the page, with one group, or one named version, that takes the version. A group named date may take its date. What is found at one place may have a few thousand characters.',
    maxLength: MAX_PATTERN,
    examples: ['href="(?P<version>[0-9.]+)/".*?(?P<date>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)'],
  })
  pattern!: string;
}

/** Versions on a web page, found by a pattern (syntax: https://github.com/google/re2/wiki/Syntax). */
export class HtmlSource extends AddressedSource<HtmlSettings> {
  readonly type = 'html';
  readonly title = 'Web page';
  readonly settingsClass = HtmlSettings;
  readonly listsEverything = false;

  override prepare(settings: HtmlSettings): Prepared<HtmlSettings> {
    const problem = validatePattern(settings.pattern) ?? groupProblem(new LinearPattern(settings.pattern));
    if (problem) throw new SettingsError([{ field: 'pattern', message: problem }]);
    return super.prepare(settings);
  }

  async fetch({ url, pattern }: HtmlSettings, web: SourceWeb): Promise<Release[]> {
    const { body } = await web.get(url, { accept: 'text/html, */*;q=0.5' });
    const releases = await releasesOn(body, new LinearPattern(pattern));
    // An error, or a page that has changed its layout would never fail.
    if (releases.length === 0) throw new SourceError('The pattern matches nothing on the page', null, 'nothing');
    return uniqueReleases(releases, (release) => [release]);
  }
}

async function releasesOn(page: string, pattern: LinearPattern): Promise<Release[]> {
  const date = pattern.groupNamed('date');
  const version = versionGroup(pattern);
  const releases: Release[] = [];
  let left = MAX_RELEASES;
  for await (const groups of matchesOn(page, pattern, MAX_RELEASES + 1)) {
    if (left-- === 0) throw tooMany();
    const label = mixedText(groups[version ?? 0] ?? '');
    const releasedAt = date === undefined ? null : dateOf(groups[date]);
    if (label) releases.push({ version: label, releasedAt, prerelease: null, notesUrl: null });
  }
  return releases;
}

function groupProblem(pattern: LinearPattern): string | null {
  return versionGroup(pattern) === null
    ? 'must have one group (…), or one named (?<version>…), that takes the version; write (?:…) for others'
    : null;
}

/** The number of the group that captures the version; null when it is ambiguous. */
function versionGroup(pattern: LinearPattern): number | null {
  const named = pattern.groupNamed('version');
  if (named !== undefined) return named;
  const date = pattern.groupNamed('date');
  const others = Array.from({ length: pattern.groups }, (_, index) => index + 1).filter((group) => group !== date);
  return others.length === 1 ? others[0]! : null;
}
