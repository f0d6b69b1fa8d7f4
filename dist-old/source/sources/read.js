"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.objectsOf = void 0;
exports.fieldsOf = fieldsOf;
exports.listOf = listOf;
exports.isFields = isFields;
exports.textOf = textOf;
exports.dateOf = dateOf;
exports.linkOf = linkOf;
const moment_1 = require("../../common/moment");
const source_1 = require("./source");
/** @throws SourceError when it is not an object */
function fieldsOf(value, what = 'The answer') {
    if (isFields(value))
        return value;
    throw new source_1.SourceError(`${what} is not an object`, null, 'format');
}
/** @throws SourceError when it is not a list */
function listOf(value, what = 'The answer') {
    if (Array.isArray(value))
        return value;
    throw new source_1.SourceError(`${what} is not a list`, null, 'format');
}
/** The objects of a list; what else is in it is left out. */
const objectsOf = (value, what) => listOf(value, what).filter(isFields);
exports.objectsOf = objectsOf;
function isFields(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** A text that is not empty, trimmed; null for anything else. */
function textOf(value) {
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? null : text;
}
/** A time of day without a zone at its end, or no time of day at all: JavaScript would take the zone of this server. */
const ZONELESS = /^[^:]*[^:Zz]$|^[^:]*\d:\d\d(:\d\d(\.\d+)?)?( ?[AaPp][Mm])?$/;
/** A date in ISO 8601 (UTC), out of a date or a moment in any usual form, in UTC unless it says otherwise; null for anything else. */
function dateOf(value) {
    const text = textOf(value);
    if (text === null || text.length > 64 || !/\d{4}/.test(text))
        return null;
    // Nearly all sources write it so, and some have thousands.
    const moment = (0, moment_1.parseMoment)(text);
    if (moment !== null)
        return inRange(Number(moment.slice(0, 4))) ? `${moment.slice(0, 10)}T${moment.slice(11, 23)}Z` : null;
    const date = new Date(ZONELESS.test(text) ? `${text.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')} UTC` : text);
    const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
    return inRange(year) ? date.toISOString() : null;
}
const inRange = (year) => year >= 1970 && year < 2200;
/** An http(s) URL; null for anything else. */
function linkOf(value) {
    const text = textOf(value);
    return text !== null && text.length <= 2_048 && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
}
//# sourceMappingURL=read.js.map