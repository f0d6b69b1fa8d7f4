"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.queryPairs = queryPairs;
exports.readListRequest = readListRequest;
exports.readIncludes = readIncludes;
const problem_1 = require("../problem/problem");
const moment_1 = require("../moment");
const text_1 = require("../text");
const ids_1 = require("../ids");
const cursor_1 = require("./cursor");
const list_spec_1 = require("./list-spec");
const MAX_FILTERS = 20;
const MAX_VALUE_LENGTH = 512;
const OPERATORS = new Set(['eq', 'ne', 'like', 'gt', 'gte', 'lt', 'lte']);
const FIELD = /^(?:filter\[([a-z_]+)\]|([a-z_]+))(?:\[([a-z]+)\])?$/;
/** The query string of a request's URL, as pairs in their order. */
function queryPairs(url) {
    const start = url.indexOf('?');
    return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
}
/** Reads one parameter after the other and collects everything that is wrong. */
class ListQueryReader {
    constructor(spec) {
        this.spec = spec;
        this.errors = [];
        this.filters = [];
        this.includes = new Set();
        this.kept = [];
        this.single = new Map();
    }
    read(name, value) {
        if (value.length > MAX_VALUE_LENGTH && name !== 'cursor')
            return this.refuse(name, `must not be longer than ${MAX_VALUE_LENGTH} characters`);
        if (['page', 'per_page', 'cursor', 'sort', 'includeTotal'].includes(name))
            return this.readOnce(name, value);
        if (this.spec.includes?.includes(name))
            return this.readInclude(name, value);
        this.readFilter(name, value);
    }
    refuse(field, message) {
        this.errors.push({ field, message });
    }
    text(name) {
        return this.single.get(name);
    }
    integer(name, fallback, max) {
        const text = this.text(name);
        if (text === undefined)
            return fallback;
        const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
        if (value >= 1 && value <= max)
            return value;
        this.refuse(name, `must be a whole number from 1 to ${max}`);
        return fallback;
    }
    switchedOn(name) {
        const text = this.text(name);
        return text !== undefined && this.readSwitch(name, text);
    }
    /** Whether any parameter says which part of the list is wanted. */
    selectsPage() {
        return ['page', 'per_page', 'cursor'].some((name) => this.single.has(name));
    }
    readOnce(name, value) {
        if (this.single.has(name))
            return this.refuse(name, 'must not be given twice');
        this.single.set(name, value);
        if (name !== 'page' && name !== 'cursor')
            this.kept.push([name, value]);
    }
    readInclude(name, value) {
        if (this.kept.some(([kept]) => kept === name))
            return this.refuse(name, 'must not be given twice');
        if (this.readSwitch(name, value))
            this.includes.add(name);
        this.kept.push([name, value]);
    }
    readSwitch(name, value) {
        if (['', 'true', '1'].includes(value))
            return true;
        if (!['false', '0'].includes(value))
            this.refuse(name, 'must be true, 1, false, 0 or without a value');
        return false;
    }
    readFilter(name, text) {
        const match = FIELD.exec(name);
        const field = match?.[1] ?? match?.[2];
        const spec = field === undefined || !Object.hasOwn(this.spec.filters, field) ? undefined : this.spec.filters[field];
        if (!match || !field || !spec)
            return this.refuse((0, text_1.firstCharacters)(name, 100), 'is not a parameter of this address');
        const operator = (match[3] ?? 'eq');
        if (!OPERATORS.has(operator) || !spec.operators.includes(operator))
            return this.refuse(name, `takes ${spec.operators.map((one) => `${field}[${one}]`).join(', ')}`);
        if (this.filters.length >= MAX_FILTERS)
            return this.refuse(name, `is one filter too many (${MAX_FILTERS} at most)`);
        const { kind, column } = spec.per?.[operator] ?? spec;
        const value = parseFilterValue(kind, operator, text, spec.values);
        if (value === null)
            return this.refuse(name, EXPECTED[kind](spec.values));
        this.filters.push({ field, operator, kind, column, value, condition: spec.condition });
        this.kept.push([name, text]);
    }
}
const EXPECTED = {
    name: () => 'must be text of at most 255 characters',
    label: () => 'must be text of at most 255 characters',
    version: () => 'must be a version of at most 255 characters',
    code: () => 'must be at most 32 lower-case letters, digits and -',
    boolean: () => 'must be true, false, 1 or 0',
    moment: () => 'must be an ISO 8601 date or datetime with at most six fractional digits',
    id: () => 'must be a uuid',
    word: (values = []) => `must be one of ${values.join(', ')}`,
};
function parseFilterValue(kind, operator, given, values = []) {
    // As the import does: no stored text has a NUL, and SQLite's LIKE would end the pattern there.
    const text = given.replaceAll('\u0000', '\uFFFD');
    switch (kind) {
        case 'boolean':
            return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : null;
        case 'moment':
            return (0, moment_1.parseMoment)(text);
        case 'id':
            return (0, ids_1.isId)(text) ? text.toLowerCase() : null;
        case 'word':
            return values.includes(text) ? text : null;
        case 'name':
            if ((0, text_1.lengthOf)(text) > 255)
                return null;
            return operator === 'like' ? (0, text_1.fold)(text) : (0, text_1.foldName)(text);
        case 'label':
            return (0, text_1.lengthOf)(text) <= 255 ? text.toLowerCase() : null;
        case 'version':
            return text !== '' && (0, text_1.lengthOf)(text) <= 255 ? text : null;
        case 'code':
            return /^[a-z0-9-]{1,32}$/.test(text) ? text : null;
    }
}
/**
 * Reads the query of a list.
 * @throws Problem 400 that names every parameter which is unknown or has a bad value
 */
