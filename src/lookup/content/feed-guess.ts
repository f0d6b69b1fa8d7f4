import type { Release } from '../../source/sources/source';

/** A title that is a version, perhaps with a word before it: `v1.2`, `1.2.0-rc1`, `Release 1.2`, `widget-1.2`. */
const PLAIN = /^(?:[a-z][\w-]{0,20}[-_ ]?)?v?\d[0-9a-z]*(?:[.\-_+][0-9a-z]+)*$/i;

/** Entries that are looked at. */
const LOOKED_AT = 50;

/** The version in a title such as `Widget 1.27.4 released`, and in a link such as `…/releases/v1.27.4`. */
const IN_TITLE = '\\b[vV]?(\\d+(?:\\.\\d+)+(?:-?(?:alpha|beta|rc|pre)[.-]?\\d*)?)';
const IN_LINK = '[/=_-][vV]?(\\d+(?:[.]\\d+)+(?:-?(?:alpha|beta|rc|pre)[.-]?\\d*)?)(?:[/?#_.-]|$)';

/** Settings of the source `feed` to be tried, in their order, after it was read without any. */
export const FEED_PATTERNS: Record<string, string>[] = [{ pattern: IN_TITLE }, { pattern: IN_LINK, field: 'link' }];

/** Whether the titles of a feed are versions as they are. */
export function hasPlainTitles(releases: Release[]): boolean {
  const some = releases.slice(0, LOOKED_AT);
  const plain = some.filter(({ version }) => PLAIN.test(version.trim()));
  return plain.length * 2 > some.length;
}
