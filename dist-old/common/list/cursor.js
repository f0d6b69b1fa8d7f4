"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.encodeCursor = encodeCursor;
exports.decodeCursor = decodeCursor;
const ids_1 = require("../ids");
/** A name of 255 control characters is 1,530 bytes in JSON. */
const MAX_CURSOR_LENGTH = 4_096;
/** Opaque text for a URL. It names the order that it belongs to, so that it cannot be used with another. */
function encodeCursor(sort, cursor) {
    return Buffer.from(JSON.stringify([sort, cursor.backwards ? 1 : 0, cursor.value, cursor.id])).toString('base64url');
}
/** @returns null when the text is not a cursor of this order */
function decodeCursor(text, sort) {
    if (text.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(text))
        return null;
    try {
        const parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
        if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== sort)
            return null;
        const [, back, value, id] = parts;
        if ((back !== 0 && back !== 1) || typeof value !== 'string' || !(0, ids_1.isId)(id))
            return null;
        return { backwards: back === 1, value, id };
    }
    catch {
        return null; // not JSON: the caller says which parameter is wrong
    }
}
//# sourceMappingURL=cursor.js.map