function readListRequest(spec, url) {
    const reader = new ListQueryReader(spec);
    for (const [name, value] of queryPairs(url))
        reader.read(name, value);
    const sortText = reader.text('sort') ?? spec.defaultSort;
    const sort = sortText.replace(/^-/, '');
    if (!Object.hasOwn(spec.sorts, sort))
        reader.refuse('sort', `must be one of ${Object.keys(spec.sorts).join(', ')}, with - in front for descending`);
    const cursorText = reader.text('cursor');
    if (cursorText !== undefined && reader.text('page') !== undefined)
        reader.refuse('cursor', 'cannot be combined with page');
    const cursor = cursorText === undefined ? null : readCursor(spec, cursorText, sortText);
    if (cursorText !== undefined && cursor === null)
        reader.refuse('cursor', 'is not a cursor of this list in this order; take it from next_cursor');
    const whole = spec.defaultPerPage !== undefined && !reader.selectsPage();
    const request = {
        filters: reader.filters,
        sort,
        descending: sortText.startsWith('-'),
        perPage: whole ? spec.defaultPerPage : reader.integer('per_page', list_spec_1.DEFAULT_PER_PAGE, list_spec_1.MAX_PER_PAGE),
        // After a whole list goes on by cursor: page 2 would count in pages of another size.
        page: cursorText === undefined && !whole ? reader.integer('page', 1, list_spec_1.MAX_PAGE) : null,
        cursor,
        includes: reader.includes,
        includeTotal: reader.switchedOn('includeTotal'),
        kept: reader.kept,
    };
    if (reader.errors.length > 0)
        throw queryProblem(reader.errors);
    return request;
}
function readCursor(spec, text, sortText) {
    const cursor = (0, cursor_1.decodeCursor)(text, sortText);
    const holds = spec.sorts[sortText.replace(/^-/, '')]?.holds;
    if (!cursor || (holds === 'moment' && !(0, moment_1.isStoredMoment)(cursor.value)))
        return null;
    return holds === 'ascii' && !/^\p{ASCII}*$/u.test(cursor.value) ? null : cursor;
}
/**
 * Reads the query of an address that answers one resource: includes only.
 * @throws Problem 400 that names every unknown parameter and bad value
 */
function readIncludes(includes, url) {
    const reader = new ListQueryReader({ filters: {}, sorts: {}, defaultSort: '', idColumn: '', includes });
    for (const [name, value] of queryPairs(url)) {
        if (includes.includes(name))
            reader.read(name, value);
        else
            reader.refuse((0, text_1.firstCharacters)(name, 100), 'is not a parameter of this address');
    }
    if (reader.errors.length > 0)
        throw queryProblem(reader.errors);
    return reader.includes;
}
function queryProblem(errors) {
    const [first] = errors;
    return new problem_1.Problem('invalid-query', `${first.field}: ${first.message}`, errors);
}
//# sourceMappingURL=list-request.js.map