"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MAX_RELEASES = void 0;
exports.uniqueReleases = uniqueReleases;
/** More than any product has: what is beyond it is left out. */
exports.MAX_RELEASES = 50_000;
/** Each label once, the first of it; at most `MAX_RELEASES`. */
function uniqueReleases(releases) {
    const found = new Map();
    for (const release of releases) {
        if (found.size >= exports.MAX_RELEASES)
            break;
        if (!found.has(release.version))
            found.set(release.version, release);
    }
    return [...found.values()];
}
//# sourceMappingURL=unique.js.map