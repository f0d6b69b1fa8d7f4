"use strict";
/**
 * Words that mean something in a version. Sources: libversion's ALGORITHM.md, PEP 440, Maven's ComparableVersion, PHP's
 * version_compare, Repology's and Anitya's pre-release rules; words of real products from endoflife.date, Scoop and winget.
 *
 * Tables are Map and Set on purpose: `constructor` and `__proto__` are possible words.
 */
Object.defineProperty(exports, "__esModule", { value: true });
exports.POST_RELEASE_LETTERS = exports.PRERELEASE_LETTERS = exports.NEUTRAL_WORDS = void 0;
exports.exactPrereleaseText = exactPrereleaseText;
exports.prereleaseText = prereleaseText;
exports.postReleaseText = postReleaseText;
/** Say nothing about the order: "1.0.Final" is 1.0; the last three go with another word (cumulative update, patch level, fix pack). */
exports.NEUTRAL_WORDS = new Set('final ga release rel stable lts esr latest build bld version ver v official production prod cumulative level pack'.split(' '));
/** Words before a release and the text they are compared by. Earliest stage: the empty text. */
const PRERELEASE_TEXTS = new Map([
    ...pairs('dev nightly daily weekly wip trunk master main prealpha', ''),
    ...pairs('alpha', 'a'),
    ...pairs('beta', 'b'),
    ...pairs('milestone', 'm'),
    ...pairs('pre preview prev prerelease', 'p'),
    ...pairs('rc cr candidate', 'r'),
    ...pairs('snapshot snap', 's'),
    ...pairs('ea eap', 'ea'),
    ...'canary insider insiders ctp tp experimental unstable testing test next draft git svn cvs hg bzr darcs'
        .split(' ')
        .map((word) => [word, word]),
]);
/** Words after a release and the text they are compared by. */
const POST_RELEASE_TEXTS = new Map([
    ...pairs('pl', 'p'),
    ...pairs('sp servicepack service', 's'),
    ...pairs('hotfix hf fix bugfix security fixpack fp ifix', 'h'),
    ...pairs('rev revision', 'r'),
    ...pairs('update upd cu', 'u'),
    ...pairs('errata', 'e'),
    ...pairs('maintenance mr', 'm'),
]);
/** Single letters that are short for a word when a number follows: 1.0b2, 2.0-M3, 1.0c1. */
exports.PRERELEASE_LETTERS = new Map([
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'r'],
    ['m', 'm'],
]);
/** Single letters that are short for a word when a number is attached: 9.9p1, 8u202, 1.2-r3, 10.1.6-h3. */
exports.POST_RELEASE_LETTERS = new Set(['p', 'u', 'r', 'h']);
/** Editions that begin like a pre-release word. */
const NOT_PRERELEASE = new Set(['premium', 'prefix', 'preset', 'device', 'devices', 'devops', 'deviation']);
function pairs(words, text) {
    return words.split(' ').map((word) => [word, text]);
}
/** Text of a word of the pre-release list, written exactly so; undefined for others. */
function exactPrereleaseText(word) {
    return PRERELEASE_TEXTS.get(word);
}
/** Text of a pre-release word, also of the families dev…, pre… and …preview; undefined for others. */
function prereleaseText(word) {
    const exact = PRERELEASE_TEXTS.get(word);
    if (exact !== undefined || NOT_PRERELEASE.has(word))
        return exact;
    if (word.startsWith('prealpha') || word.startsWith('dev'))
        return '';
    if (word.startsWith('pre') || word.endsWith('preview'))
        return 'p';
    return undefined;
}
/** Text of a post-release word, also of the families patch… and post…; undefined for others. */
function postReleaseText(word) {
    return word.startsWith('patch') || word.startsWith('post') ? 'p' : POST_RELEASE_TEXTS.get(word);
}
//# sourceMappingURL=generic-words.js.map