"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.descends = void 0;
exports.validatePath = validatePath;
exports.valuesAt = valuesAt;
exports.firstAt = firstAt;
exports.compilePath = compilePath;
const json_p3_1 = require("json-p3");
const read_1 = require("./read");
const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, RelativeQuery } = json_p3_1.jsonpath.expressions;
/**
 * JSONPath (RFC 9535) without what lets the work grow faster than the document: several selectors at once, more than one `..`,
 * queries in filters that look at more than one value, and functions (`match` and `search` would run a pattern without bounds).
 */
const environment = new json_p3_1.JSONPathEnvironment({ maxRecursionDepth: 32 });
environment.functionRegister.clear();
/** What is wrong with a JSONPath, in words that follow the name of a field, or null. */
function validatePath(text) {
    try {
        return excessOf(environment.compile(text));
    }
    catch (error) {
        return `is not a JSONPath that can be used: ${error.message}`;
    }
}
/**
 * The values at a valid path, in the order of the document.
 * @throws Error when the document is nested too deeply
 */
function* valuesAt({ query }, document) {
    for (const { value, location } of query.lazyQuery(document))
        yield { value, key: location.at(-1) };
}
/**
 * The first of them; undefined where there is none.
 * @throws Error when the document is nested too deeply
 */
function firstAt(path, document) {
    if (path.names)
        return memberAt(path.names, document);
    for (const { value } of valuesAt(path, document))
        return value;
    return undefined;
}
/** As the library finds it, in a tenth of its time: each of a list's thousands of items has such paths. */
function memberAt(names, document) {
    let value = document;
    for (const name of names) {
        if (!(0, read_1.isFields)(value) || !Object.hasOwn(value, name))
            return undefined;
        value = value[name];
    }
    return value;
}
/** Whether it looks at everything below some value, at any depth (`..`). */
const descends = ({ query }) => query.segments.some(({ token }) => token.kind === json_p3_1.TokenKind.DDOT);
exports.descends = descends;
/** Compiled paths that are kept: the same few are used for every product of a host, and to compile one takes longer than to follow it. */
const COMPILED_AT_MOST = 1_000;
const compiled = new Map();
function compilePath(text) {
    const known = compiled.get(text);
    if (known)
        return known;
    const query = environment.compile(text);
    const path = { query, names: namesOf(query) };
    if (compiled.size >= COMPILED_AT_MOST)
        compiled.clear();
    compiled.set(text, path);
    return path;
}
function namesOf({ segments }) {
    const names = segments.map(({ token, selectors: [selector, ...more] }) => {
        const isName = token.kind !== json_p3_1.TokenKind.DDOT && more.length === 0 && selector instanceof json_p3_1.jsonpath.selectors.NameSelector;
        return isName ? selector.name : null;
    });
    return names.includes(null) ? null : names;
}
function excessOf({ segments }) {
    if (segments.some(({ selectors }) => selectors.length > 1))
        return 'must not have several selectors in one […]';
    if (segments.filter(({ token }) => token.kind === json_p3_1.TokenKind.DDOT).length > 1)
        return 'must not have more than one ..';
    const filters = segments.flatMap(({ selectors }) => selectors.flatMap((one) => (one instanceof json_p3_1.jsonpath.selectors.FilterSelector ? [one.expression] : [])));
    return filters.every(isSimple) ? null : 'must compare single values of the same item (@.name) in a filter';
}
/** Whether a filter takes the same few steps for every item. */
function isSimple(expression) {
    if (expression instanceof LogicalExpression)
        return isSimple(expression.expression);
    if (expression instanceof PrefixExpression)
        return isSimple(expression.right);
    if (expression instanceof InfixExpression)
        return isSimple(expression.left) && isSimple(expression.right);
    if (expression instanceof FilterQuery)
        return expression instanceof RelativeQuery && expression.path.singularQuery();
    return !(expression instanceof FunctionExtension);
}
//# sourceMappingURL=json-path.js.map