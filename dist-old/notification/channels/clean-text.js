"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.cleanLine = cleanLine;
exports.cut = cut;
exports.safeUrl = safeUrl;
const url_1 = require("../../config/url");
/** Direction marks, embeddings, overrides and isolates: they make a text read as another one. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible characters that hide or split words. The joiners U+200C and U+200D stay: scripts and emoji need them. */
const INVISIBLE = /[\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const MAX_URL_LENGTH = 2048;
/**
 * One line of text from outside, fit for a header, a log or a page: control characters and line breaks become a space,
 * direction controls and invisible characters go, lone surrogates become U+FFFD, and the rest is cut to `max` UTF-16
 * units with `…` at the end, never inside a surrogate pair.
 */
function cleanLine(text, max) {
    // Far more than any limit, and enough to keep megabytes out of the expressions below.
    const line = text
        .slice(0, 4 * max + 100)
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .replace(BIDI, '')
        .replace(INVISIBLE, '')
        .replace(/\p{Cs}/gu, '\uFFFD')
        .trim();
    return cut(line, max);
}
/** At most `max` UTF-16 units, with `…` when something was cut; no half of a surrogate pair, no dangling joiner. */
function cut(text, max) {
    if (text.length <= max)
        return text;
    return (text
        .slice(0, Math.max(0, max - 1))
        .replace(/[\uD800-\uDBFF]$/, '')
        .replace(/[\s\u200D]+$/u, '') + '…');
}
/** The URL in its normal form when it is http or https without user name and password; null for anything else. */
function safeUrl(text) {
    if (!text || text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text))
        return null;
    const url = (0, url_1.parseUrl)(text);
    if (!url)
        return null;
    // `https://bank.example@evil.example` shows one host and opens another.
    return url.username || url.password || url.href.length > MAX_URL_LENGTH ? null : url.href;
}
//# sourceMappingURL=clean-text.js.map