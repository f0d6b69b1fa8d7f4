"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.stepOf = exports.rankOf = exports.QUIET_EXCEPT = exports.DIGEST_EVERY = void 0;
exports.goesOutAt = goesOutAt;
exports.nextDigest = nextDigest;
exports.endOfQuiet = endOfQuiet;
exports.isExcepted = isExcepted;
const step_1 = require("../../version/ordering/step");
const zone_1 = require("./zone");
exports.DIGEST_EVERY = ['instant', 'hourly', 'daily', 'weekly'];
exports.QUIET_EXCEPT = ['major', 'minor', 'patch', 'none'];
const MINUTE = 60_000;
/** Two weeks of days have each weekday twice: one of them may not exist, or be over. */
const DAYS_AHEAD = 14;
/**
 * When an update that is there at `now` goes out.
 * @returns null when that is at once
 */
function goesOutAt(timing, now, step) {
    const { zone, digest, quiet } = timing;
    const digestAt = nextDigest(zone, digest, now);
    const at = digestAt ?? now;
    const quietEnd = isExcepted(quiet, step) ? null : endOfQuiet(zone, quiet, at);
    return quietEnd ?? digestAt;
}
/** The first moment of a digest after `now`; null when nothing is collected. */
function nextDigest(zone, digest, now) {
    if (digest.every === 'instant')
        return null;
    if (digest.every === 'hourly')
        return nextHour(zone, now);
    const today = Math.floor((0, zone_1.wallAt)(zone, now) / zone_1.DAY) * zone_1.DAY;
    for (let day = 0; day <= DAYS_AHEAD; day++) {
        const date = today + day * zone_1.DAY;
        if (digest.every === 'weekly' && weekdayOf(date) !== digest.weekday)
            continue;
        const moment = (0, zone_1.momentOf)(zone, date + digest.hour * zone_1.HOUR);
        if (moment > now)
            return moment;
    }
    throw new Error(`no digest within two weeks in ${zone}`);
}
/** When the quiet hours end in which `now` is; null when it is in none. */
function endOfQuiet(zone, quiet, now) {
    if (quiet === null)
        return null;
    const wall = (0, zone_1.wallAt)(zone, now);
    if (!isWithin(quiet, wall))
        return null;
    const midnight = Math.floor(wall / zone_1.DAY) * zone_1.DAY;
    const to = midnight + minutesOf(quiet.to) * MINUTE;
    // The hour that is there twice may have shown `to` already: then it is the second time that counts.
    const ends = [(0, zone_1.momentOf)(zone, to), to - (0, zone_1.offsetAt)(zone, now), (0, zone_1.momentOf)(zone, to + zone_1.DAY)];
    const end = ends.find((moment) => moment > now);
    if (end === undefined)
        throw new Error(`quiet hours do not end in ${zone}`);
    // Where a day does not exist, its end is the midnight after it, in the quiet hours of the next one.
    return endOfQuiet(zone, quiet, end) ?? end;
}
/** Whether a step is large enough to be told in quiet hours all the same. */
function isExcepted(quiet, step) {
    if (quiet === null)
        return true;
    return quiet.except !== 'none' && (0, exports.rankOf)(step) <= (0, exports.rankOf)(quiet.except);
}
/** 0 = major; whatever has no number of its own counts as patch. */
const rankOf = (step) => ({ major: 0, minor: 1, patch: 2, other: 2 })[step];
exports.rankOf = rankOf;
const stepOf = (update) => (0, step_1.kindOfStep)(update.tracked_version, update.version);
exports.stepOf = stepOf;
/** The next full hour on the wall. An offset may change by half an hour (Lord Howe), so both are tried. */
function nextHour(zone, now) {
    const offsets = [(0, zone_1.offsetAt)(zone, now), (0, zone_1.offsetAt)(zone, now + 2 * zone_1.HOUR)];
    const candidates = offsets.flatMap((offset) => {
        const hour = Math.floor((now + offset) / zone_1.HOUR) * zone_1.HOUR - offset;
        return [hour + zone_1.HOUR, hour + 2 * zone_1.HOUR];
    });
    const full = candidates.filter((moment) => moment > now && (0, zone_1.wallAt)(zone, moment) % zone_1.HOUR === 0);
    return Math.min(...full);
}
function isWithin({ from, to }, wall) {
    const [start, end, time] = [minutesOf(from) * MINUTE, minutesOf(to) * MINUTE, wall % zone_1.DAY];
    return start < end ? time >= start && time < end : time >= start || time < end;
}
function minutesOf(time) {
    const [hours, minutes] = time.split(':').map(Number);
    return hours * 60 + minutes;
}
/** Monday is 1. The first of January 1970 was a Thursday. */
const weekdayOf = (date) => ((Math.floor(date / zone_1.DAY) + 3) % 7) + 1;
//# sourceMappingURL=timing.js.map