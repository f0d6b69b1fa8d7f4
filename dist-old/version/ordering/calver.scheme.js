"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.calverScheme = calverScheme;
const calver_pattern_1 = require("./calver-pattern");
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
/**
 * Calendar versions. A pattern is only needed when the fields are not written from the largest to the smallest (DD.MM.YYYY) or when
 * years have two digits here and four there; without one the order is the generic one.
 *
 * Key: the fields as numbers, then what follows them in generic order.
 */
function calverScheme(pattern) {
    return pattern ? new PatternScheme(new calver_pattern_1.CalverPattern(pattern)) : plainScheme;
}
const plainScheme = {
    name: 'calver',
    key: (version) => (isPlain(version) ? generic_scheme_1.genericScheme.key(version) : (0, generic_scheme_1.invalidKey)(version)),
    valid: isPlain,
    prerelease: (version) => hasModifier((0, generic_scheme_1.readGeneric)(version)),
    seriesRange: (series) => generic_scheme_1.genericScheme.seriesRange(series),
};
function isPlain(version) {
    return /\d/.test((0, key_text_1.cutVersion)(version));
}
/** Anything that puts a version below its plain date is a modifier (Anitya: "any modifier"); LTS, build and patch words are none. */
function hasModifier(version) {
    return version.parts.some((part) => part.startsWith('('));
}
class PatternScheme {
    constructor(pattern) {
        this.pattern = pattern;
        this.name = 'calver';
    }
    key(version) {
        const read = this.read(version);
        return read ? (0, key_text_1.cutKey)(read.numbers.map(key_text_1.numberKey).join('') + (0, generic_scheme_1.partsKey)((0, generic_scheme_1.readTail)(read.tail))) : (0, generic_scheme_1.invalidKey)(version);
    }
    valid(version) {
        return this.read(version) !== null;
    }
    prerelease(version) {
        return hasModifier((0, generic_scheme_1.readTail)(this.read(version)?.tail ?? version));
    }
    seriesRange(series) {
        const digits = (0, key_text_1.seriesDigits)(series);
        const numbers = digits && this.pattern.seriesNumbers(digits);
        if (!numbers)
            return null;
        const prefix = numbers.map(key_text_1.numberKey).join('');
        return { gte: prefix, lt: prefix + '~' };
    }
    read(version) {
        return this.pattern.read((0, key_text_1.cutVersion)(version).trim());
    }
}
//# sourceMappingURL=calver.scheme.js.map