"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.RATE = void 0;
exports.parseRate = parseRate;
const duration_1 = require("./duration");
const MOST = 1_000_000;
const LONGEST = 86_400;
/** What a rate must be, for the person who wrote something else. */
exports.RATE = 'a number and a duration, such as 600/1m (at most 1000000, and 1d), or off';
/**
 * Reads `600/1m`, or `off`.
 * @returns false for `off`; null when the text is neither
 */
function parseRate(text) {
    if (text.toLowerCase() === 'off')
        return false;
    const match = /^(\d{1,7})\s*\/\s*(\w+)$/.exec(text);
    if (!match)
        return null;
    const points = Number(match[1]);
    const seconds = (0, duration_1.parseDuration)(match[2]);
    const usable = points >= 1 && points <= MOST && seconds !== null && seconds <= LONGEST;
    return usable ? { points, seconds } : null;
}
//# sourceMappingURL=rate.js.map