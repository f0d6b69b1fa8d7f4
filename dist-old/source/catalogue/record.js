"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseRecord = exports.MAX_VERSIONS_IN_RECORD = exports.RecordError = void 0;
exports.readRecord = readRecord;
exports.required = required;
exports.optional = optional;
const url_1 = require("../../config/url");
const poll_times_1 = require("../polling/poll-times");
const moment_1 = require("../../common/moment");
const text_1 = require("../../common/text");
const ordering_settings_1 = require("../../version/ordering-settings");
/** Why a record was not taken: names the field and what is wrong. */
class RecordError extends Error {
    /** @param field which one is wrong, such as `versions[3].released_at`; null = it is not about one field */
    constructor(message, field = null) {
        super(message);
        this.field = field;
    }
}
exports.RecordError = RecordError;
exports.MAX_VERSIONS_IN_RECORD = 50_000;
const LINE = 'the line';
const bad = (field, message) => {
    throw new RecordError(`${field} ${message}`, field === LINE ? null : field);
};
/**
 * Reads one line: `{"publisher":{name,url,support_url,privacy_url},"software":{name,description,short_description,url},
 * "versions":[{version,released_at,removed_at,prerelease,notes_url}],"source":{kind,id},
 * "ordering":{scheme,calver_pattern,tag_pattern,ignore_pattern,prerelease_pattern},"feed":{type,settings,interval}}`. Other keys are ignored.
 * @throws RecordError
 */
const parseRecord = (text) => readRecord(parseJson(text));
exports.parseRecord = parseRecord;
/**
 * The same, of what is parsed already.
 * @throws RecordError
 */
function readRecord(value) {
    const record = fieldsOf(LINE, value);
    const publisher = fieldsOf('publisher', record.publisher);
    const software = fieldsOf('software', record.software);
    return {
        source: readSource(record.source),
        publisher: {
            name: required('publisher.name', publisher.name, 255),
            url: url('publisher.url', publisher.url),
            supportUrl: url('publisher.support_url', publisher.support_url),
            privacyUrl: url('publisher.privacy_url', publisher.privacy_url),
        },
        software: {
            name: required('software.name', software.name, 255),
            shortDescription: optional('software.short_description', software.short_description, 1_000),
            description: optional('software.description', software.description, 10_000),
            url: url('software.url', software.url),
        },
        ordering: readOrdering(record.ordering),
        feed: readFeed(record.feed),
        versions: readVersions(record.versions),
    };
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return bad(LINE, 'is not valid JSON');
    }
}
function fieldsOf(field, value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return bad(field, 'must be an object');
    return value;
}
function readSource(value) {
    if (value === undefined || value === null)
        return null;
    const source = fieldsOf('source', value);
    const kind = required('source.kind', source.kind, 32);
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(kind) || kind === 'name')
        bad('source.kind', 'must be lower-case letters, digits, dots, - or _, and not "name"');
    return `${kind}:${required('source.id', source.id, 200)}`;
}
/** Absent settings are the defaults: what `ordering` says is the whole of it. */
function readOrdering(value) {
    if (value === undefined || value === null)
        return null;
    const ordering = fieldsOf('ordering', value);
    const row = {
        scheme: optional('ordering.scheme', ordering.scheme, 16) ?? 'generic',
        calver_pattern: optional('ordering.calver_pattern', ordering.calver_pattern, 64),
        tag_pattern: optional('ordering.tag_pattern', ordering.tag_pattern, 255),
        ignore_pattern: optional('ordering.ignore_pattern', ordering.ignore_pattern, 255),
        prerelease_pattern: optional('ordering.prerelease_pattern', ordering.prerelease_pattern, 255),
    };
    const problem = (0, ordering_settings_1.orderingProblem)(row);
    return problem ? bad(`ordering.${problem.field}`, problem.message) : row;
}
function readFeed(value) {
    if (value === undefined || value === null)
        return null;
    const feed = fieldsOf('feed', value);
    const type = required('feed.type', feed.type, 32);
    const interval = optional('feed.interval', feed.interval, 16);
    const seconds = interval === null ? null : (0, poll_times_1.parseInterval)(interval);
    if (interval !== null && seconds === null)
        bad('feed.interval', poll_times_1.INTERVAL_RULE);
    return { type, settings: fieldsOf('feed.settings', feed.settings), interval: seconds };
}
function readVersions(value) {
    if (value === undefined || value === null)
        return [];
    if (!Array.isArray(value))
        return bad('versions', 'must be an array');
    if (value.length > exports.MAX_VERSIONS_IN_RECORD)
        bad('versions', `must not have more than ${exports.MAX_VERSIONS_IN_RECORD} entries`);
    const versions = new Map();
    value.forEach((entry, index) => {
        const version = readVersion(`versions[${index}]`, entry);
        versions.set(version.label, version);
    });
    return [...versions.values()];
}
function readVersion(field, value) {
    const version = fieldsOf(field, value);
    const { prerelease } = version;
    if (prerelease !== undefined && prerelease !== null && typeof prerelease !== 'boolean')
        bad(`${field}.prerelease`, 'must be true, false or null');
    return {
        label: required(`${field}.version`, version.version, 255),
        releasedAt: moment(`${field}.released_at`, version.released_at),
        removedAt: moment(`${field}.removed_at`, version.removed_at),
        prerelease: typeof prerelease === 'boolean' ? prerelease : null,
        notesUrl: url(`${field}.notes_url`, version.notes_url),
    };
}
/** What no text of the catalogue may hold is replaced, as a feed with one broken character is still worth having. */
const clean = (text) => text.toWellFormed().replaceAll('\u0000', '\uFFFD').trim();
/** A text that must be there, in the form in which it is stored. */
function required(field, value, max) {
    if (typeof value !== 'string')
        return bad(field, 'must be text');
    const text = clean(value);
    if (text === '')
        bad(field, 'must not be empty');
    if ((0, text_1.lengthOf)(text) > max)
        bad(field, `must not be longer than ${max} characters`);
    return text;
}
function optional(field, value, max) {
    if (value === undefined || value === null)
        return null;
    if (typeof value !== 'string')
        return bad(field, 'must be text');
    const text = clean(value);
    if ((0, text_1.lengthOf)(text) > max)
        bad(field, `must not be longer than ${max} characters`);
    return text === '' ? null : text;
}
function url(field, value) {
    const text = optional(field, value, 2_048);
    if (text === null)
        return null;
    const parsed = (0, url_1.parseUrl)(text);
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
        return bad(field, 'must be an http or https URL');
    return text;
}
function moment(field, value) {
    if (value === undefined || value === null)
        return null;
    const read = typeof value === 'string' ? (0, moment_1.parseMoment)(value) : null;
    return read ?? bad(field, 'must be a date (YYYY-MM-DD) or an RFC 3339 datetime');
}
//# sourceMappingURL=record.js.map