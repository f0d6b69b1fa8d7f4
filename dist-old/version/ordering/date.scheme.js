"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.dateScheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
/**
 * For versions whose text has no order (commit hashes, code names): they are ordered by release date, and versions without one are
 * all equal, below those with one.
 *
 * Key: the moment in UTC as RFC 3339 with milliseconds; always of the same length, so it sorts as text.
 */
const UNDATED = '!';
function key(_version, hints) {
    const time = hints?.releasedAt ? new Date(withZone(hints.releasedAt)) : undefined;
    if (!time || Number.isNaN(time.getTime()))
        return UNDATED;
    const year = time.getUTCFullYear();
    return year < 0 || year > 9999 ? UNDATED : time.toISOString();
}
/** A time that names no zone is UTC; JavaScript would take the server's own. */
function withZone(time) {
    return /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(time) ? time.replace(' ', 'T') + 'Z' : time;
}
exports.dateScheme = {
    name: 'date',
    key,
    valid: () => true,
    prerelease: (version) => generic_scheme_1.genericScheme.prerelease(version),
    seriesRange: () => null,
};
//# sourceMappingURL=date.scheme.js.map