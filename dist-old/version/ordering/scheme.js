"use strict";
/**
 * What every version scheme answers. Pure: no database, no clock, no settings of the service.
 *
 * A scheme turns a version into a short ASCII key that sorts like the version itself, so "newest first", "newer than" and "latest"
 * are range scans on an index. Keys of different schemes are not comparable with each other.
 */
Object.defineProperty(exports, "__esModule", { value: true });
exports.SCHEME_NAMES = exports.ORDERING_REVISION = void 0;
exports.isSchemeName = isSchemeName;
exports.compareKeys = compareKeys;
exports.compare = compare;
/**
 * Revision of the algorithms. Raise it whenever any version's key, validity or pre-release flag may come out differently, so that
 * stored keys are computed again.
 */
exports.ORDERING_REVISION = 1;
/** The schemes a product can choose, the default first. */
exports.SCHEME_NAMES = ['generic', 'semver', 'pep440', 'debian', 'rpm', 'maven', 'calver', 'date'];
/** True for the name of a scheme; for texts that come from outside. */
function isSchemeName(text) {
    return exports.SCHEME_NAMES.includes(text);
}
/** Order of two keys: negative, zero or positive. */
function compareKeys(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
/** Order of two versions in a scheme, derived from their keys: negative, zero or positive. */
function compare(scheme, a, b) {
    return compareKeys(scheme.key(a), scheme.key(b));
}
//# sourceMappingURL=scheme.js.map