"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseUrl = parseUrl;
/**
 * The URL that a text is, or null. Not `URL.canParse`: on Node 20, once it is optimised, it refuses URLs with letters such as ü.
 */
function parseUrl(text) {
    try {
        return new URL(text);
    }
    catch {
        return null; // not a URL: the caller says what it should have been
    }
}
//# sourceMappingURL=url.js.map