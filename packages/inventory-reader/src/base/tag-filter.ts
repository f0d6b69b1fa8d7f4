import { exactPrereleaseText, NEUTRAL_WORDS, PRERELEASE_LETTERS } from 'version-order';

/** What a filter of tags says in the words of a policy. */
export interface TagFilter {
  /** The numbers that all of its tags begin with, such as `16`. */
  series: string | null;
  /** Whether it lets pre-releases in. */
  prereleases: boolean;
}

/** Filters are hostile: one is compared with a few forms, and never run. So it is understood exactly or not at all. */
const LONGEST = 255;
const TOO_LONG = 'it is too long';
const UNREADABLE = 'a policy cannot say what it says: see series and pre-releases of the favorite';

const DOT = String.raw`(?:\\\.|\[\\?\.\])`;
const DIGIT = String.raw`(?:\\d|\[0-9\]|\[\\d\])`;
const DIGITS = String.raw`${DIGIT}(?:\+|\{\d{1,2}(?:,\d{0,2})?\})`;
const NUMBER = String.raw`(?:${DIGITS}|\((?:\?:)?(?:${DIGITS}|0\|\[1-9\]${DIGIT}\*)\))`;
const MORE = String.raw`\((?:\?:)?${DOT}${NUMBER}\)(?:[?*+]|\{\d(?:,\d?)?\})`;
const V = String.raw`(?:(?:v|\(v\)|\[vV\])\??)?`;

/** `^v?`, then numbers that are written or any, optional ones, a last dot, and the rest. */
const INCLUDE = new RegExp(
  `^\\^${V}(?:(\\d{1,9}(?:${DOT}\\d{1,9})*)((?:${DOT}${NUMBER})*)|(${NUMBER}(?:${DOT}${NUMBER})*))((?:${MORE})*)(${DOT}?)([^]*)$`,
);
/** A filter as one group between its ends. */
const GROUP = /^\^\((?:\?:)?([^()]*)\)\$+$/;
const TAG = /^\^([a-z][\w-]*)\$+$/i;
const SUFFIX = /^((?:[-_a-z\d]|\\[-.])+)\$+$/i;
/** `(-(alpha|beta|rc)\.?\d*)?$` */
const STAGE = /^\((?:\?:)?\\?[-._]?\(?(?:\?:)?([a-z|]+)\)?(?:\\?[-.]\??)?(?:\\d|\[0-9\])?[*+]?\d?\)\?\$+$/i;

/**
 * @param tag of the container; null = it has none
 * @returns a text that says why it cannot be said
 */
export function readInclude(pattern: string, tag: string | null): TagFilter | string {
  if (pattern.length > LONGEST) return TOO_LONG;
  const text = pattern.trim().replace(GROUP, '^$1$$');
  const named = TAG.exec(text)?.[1];
  if (named !== undefined)
    return named === tag ? { series: null, prereleases: false } : 'it asks for another tag than the container has';
  const [, fixed = '', after = '', any = '', more = '', dot = '', rest] = INCLUDE.exec(text) ?? [];
  if (rest === undefined) return UNREADABLE;
  const series = fixed === '' ? null : fixed.replace(new RegExp(DOT, 'g'), '.');
  if (series !== null && series.length > 64) return TOO_LONG;
  if (/^(?:\.[*+]\$*)?$/.test(rest))
    return series !== null && after + more + dot === ''
      ? 'it does not say where its number ends'
      : { series, prereleases: false };
  const stages = STAGE.exec(rest)?.[1]?.split('|');
  const suffix = SUFFIX.exec(rest)?.[1]?.replace(/\\/g, '') ?? '';
  const isUnderstood = /^\$+$/.test(rest) || stages?.every(isStage) === true || suffix !== '';
  if (dot !== '' || !isUnderstood) return UNREADABLE;
  if (!(tag ?? '').endsWith(suffix)) return 'it asks for tags of another form than the container has';
  const numbers = (series?.split('.').length ?? 0) + (after + any).split(new RegExp(NUMBER)).length - 1;
  if (more === '' && numbers !== numbersIn(tag) && series?.split('.').length !== numbers)
    return 'it asks for tags with more or fewer numbers than the container has';
  return { series, prereleases: stages !== undefined };
}

/** Tags without numbers may stand for versions of three. */
const numbersIn = (tag: string | null) => /^v?(\d+(?:\.\d+)*)/i.exec(tag ?? '')?.[1]?.split('.').length ?? 3;

/** `.*-(alpha|beta|rc)\d*.*`: words, whatever is around them. */
const WORD =
  /^\^?(?:\.[*+])?(?:[-_+.]|\\[-.b]|\[[-._\\]{1,6}\]){0,3}([a-z]+)(?:[-_]|\\[-.b]){0,2}(?:\d|\\d|\[0-9\]){0,3}[*+?]?(?:\.[*+])?\$*$/i;

/** Forms of images, which are no versions. */
const VARIANTS = new Set(
  'alpine slim debian buster bullseye bookworm trixie ubuntu ubi windows amd arm rootless distroless'.split(' '),
);

const isStage = (word: string) => exactPrereleaseText(word.toLowerCase()) !== undefined;

/** @returns why it cannot be said; null = pre-releases and variants do not count anyway */
export function readExclude(pattern: string): string | null {
  if (pattern.length > LONGEST) return TOO_LONG;
  const words = pattern
    .trim()
    .replace(/\(\?i\)|\(\?:|[()]/g, '')
    .split('|')
    .map((one) => WORD.exec(one)?.[1]?.toLowerCase());
  const isLeftOut = (word = '') =>
    isStage(word) || PRERELEASE_LETTERS.has(word) || NEUTRAL_WORDS.has(word) || VARIANTS.has(word);
  return words.every(isLeftOut) ? null : UNREADABLE;
}
