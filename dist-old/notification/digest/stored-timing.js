"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.momentAt = exports.msOf = exports.readTiming = exports.readQuietHours = exports.readDigest = exports.HAS_TIMING = void 0;
exports.storeDigest = storeDigest;
exports.storeQuietHours = storeQuietHours;
const moment_1 = require("../../common/moment");
/** A channel `c` whose messages may have to wait. */
exports.HAS_TIMING = '(c.digest IS NOT NULL OR c.quiet_hours IS NOT NULL)';
const INSTANT = { every: 'instant' };
const readDigest = (stored) => stored === null ? INSTANT : JSON.parse(stored);
exports.readDigest = readDigest;
const readQuietHours = (stored) => stored === null ? null : JSON.parse(stored);
exports.readQuietHours = readQuietHours;
const readTiming = (row) => ({
    zone: row.time_zone,
    digest: (0, exports.readDigest)(row.digest),
    quiet: (0, exports.readQuietHours)(row.quiet_hours),
});
exports.readTiming = readTiming;
/** What is not asked for is left out, so that the answer shows what counts. */
function storeDigest({ every, hour = 9, weekday = 1, }) {
    if (every === 'instant')
        return null;
    if (every === 'hourly')
        return JSON.stringify({ every });
    return JSON.stringify(every === 'daily' ? { every, hour } : { every, hour, weekday });
}
function storeQuietHours(quiet) {
    return quiet && JSON.stringify({ from: quiet.from, to: quiet.to, except: quiet.except ?? 'none' });
}
/** Milliseconds since 1970; what is below is cut off. */
const msOf = (moment) => Date.parse(`${moment.slice(0, 23).replace(' ', 'T')}Z`);
exports.msOf = msOf;
const momentAt = (ms) => (0, moment_1.fromDate)(new Date(ms));
exports.momentAt = momentAt;
//# sourceMappingURL=stored-timing.js.map