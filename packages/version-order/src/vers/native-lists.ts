import { spansOfOne } from './constraints';
import { EVERYTHING, intersect, type Spans } from './spans';
import type { VersionLine } from './version-line';

/** Ranges of the advisories of single products: lists of which each part counts alone, with commas between them. */
type ReadPart = (line: VersionLine, part: string) => Spans;

const listsOf = (readPart: ReadPart) => (line: VersionLine, text: string) =>
  text.split(',').map((part) => readPart(line, part.trim()));

/** `3.0.1, 1.1.1k` */
export const opensslLists = listsOf((line, part) => spansOfOne(line, '=', part));

/**
 * `0.7.52-0.8.39, 1.5.0+, 1.4.1+, 1.2.3`, and `all` or `none` (https://nginx.org/en/security_advisories.html). A plus means all later
 * versions; in a stable branch, which has an even second number, those of the branch.
 */
export const nginxLists = listsOf((line, part) => {
  if (part === 'all') return EVERYTHING;
  if (part === 'none') return [];
  const [, low = part, sign, high = ''] = /^([^+-]+)(?:(\+)|-([^+-]+))$/.exec(part) ?? [];
  if (sign === '+') return fromOn(line, low);
  if (high === '') return spansOfOne(line, '=', part);
  return intersect([spansOfOne(line, '>=', low.trim()), spansOfOne(line, '<=', high.trim())]);
});

function fromOn(line: VersionLine, version: string): Spans {
  const later = spansOfOne(line, '>=', version);
  const [, major, minor = '1'] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  if (BigInt(minor) % 2n === 1n) return later;
  return intersect([later, spansOfOne(line, '<', `${major}.${BigInt(minor) + 1n}.0`)]);
}
