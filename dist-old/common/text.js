"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lengthOf = exports.foldName = void 0;
exports.fold = fold;
exports.firstCharacters = firstCharacters;
/**
 * The form in which names are compared, ordered and searched: NFC, lower case, trimmed, at most 255 characters.
 * Made here and stored beside the name, so that every database compares the same way.
 */
const foldName = (name) => firstCharacters(fold(name).trim(), 255);
exports.foldName = foldName;
/** A part of a name, in the same form: blanks at its ends count. */
function fold(part) {
    // Lower-case sigma depends on what follows, which a part of a name does not know.
    return part.toWellFormed().normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
/**
 * At most `max` characters (code points) from the start, as the databases count them: no half of a surrogate pair is left at the end, and
 * one that was there becomes U+FFFD.
 */
function firstCharacters(text, max) {
    // The slice only keeps the array small: a character has two units at most.
    return [...text.slice(0, 2 * max).toWellFormed()].slice(0, max).join('');
}
/** Length in characters (code points), as the databases count it. */
const lengthOf = (text) => [...text].length;
exports.lengthOf = lengthOf;
//# sourceMappingURL=text.js.map