"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.DAY = exports.HOUR = void 0;
exports.wallAt = wallAt;
exports.offsetAt = offsetAt;
exports.momentOf = momentOf;
/**
 * Wall clocks of IANA time zones, by the data that Intl has. Moments are milliseconds since 1970; a wall time is the same number as
 * if its date and time were UTC, so that a day is always 24 hours of it.
 */
exports.HOUR = 3_600_000;
exports.DAY = 24 * exports.HOUR;
const formats = new Map();
function formatOf(zone) {
    const known = formats.get(zone);
    if (known)
        return known;
    const made = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
    });
    formats.set(zone, made);
    return made;
}
/** What a clock on the wall shows at a moment, to the second. */
function wallAt(zone, moment) {
    const part = {};
    for (const { type, value } of formatOf(zone).formatToParts(moment))
        part[type] = Number(value);
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
}
function offsetAt(zone, moment) {
    return wallAt(zone, moment) - Math.floor(moment / 1_000) * 1_000;
}
/**
 * When a clock on the wall shows this: the first time when it does twice, and the next moment that exists when it never does. A zone
 * may skip a whole day (Samoa, 2011), so the offsets are looked up two days before and after.
 */
function momentOf(zone, wall) {
    const offsets = [offsetAt(zone, wall - 2 * exports.DAY), offsetAt(zone, wall + 2 * exports.DAY)];
    const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
    const shown = candidates.find((moment) => wallAt(zone, moment) === wall);
    return shown ?? firstAfter(zone, wall, candidates[0], candidates[1]);
}
/** The moment of the jump over `wall`, which lies between the two, to the second. */
function firstAfter(zone, wall, before, after) {
    let [low, high] = [before, after];
    while (high - low > 1_000) {
        const middle = low + Math.floor((high - low) / 2_000) * 1_000;
        if (wallAt(zone, middle) >= wall)
            high = middle;
        else
            low = middle;
    }
    return high;
}
//# sourceMappingURL=zone.js.map