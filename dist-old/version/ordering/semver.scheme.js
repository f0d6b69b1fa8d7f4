"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.semverScheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
/**
 * Semantic Versioning 2.0.0, section 11 (https://semver.org). Tolerated beyond it, as real registries have them: `v` and `=` before
 * the version, leading zeros, fewer or more than three numbers, a pre-release without its hyphen (1.2.3beta).
 *
 * Key: the numbers, then `/` for a release or `-` for a pre-release with its identifiers, closed by `!`.
 */
const SEMVER = /^[v=\s]*(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|([a-z][0-9a-z-]*(?:\.[0-9a-z-]+)*))?(?:\+[!-~]*)?$/i;
const CORE_NUMBERS = 3;
function parse(version) {
    const match = SEMVER.exec((0, key_text_1.cutVersion)(version).trim());
    if (!match?.[1])
        return null;
    return { numbers: coreNumbers(match[1].split('.').map(key_text_1.numberKey)), prerelease: match[2] ?? match[3] };
}
/** At least major, minor and patch; zeros after the patch do not count (1.2.3.0 is 1.2.3). */
function coreNumbers(numbers) {
    while (numbers.length < CORE_NUMBERS)
        numbers.push('0');
    while (numbers.length > CORE_NUMBERS && numbers.at(-1) === '0')
        numbers.pop();
    return numbers;
}
/** Identifiers of digits only by value and below all others, which compare in ASCII order (section 11.4). */
function identifierKey(identifier) {
    return /^\d+$/.test(identifier) ? (0, key_text_1.numberKey)(identifier) : '@' + (0, key_text_1.textKey)(identifier);
}
function key(version) {
    const parsed = parse(version);
    if (!parsed)
        return (0, generic_scheme_1.invalidKey)(version);
    const core = parsed.numbers.join('');
    if (parsed.prerelease === undefined)
        return (0, key_text_1.cutKey)(core + '/');
    return (0, key_text_1.cutKey)(core + '-' + parsed.prerelease.split('.').map(identifierKey).join('') + '!');
}
function seriesRange(series) {
    const numbers = (0, key_text_1.seriesNumbers)(series);
    return numbers && (0, key_text_1.rangeOfNumbers)('', numbers, '0', CORE_NUMBERS);
}
exports.semverScheme = {
    name: 'semver',
    key,
    valid: (version) => parse(version) !== null,
    prerelease: (version) => parse(version)?.prerelease !== undefined,
    seriesRange,
};
//# sourceMappingURL=semver.scheme.js.map