import { exactPrereleaseText, isStage, LINE_STARTS, NEUTRAL_WORDS } from './generic-words';
import { cutVersion } from './key-text';

/** Normalization of a label for `generic`, before it is split into numbers and words. */

const NUMBER_START = /v?\d/y;
const HASH_CANDIDATE = /[0-9a-z]{6,}/g;
const HEX = /^[0-9a-f]{6,40}$/;
const STAGE_OR_MONTH = /^(?:\d{1,2}|(?:19|20)\d\d|\d{6}|\d{8})(?:[a-c]|ea|feb|dec)\d+$/;
const GIT_DESCRIBE = /^g[0-9a-f]{7,40}$/;

/** Stages of two words, which are read as one. */
const STAGE_OF_TWO_WORDS = /(?<![a-z])pre[-_. ](?=(?:alpha|beta)(?![a-z]))/g;
/** Two numbers and a word after the hyphen of a version with a dot. */
const NUMBERED_STAGE = /-(?<=\d\.\d+-)(?=\d+\.\d+\.([a-z]+))/g;

/** At most 255 characters, in lower case; anything but ASCII becomes a separator. */
export function plainText(version: string): string {
  return cutVersion(version)
    .replace(/[^\x20-\x7e]/g, ' ')
    .trim()
    .toLowerCase();
}

/** Tags of charts have `_` for the `+` before the version of what they install: 109.0.1_up1.0.2 is 109.0.1+up1.0.2. */
export const CHART_OF = /_(?=up\d)/i;

/** The same version in fewer spellings: without hashes, with stages as words. */
export function normalText(text: string): string {
  return withoutHashes(withNumberedStages(text.replace(STAGE_OF_TWO_WORDS, 'pre').replace(CHART_OF, '+')));
}

/**
 * A hyphen becomes `~` if the two numbers after it count the builds of the stage that follows: Dart's 3.0.0-417.4.beta, Flutter's
 * 3.13.0-0.4.pre, Fedora's 1.0-0.1.rc1. Such a version is before its release.
 *
 * Exactly two numbers: one is a revision of the packager (1.0-2.el7, 4.11.0-2.beta3), three are the version of another product
 * (1.20.1-0.5.3.beta). A date (2023-10-05) or a name (python3-3.11.0.rc1) before the hyphen has no dot. A repository snapshot
 * (1.0-1.1.git) is as often made after the release as before it.
 */
function withNumberedStages(text: string): string {
  return text.replace(NUMBERED_STAGE, (hyphen, word: string) => (isStage(word) ? '~' : hyphen));
}

function withoutHashes(text: string): string {
  return text.replace(HASH_CANDIDATE, (token: string, start: number) => (isHash(token, start) ? ' ' : token));
}

/**
 * Commit hashes have no order. Hexadecimal with at least three changes between digits and letters counts as one; a full SHA-1
 * needs only one change, and git describe prefixes its own with a `g`. Two changes are enough for a short hash after other text
 * (1.56.2.054a929533), unless it reads as a stage or month between two numbers (1.0b20240101, 12dec2020).
 */
function isHash(token: string, start: number): boolean {
  if (GIT_DESCRIBE.test(token)) return true;
  if (!HEX.test(token)) return false;
  const changes = token.match(/\d(?=[a-f])|[a-f](?=\d)/g)?.length ?? 0;
  if (changes >= 3 || (changes > 0 && token.length === 40)) return true;
  return changes === 2 && start > 0 && token.length >= 7 && token.length <= 12 && !STAGE_OR_MONTH.test(token);
}

/** Drops names and paths before the number (`openssl-1.1`, `pkg/v1.2`), but not a stage such as `alpha-0.1` or Minecraft's `b1.7`. */
export function withoutPrefix(text: string): string {
  const separator = pathEnd(text);
  const base = separator + 1;
  const digit = base + text.slice(base).search(/\d/);
  if (digit < base) return text;
  const prefix = text.slice(text[separator] === '@' ? base : 0, digit);
  return stageAtEnd(prefix) + text.slice(digit);
}

/**
 * Where a path or package name before the version ends (`release/1.2`, `@scope/pkg@1.2`): at the last `/` or `@` that is followed by a
 * number and has a letter between it and the one before. -1 = none.
 */
function pathEnd(text: string): number {
  let end = -1;
  let hasLetter = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at);
    if (character === '/' || character === '@') {
      if (end >= 0 && hasLetter) return end;
      end = startsNumber(text, at + 1) ? at : -1;
      hasLetter = false;
    } else hasLetter ||= character >= 'a' && character <= 'z';
  }
  return hasLetter ? end : -1;
}

function startsNumber(text: string, at: number): boolean {
  NUMBER_START.lastIndex = at;
  return NUMBER_START.test(text);
}

/**
 * The stage a prefix ends with: an attached `a` or `b`, or its last non-neutral word if that is exactly a pre-release word. A word for
 * the start of a line counts anywhere: basepoints/gcc-15.
 */
function stageAtEnd(prefix: string): string {
  if (/(?:^|[^a-z])[ab]$/.test(prefix)) return prefix.slice(-1);
  const words = prefix.match(/[a-z]+/g) ?? [];
  const stage = words.find((word) => LINE_STARTS.has(word)) ?? words.findLast((word) => !NEUTRAL_WORDS.has(word));
  return stage !== undefined && exactPrereleaseText(stage) !== undefined ? stage + ' ' : '';
}
