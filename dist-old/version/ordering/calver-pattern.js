"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.CalverPattern = exports.MAX_CALVER_PATTERN = void 0;
exports.validateCalverPattern = validateCalverPattern;
const FIELD = /(YYYY|0Y|YY|0M|MM|0W|WW|0D|DD|MAJOR|MINOR|MICRO)/;
/** What a field takes; the second number is for a field with another one right behind it, as in YYYY0M0D. */
const FIELDS = new Map([
    ['YYYY', { kind: 'year', digits: /\d{4}/y, joined: /\d{4}/y }],
    ['YY', { kind: 'year', digits: /\d{1,4}/y, joined: /\d{2}/y }],
    ['0Y', { kind: 'year', digits: /\d{2,4}/y, joined: /\d{2}/y }],
    ['MM', { kind: 'month', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
    ['0M', { kind: 'month', digits: /\d{2}/y, joined: /\d{2}/y }],
    ['WW', { kind: 'week', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
    ['0W', { kind: 'week', digits: /\d{2}/y, joined: /\d{2}/y }],
    ['DD', { kind: 'day', digits: /\d{1,2}/y, joined: /\d{1,2}/y }],
    ['0D', { kind: 'day', digits: /\d{2}/y, joined: /\d{2}/y }],
    ['MAJOR', { kind: 'major', digits: /\d+/y, joined: /\d+/y }],
    ['MINOR', { kind: 'minor', digits: /\d+/y, joined: /\d+/y }],
    ['MICRO', { kind: 'micro', digits: /\d+/y, joined: /\d+/y }],
]);
/** The units of a date, the largest first, and the most each may be. */
const DATE_UNITS = new Map([
    ['year', 9999],
    ['month', 12],
    ['week', 53],
    ['day', 31],
]);
exports.MAX_CALVER_PATTERN = 64;
/** What is wrong with a pattern, as a sentence for its author, or null. */
function validateCalverPattern(pattern) {
    if (pattern.length > exports.MAX_CALVER_PATTERN)
        return `must be at most ${exports.MAX_CALVER_PATTERN} characters long`;
    const kinds = piecesOf(pattern).map((piece) => piece.kind);
    if (!kinds.includes('year'))
        return 'must have a year: YYYY, YY or 0Y';
    if (new Set(kinds).size < kinds.length)
        return 'must have each field only once';
    if (/MODIFIER./.test(pattern))
        return 'must have MODIFIER, if at all, at its end';
    return null;
}
function piecesOf(pattern) {
    const parts = pattern.replace(/[-._]?MODIFIER$/, '').split(FIELD);
    const pieces = [];
    for (let i = 1; i < parts.length; i += 2) {
        const field = FIELDS.get(parts[i]);
        const literal = parts[i - 1].toLowerCase();
        const joined = parts[i + 1] === '' && i + 2 < parts.length;
        const optional = literal !== '' && pieces.some((piece) => piece.kind === 'year');
        if (field)
            pieces.push({ literal, kind: field.kind, digits: joined ? field.joined : field.digits, optional });
    }
    return pieces;
}
/** A pattern made ready to read versions. One that is not valid reads none. */
class CalverPattern {
    constructor(pattern) {
        this.pieces = validateCalverPattern(pattern) === null ? piecesOf(pattern) : [];
        this.order = orderOf(this.pieces.map((piece) => piece.kind));
        this.descending = this.order.every((from, to) => from === to);
    }
    read(version) {
        const text = version.toLowerCase();
        const values = [];
        let position = this.start(text);
        for (const piece of this.pieces) {
            const value = text.startsWith(piece.literal, position)
                ? take(piece, text, position + piece.literal.length)
                : null;
            if (value === null && !piece.optional)
                return null;
            if (value === null)
                break;
            position += piece.literal.length + value.length;
            values.push(value);
        }
        if (values.length === 0 || /^\d/.test(text.slice(position)))
            return null;
        return { numbers: this.numbersOf(values), tail: text.slice(position) };
    }
    /** The years of a series may be short too; null if there are more numbers than fields. */
    seriesNumbers(numbers) {
        if (!this.descending || numbers.length > this.pieces.length)
            return null;
        return numbers.map((number, index) => (this.pieces[index]?.kind === 'year' ? fullYear(number) : number));
    }
    /** A pattern that begins with a field is looked for at the first digit: v2024.1, release-2024.1. */
    start(text) {
        const literal = this.pieces[0]?.literal;
        const found = literal ? text.indexOf(literal) : text.search(/\d/);
        return Math.max(found, 0);
    }
    numbersOf(values) {
        return this.order.map((index) => {
            const value = values[index] ?? '0';
            return this.pieces[index]?.kind === 'year' ? fullYear(value) : value;
        });
    }
}
exports.CalverPattern = CalverPattern;
function take(piece, text, position) {
    piece.digits.lastIndex = position;
    const value = piece.digits.exec(text)?.[0];
    return value === undefined || Number(value) > (DATE_UNITS.get(piece.kind) ?? Infinity) ? null : value;
}
/** Date units change places among themselves; other numbers stay where the pattern has them. */
function orderOf(kinds) {
    const units = [...DATE_UNITS.keys()];
    const isDate = (index) => DATE_UNITS.has(kinds[index]);
    const dates = [...kinds.keys()].filter(isDate);
    dates.sort((a, b) => units.indexOf(kinds[a]) - units.indexOf(kinds[b]));
    return [...kinds.keys()].map((index) => (isDate(index) ? dates.shift() : index));
}
/** 24 is 2024 and 106 is 2106 (calver.org counts from 2000), but 69 to 99 are of the last century, as POSIX has it for %y. */
function fullYear(digits) {
    const year = Number(digits);
    if (digits.length > 3)
        return digits;
    return String(year >= 69 && year <= 99 ? 1900 + year : 2000 + year);
}
//# sourceMappingURL=calver-pattern.js.map