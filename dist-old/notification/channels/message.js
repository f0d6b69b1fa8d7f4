"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.cleanMessage = cleanMessage;
exports.testMessage = testMessage;
const clean_text_1 = require("./clean-text");
const MAX_NAME = 200;
const MAX_VERSION = 100;
const MAX_REASON = 500;
/** Beyond these nobody reads, and no channel has room. */
const MAX_VERSIONS = 200;
const MAX_UPDATES = 500;
const MAX_SOURCES = 100;
/**
 * The message with everything from outside made harmless for any channel: one-line texts within their limits, no control
 * or direction characters, no lone surrogates, and no link but http(s). Escaping is each channel's own business.
 */
function cleanMessage(message) {
    const { channel, sources } = message;
    return {
        ...message,
        updates: message.updates.slice(0, MAX_UPDATES).map(cleanUpdate),
        ...(channel && {
            channel: {
                ...channel,
                name: (0, clean_text_1.cleanLine)(channel.name, MAX_NAME),
                reason: (0, clean_text_1.cleanLine)(channel.reason, MAX_REASON),
            },
        }),
        ...(sources && { sources: sources.slice(0, MAX_SOURCES).map(cleanSource) }),
        links: cleanLinks(message.links),
    };
}
/** A message by which a person sees that a channel works. */
function testMessage(timestamp, links = {}) {
    return { kind: 'test', timestamp, updates: [], total: 0, links };
}
function cleanUpdate(update) {
    const { software, publisher, favorite, trackedVersion, version } = update;
    return {
        ...update,
        software: { ...software, name: (0, clean_text_1.cleanLine)(software.name, MAX_NAME), url: (0, clean_text_1.safeUrl)(software.url) },
        publisher: publisher && { ...publisher, name: (0, clean_text_1.cleanLine)(publisher.name, MAX_NAME) },
        favorite: favorite && { ...favorite, url: (0, clean_text_1.safeUrl)(favorite.url) ?? '' },
        trackedVersion: trackedVersion && cleanVersion(trackedVersion),
        version: cleanVersion(version),
        versions: update.versions.slice(0, MAX_VERSIONS).map(cleanVersion),
        links: cleanLinks(update.links),
    };
}
function cleanSource(source) {
    const { software, lastError, links } = source;
    return {
        ...source,
        software: { ...software, name: (0, clean_text_1.cleanLine)(software.name, MAX_NAME) },
        lastError: (0, clean_text_1.cleanLine)(lastError, MAX_REASON),
        links: cleanLinks(links),
    };
}
function cleanVersion({ id, version, created_at }) {
    return { id, version: (0, clean_text_1.cleanLine)(version, MAX_VERSION), created_at };
}
function cleanLinks(links) {
    const safe = Object.entries(links).map(([name, url]) => [name, (0, clean_text_1.safeUrl)(url)]);
    return Object.fromEntries(safe.filter(([, url]) => url !== null));
}
//# sourceMappingURL=message.js.map