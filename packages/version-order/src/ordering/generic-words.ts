/**
 * Words with a meaning in versions. Sources: libversion's ALGORITHM.md, PEP 440, Maven's ComparableVersion, PHP's version_compare,
 * Repology's and Anitya's pre-release rules; words of real products from endoflife.date, Scoop and winget.
 *
 * Maps and Sets, not objects: `constructor` and `__proto__` are possible words.
 */

/** Words without effect on the order: "1.0.Final" is 1.0. The last three belong to others (cumulative update, patch level, fix pack). */
export const NEUTRAL_WORDS = new Set(
  'final ga release rel stable lts esr latest build bld version ver v official production prod cumulative level pack'.split(
    ' ',
  ),
);

/** Kinds of repositories: their snapshots may be before a release or after it. */
const REPOSITORIES = new Set('git svn cvs hg bzr darcs'.split(' '));

/**
 * The start of a release line, before its first pre-release: gdb-15-branchpoint. GCC has it in a path before its name:
 * basepoints/gcc-15.
 */
export const LINE_STARTS = new Set('branchpoint branchpoints basepoint basepoints'.split(' '));

/** Pre-release words and the text by which they are compared. The empty text is the earliest stage. */
const PRERELEASE_TEXTS = new Map<string, string>([
  ...pairs('dev nightly daily weekly wip trunk master main prealpha', ''),
  ...[...LINE_STARTS].map((word): [string, string] => [word, '']),
  ...pairs('alpha', 'a'),
  // between alpha and beta
  ...pairs('prebeta', 'az'),
  ...pairs('beta', 'b'),
  ...pairs('milestone', 'm'),
  ...pairs('pre preview prev prerelease', 'p'),
  ...pairs('rc cr candidate', 'r'),
  ...pairs('snapshot snap', 's'),
  ...pairs('ea eap', 'ea'),
  ...'canary insider insiders ctp tp experimental unstable testing test next draft'
    .split(' ')
    .concat(...REPOSITORIES)
    .map((word): [string, string] => [word, word]),
]);

/** Post-release words and the text by which they are compared. */
const POST_RELEASE_TEXTS = new Map<string, string>([
  ...pairs('pl', 'p'),
  ...pairs('sp servicepack service', 's'),
  ...pairs('hotfix hf fix bugfix security fixpack fp ifix', 'h'),
  ...pairs('rev revision', 'r'),
  ...pairs('update upd cu', 'u'),
  ...pairs('errata', 'e'),
  ...pairs('maintenance mr', 'm'),
]);

/** Letters that abbreviate a word if a number follows: 1.0b2, 2.0-M3, 1.0c1. */
export const PRERELEASE_LETTERS = new Map<string, string>([
  ['a', 'a'],
  ['b', 'b'],
  ['c', 'r'],
  ['m', 'm'],
]);

/** Letters that abbreviate a word if a number is attached: 9.9p1, 8u202, 1.2-r3, 10.1.6-h3, 22.4R3-S1. */
export const POST_RELEASE_LETTERS = new Set(['p', 'u', 'r', 'h', 's']);

/** Words of labels that move from build to build, beside stages and neutral words. */
const MOVING_WORDS = new Set(
  'edge head tip rolling continuous current commit branch mainline staging autobuild builds ci'.split(' '),
);
/** Names of machines, whose numbers are no versions. */
const MACHINE =
  /(?<![a-z\d])(?:x(?:86(?:[-_]64)?|64|32)|amd64|arm(?:32|64|v\d)|aarch64|i[3-6]86|win(?:32|64))(?![a-z\d])/g;

/** Words that begin like a pre-release word. */
const NOT_PRERELEASE = new Set(['premium', 'prefix', 'preset', 'device', 'devices', 'devops', 'deviation']);

function pairs(words: string, text: string): [string, string][] {
  return words.split(' ').map((word) => [word, text]);
}

/** Text of exactly a word of the pre-release list; undefined for others. */
export function exactPrereleaseText(word: string): string | undefined {
  return PRERELEASE_TEXTS.get(word);
}

/**
 * Text of a pre-release word, also of the families dev…, prealpha…, prebeta…, pre… and …preview; undefined for others.
 * `init` (llvmorg-19-init) is one only after a number, so it is not in the table: cloud-init-24.1 is a name.
 */
export function prereleaseText(word: string): string | undefined {
  const exact = PRERELEASE_TEXTS.get(word);
  if (exact !== undefined || NOT_PRERELEASE.has(word)) return exact;
  if (word === 'init') return '';
  if (word.startsWith('prealpha') || word.startsWith('dev')) return '';
  if (word.startsWith('prebeta')) return 'az';
  if (word.startsWith('pre') || word.endsWith('preview')) return 'p';
  return undefined;
}

/** Whether a word names a stage before a release. */
export function isStage(word: string): boolean {
  return prereleaseText(word) !== undefined && !REPOSITORIES.has(word);
}

/** Whether a label names whatever was built last, and no version: `nightly`, `latest_develop`, `edge-arm64`. Code names are versions. */
export function isMoving(label: string): boolean {
  const text = label.toLowerCase().replace(MACHINE, '');
  return !/\p{N}/u.test(text) && (text.match(/[a-z]+/g) ?? []).some(movesOn);
}

const movesOn = (word: string) =>
  MOVING_WORDS.has(word) || NEUTRAL_WORDS.has(word) || prereleaseText(word) !== undefined;

/** Text of a post-release word, also of the families patch… and post…; undefined for others. */
export function postReleaseText(word: string): string | undefined {
  return word.startsWith('patch') || word.startsWith('post') ? 'p' : POST_RELEASE_TEXTS.get(word);
}
