import { spansOfOne } from './constraints';
import { intervalsIn, isIntervals } from './native-intervals';
import { nginxLists, opensslLists } from './native-lists';
import { caret, hyphenRule, orSeries, pessimistic, PLAIN, plain, seriesRules, tilde } from './native-rules';
import { alternativesIn, type Dialect, type Rule } from './native-terms';
import { rangeAsWritten } from './range-of-sets';
import { EVERYTHING, type Spans } from './spans';
import type { VersRange } from './vers';
import { VersError } from './vers-error';
import { knownLine, type VersionLine } from './version-line';

/** The sets of versions of which a range is made. */
type ReadNative = (line: VersionLine, text: string) => Spans[];

const any: Rule = () => EVERYTHING;
/** Three numbers, as Semantic Versioning has them. */
const THREE = { least: 3 };

const comparators =
  (dialect: Dialect): ReadNative =>
  (line, text) =>
    alternativesIn(line, text, dialect);

/** What all types understand, and advisories write for any of them: `>= 1.0, < 2.0 || = 3.0`. */
const common = comparators({ rules: PLAIN });

/**
 * node-semver (https://github.com/npm/node-semver#ranges). As the specification has them in the definition of the type and in its tests,
 * `1.2` is 1.2.0 and not all versions 1.2, `>=1.2.x` is `1.2.x`, and `^1.2.3` is below 2.0.0, not below 2.0.0-0.
 */
const npm = comparators({
  rules: {
    ...seriesRules(THREE),
    '>=': orSeries(3, seriesRules(THREE)['>=']!),
    '^': caret(THREE),
    '~': tilde(THREE),
    '~>': tilde(THREE),
  },
  empty: any,
  hyphen: hyphenRule(3),
});

/** https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html: `1.2` is `^1.2`. */
const cargo = comparators({
  rules: {
    ...seriesRules({ least: 3, partialIsOpen: true }),
    '': orSeries(3, caret(THREE)),
    '^': caret(THREE),
    '~': tilde(THREE),
  },
});

/** https://getcomposer.org/doc/articles/versions.md */
const composer = comparators({
  rules: { ...seriesRules({ least: 1 }), '^': caret({ least: 2 }), '~': pessimistic({ least: 2 }) },
  hyphen: hyphenRule(3),
});

/** PEP 440, with `||` between alternatives, as the specification has it. */
const pypi = comparators({
  rules: { ...seriesRules({ least: 1 }), '===': plain('='), '~=': pessimistic({ least: 1 }) },
  empty: any,
});

const gem = comparators({ rules: { ...PLAIN, '~>': pessimistic({ least: 2 }) }, empty: any });

/** Elixir's `Version`: `~> 2.0 and != 2.3.1 or 3.0.0`. */
const hexTerms = comparators({ rules: { ...seriesRules(THREE), '~>': pessimistic(THREE) } });
const hex: ReadNative = (line, text) => hexTerms(line, text.replace(/\band\b/g, ' ').replace(/\bor\b/g, '||'));

const pub = comparators({
  rules: {
    ...PLAIN,
    '': (line, version) => (version === 'any' ? EVERYTHING : spansOfOne(line, '=', version)),
    '^': caret(THREE),
  },
});

/** https://www.debian.org/doc/debian-policy/ch-relationships.html */
const deb = comparators({ rules: { ...PLAIN, '<<': plain('<'), '>>': plain('>') } });

/**
 * Conan 2. A hyphen at the end of a version lets pre-releases in, which a range cannot say. The upper bounds of `^` and `~` keep out those of
 * the bound. Options follow a comma.
 */
const CONAN_BOUND = { least: 1, end: '-' };
const fromZero: Rule = (line) => spansOfOne(line, '>=', '0.0.0');
const withoutHyphen =
  (rule: Rule): Rule =>
  (line, version) =>
    rule(line, version.replace(/-$/, ''));
const conanRules: Record<string, Rule> = {
  ...PLAIN,
  '': (line, version) => (version === '*' ? fromZero : plain('='))(line, version),
  '^': caret(CONAN_BOUND),
  '~': tilde(CONAN_BOUND),
};
const conanTerms = comparators({
  rules: Object.fromEntries(Object.entries(conanRules).map(([operator, rule]) => [operator, withoutHyphen(rule)])),
  empty: fromZero,
});
const conan: ReadNative = (line, text) =>
  conanTerms(
    line,
    text
      .split(',')
      .filter((part) => !part.includes('include_prerelease'))
      .join(' '),
  );

/** A version alone is a wish, which others read as that version. */
const maven: ReadNative = (line, text) => (isIntervals(text) ? intervalsIn : common)(line, text);

/** https://learn.microsoft.com/nuget/concepts/package-versioning#version-ranges: a version alone is the lowest. */
const nugetTerms = comparators({ rules: { ...PLAIN, '': orSeries(1, plain('>=')) } });
const nuget: ReadNative = (line, text) => (isIntervals(text) ? intervalsIn : nugetTerms)(line, text);

const orCommon =
  (read: ReadNative): ReadNative =>
  (line, text) =>
    (/[<>=]/.test(text) ? common : read)(line, text);

const READERS: Record<string, ReadNative> = {
  npm,
  cargo,
  composer,
  pypi,
  gem,
  hex,
  pub,
  dart: pub,
  deb,
  conan,
  maven,
  clojars: maven,
  nuget,
  chocolatey: nuget,
  nginx: orCommon(nginxLists),
  openssl: orCommon(opensslLists),
};

/**
 * The range that a text means in the notation of its kind of packages. Types without a notation of their own have comparators between commas.
 * Pre-releases of an upper bound are below it, by the order of versions, whatever the package manager makes of them.
 * @param type of the range: `npm`, `pypi`, `maven`, …
 * @throws VersError
 */
export function fromNative(type: string, text: string): VersRange {
  const line = knownLine(type);
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/\s/g, ' '))) throw new VersError('a range must not have control characters');
  const read = Object.hasOwn(READERS, type) ? READERS[type]! : common;
  return rangeAsWritten(line, read(line, text));
}
