"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.pep440Scheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
/**
 * Python's versions: PEP 440, now https://packaging.python.org/en/latest/specifications/version-specifiers/, with the spellings of
 * its appendix B and of its normalisation section.
 *
 * Key: epoch, release without trailing zeros, `+`, then pre-release, post-release, development and local part.
 */
const PEP440 = new RegExp([
    '^v?(?:(?<epoch>\\d+)!)?(?<release>\\d+(?:\\.\\d+)*)',
    '(?:[-_.]?(?<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?<preNumber>\\d+)?)?',
    '(?:-(?<implicitPost>\\d+)|[-_.]?(?<post>post|rev|r)[-_.]?(?<postNumber>\\d+)?)?',
    '(?:[-_.]?(?<dev>dev)[-_.]?(?<devNumber>\\d+)?)?',
    '(?:\\+(?<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?$',
].join(''), 'i');
/** Stages in their order; `pre`, `preview` and `c` are other spellings of `rc`. */
const STAGES = new Map([
    ['a', '1'],
    ['alpha', '1'],
    ['b', '2'],
    ['beta', '2'],
    ['c', '3'],
    ['rc', '3'],
    ['pre', '3'],
    ['preview', '3'],
]);
function parse(version) {
    return PEP440.exec((0, key_text_1.cutVersion)(version).trim())?.groups ?? null;
}
function key(version) {
    const groups = parse(version);
    if (!groups?.release)
        return (0, generic_scheme_1.invalidKey)(version);
    const release = groups.release.split('.').map(key_text_1.numberKey);
    while (release.at(-1) === '0')
        release.pop();
    return (0, key_text_1.cutKey)((0, key_text_1.epochKey)(groups.epoch) +
        release.join('') +
        '+' +
        preKey(groups) +
        postKey(groups) +
        devKey(groups) +
        localKey(groups.local));
}
/** 1.0.dev1 is below 1.0a1, but 1.0.post1.dev1 is above 1.0. */
function preKey({ pre, preNumber, post, implicitPost, dev }) {
    if (pre)
        return STAGES.get(pre.toLowerCase()) + (0, key_text_1.numberKey)(preNumber ?? '0');
    return dev && !post && !implicitPost ? '0' : '4';
}
function postKey({ post, postNumber, implicitPost }) {
    return post || implicitPost ? '1' + (0, key_text_1.numberKey)(implicitPost ?? postNumber ?? '0') : '0';
}
function devKey({ dev, devNumber }) {
    return dev ? '0' + (0, key_text_1.numberKey)(devNumber ?? '0') : '1';
}
/** Words are below numbers, fewer parts are below more. */
function localKey(local) {
    const parts = local ? local.toLowerCase().split(/[-_.]/) : [];
    return parts.map((part) => (/^\d+$/.test(part) ? (0, key_text_1.numberKey)(part) : '(' + (0, key_text_1.textKey)(part))).join('') + '!';
}
function seriesRange(series) {
    const match = /^v?(\d+)!(.+)$/i.exec((0, key_text_1.cutVersion)(series).trim());
    const numbers = (0, key_text_1.seriesNumbers)(match?.[2] ?? series);
    return numbers && (0, key_text_1.rangeOfNumbers)((0, key_text_1.epochKey)(match?.[1]), numbers, '+');
}
exports.pep440Scheme = {
    name: 'pep440',
    key,
    valid: (version) => parse(version) !== null,
    prerelease: (version) => {
        const groups = parse(version);
        return groups?.pre !== undefined || groups?.dev !== undefined;
    },
    seriesRange,
};
//# sourceMappingURL=pep440.scheme.js.map