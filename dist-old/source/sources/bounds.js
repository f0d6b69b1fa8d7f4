"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.boundParts = boundParts;
const source_1 = require("./source");
/**
 * Refuses a text with too many of what makes a parser work, before it is parsed: time and memory go with the number of its parts much
 * more than with its length, and the process does nothing else meanwhile.
 * @param marks characters that begin or end a part
 * @throws SourceError
 */
function boundParts(text, marks, max) {
    if (text.length <= max)
        return;
    const counted = new Set([...marks].map((mark) => mark.charCodeAt(0)));
    let parts = 0;
    for (let at = 0; at < text.length; at++)
        if (counted.has(text.charCodeAt(at)) && ++parts > max)
            throw new source_1.SourceError('The answer has too many parts to be read', null, 'size');
}
//# sourceMappingURL=bounds.js.map