"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MAX_KEY = exports.MAX_VERSION = void 0;
exports.cutVersion = cutVersion;
exports.cutKey = cutKey;
exports.numberKey = numberKey;
exports.textKey = textKey;
exports.epochKey = epochKey;
exports.rangeOfNumbers = rangeOfNumbers;
exports.seriesDigits = seriesDigits;
exports.seriesNumbers = seriesNumbers;
/**
 * The pieces that keys are made of. Each is a prefix code: none is the beginning of another one at the same place, so comparing the
 * joined pieces byte by byte compares them one after the other.
 */
/** Versions are cut to this many UTF-16 units before anything looks at them. */
exports.MAX_VERSION = 255;
/** Keys are cut to this many characters. Cutting keeps the order weakly: a < b gives cut(a) <= cut(b). */
exports.MAX_KEY = 255;
/** The first part of a version that is long beyond reason. */
function cutVersion(version) {
    return version.length > exports.MAX_VERSION ? version.slice(0, exports.MAX_VERSION) : version;
}
function cutKey(key) {
    return key.length > exports.MAX_KEY ? key.slice(0, exports.MAX_KEY) : key;
}
/**
 * A number of any size: how many digits, then the digits without leading zeros. 0 -> `0`, 7 -> `17`, 42 -> `242`; from ten digits on
 * the count is `:` and three digits. First characters are `0` to `;`.
 */
function numberKey(digits) {
    const value = digits.charCodeAt(0) === 48 ? digits.replace(/^0+/, '') : digits;
    if (value.length === 0)
        return '0';
    if (value.length < 10)
        return value.length + value;
    if (value.length < 1000)
        return ':' + String(value.length).padStart(3, '0') + value;
    return ';';
}
/** A word, closed by a character below all others so that a beginning sorts before its longer forms. */
function textKey(text) {
    return text + '!';
}
/** Most significant part of several schemes; an epoch of zero is the same as none. `E` is above every first character of a key. */
function epochKey(digits) {
    const number = digits ? numberKey(digits) : '0';
    return number === '0' ? '' : 'E' + number;
}
/**
 * Keys of a series from its numbers, for schemes where trailing zeros of a release do not count: the lower bound goes without them
 * (1.0-rc1 and 1 belong to 1.0), the upper keeps them. `~` is above everything that can follow a number in those keys.
 *
 * @param lowest the lowest character a key of this scheme begins with, for a series of nothing but zeros
 * @param significant how many numbers are always in a key, zeros or not
 */
function rangeOfNumbers(epoch, numbers, lowest, significant = 0) {
    let used = numbers.length;
    while (used > significant && numbers[used - 1] === '0')
        used -= 1;
    return { gte: epoch + numbers.slice(0, used).join('') || lowest, lt: epoch + numbers.join('') + '~' };
}
/** Numbers of a series such as `1.2`, `v1.2`, `1.2.x` or `1.2.*`, as written; null if it is something else. */
function seriesDigits(series) {
    const match = /^v?(\d+(?:[._-]\d+)*)(?:[._-][x*])*$/i.exec(cutVersion(series).trim());
    return match?.[1]?.split(/[._-]/) ?? null;
}
/** The same as keys. */
function seriesNumbers(series) {
    return seriesDigits(series)?.map(numberKey) ?? null;
}
//# sourceMappingURL=key-text.js.map