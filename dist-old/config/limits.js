"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Limits = void 0;
exports.readLimits = readLimits;
const duration_1 = require("./duration");
const rate_1 = require("./rate");
const url_1 = require("./url");
/** How much of everything one caller may have, and how long what is over is kept. */
class Limits {
}
exports.Limits = Limits;
/** Deliveries go on for a week, and whoever looks for one that failed should still find it. */
const SHORTEST_KEPT = '14d';
function readLimits(config, reader) {
    config.rateLimit = readRate(reader, 'RATE_LIMIT', { points: 6_000, seconds: 60 });
    config.rateLimitFailedAuth = readRate(reader, 'RATE_LIMIT_FAILED_AUTH', { points: 30, seconds: 60 });
    config.rateLimitPages = readRate(reader, 'RATE_LIMIT_PAGES', { points: 120, seconds: 60 });
    config.redisUrl = reader.read('REDIS_URL', null, parseRedisUrl, 'redis://… or rediss://…');
    config.bodyLimit = reader.integer('BODY_LIMIT', 262_144, 1_024, 16_777_216);
    config.catalogueLimit = reader.integer('CATALOGUE_LIMIT', 10_485_760, 1_024, 2_147_483_647);
    config.queryLimit = reader.integer('QUERY_LIMIT', 8_192, 256, 65_536);
    config.headerLimit = reader.integer('HEADER_LIMIT', 16_384, 4_096, 131_072);
    config.favoritesPerUser = reader.integer('FAVORITES_PER_USER', 10_000, 1, 1_000_000);
    config.channelsPerUser = reader.integer('CHANNELS_PER_USER', 100, 1, 10_000);
    config.keepNotifications = readKept(reader);
}
function readRate(reader, name, fallback) {
    return reader.read(name, fallback, rate_1.parseRate, rate_1.RATE);
}
function readKept(reader) {
    const least = (0, duration_1.parseDuration)(SHORTEST_KEPT);
    const parse = (text) => {
        if (text.toLowerCase() === 'forever')
            return Infinity;
        const seconds = (0, duration_1.parseDuration)(text);
        return seconds !== null && seconds >= least ? seconds : null;
    };
    const expected = `a duration such as 90d, at least ${SHORTEST_KEPT}, or forever`;
    const seconds = reader.read('KEEP_NOTIFICATIONS', (0, duration_1.parseDuration)('180d'), parse, expected);
    return seconds === Infinity ? null : seconds;
}
function parseRedisUrl(text) {
    const url = (0, url_1.parseUrl)(text);
    return url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname ? text : null;
}
//# sourceMappingURL=limits.js.map