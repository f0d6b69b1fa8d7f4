"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.rpmScheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
/**
 * RPM packages: rpm-version(7), as rpmvercmp compares them. Takes every text.
 *
 * Key: epoch, segments of the version, `*`, segments of the release. At each place: `~` < end < `^` < letters < digits; separators
 * do not count, and a version without release is below those with one.
 */
const EPOCH = /^(\d*):/;
const SEGMENT = /[0-9]+|[A-Za-z]+|[~^]/g;
const END = '*';
const NO_RELEASE = '!';
function parse(text) {
    const trimmed = (0, key_text_1.cutVersion)(text).trim();
    const epoch = EPOCH.exec(trimmed);
    const rest = epoch ? trimmed.slice(epoch[0].length) : trimmed;
    const hyphen = rest.lastIndexOf('-');
    const version = hyphen < 0 ? rest : rest.slice(0, hyphen);
    return { epoch: epoch?.[1] ?? '', version, release: hyphen < 0 ? undefined : rest.slice(hyphen + 1) };
}
function segmentsKey(text) {
    return (text.match(SEGMENT) ?? []).map(segmentKey).join('') + END;
}
function segmentKey(segment) {
    if (segment === '~')
        return '(';
    if (segment === '^')
        return '+';
    return /^\d/.test(segment) ? (0, key_text_1.numberKey)(segment) : '/' + (0, key_text_1.textKey)(segment);
}
function key(text) {
    const { epoch, version, release } = parse(text);
    return (0, key_text_1.cutKey)((0, key_text_1.epochKey)(epoch) + segmentsKey(version) + (release === undefined ? NO_RELEASE : segmentsKey(release)));
}
/**
 * A word in the version (1.0~rc1), or in a release that begins with `0.`: Fedora's older way of writing pre-releases, 1.0-0.1.rc1
 * (Fedora packaging guidelines, "Traditional versioning").
 */
function prerelease(text) {
    const { version, release } = parse(text);
    return generic_scheme_1.genericScheme.prerelease(version) || (release?.startsWith('0.') === true && generic_scheme_1.genericScheme.prerelease(release));
}
/** Zeros count here: 1 does not belong to the series 1.0. */
function seriesRange(series) {
    const match = /^(?:(\d+):)?([^:]+)$/.exec((0, key_text_1.cutVersion)(series).trim());
    const numbers = match?.[2] ? (0, key_text_1.seriesNumbers)(match[2]) : null;
    if (!match || !numbers)
        return null;
    const prefix = (0, key_text_1.epochKey)(match[1]) + numbers.join('');
    return { gte: prefix, lt: prefix + '~' };
}
exports.rpmScheme = { name: 'rpm', key, valid: () => true, prerelease, seriesRange };
//# sourceMappingURL=rpm.scheme.js.map