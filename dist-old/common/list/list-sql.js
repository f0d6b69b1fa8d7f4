"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.likePattern = likePattern;
exports.pageSql = pageSql;
exports.totalSql = totalSql;
const COMPARISON = {
    eq: '=',
    ne: '<>',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
};
/** `%` matches any run of characters; a pattern without it matches anywhere; `_` is an ordinary character. */
function likePattern(value) {
    const escaped = value.replace(/[!_]/g, '!$&');
    return value.includes('%') ? escaped : `%${escaped}%`;
}
function filterSql(filter) {
    const { operator, value } = filter;
    if (filter.condition)
        return { text: filter.condition, parameters: [value] };
    const column = filter.kind === 'label' ? `LOWER(${filter.column})` : filter.column;
    if (operator === 'like')
        return { text: `${column} LIKE ? ESCAPE '!'`, parameters: [likePattern(String(value))] };
    return { text: `${column} ${COMPARISON[operator]} ?`, parameters: [value] };
}
/** Rows after the cursor in (column, id) order. The first comparison alone bounds the index range. */
function cursorSql(column, id, ascending, request) {
    if (!request.cursor)
        return null;
    const operator = ascending ? '>' : '<';
    const { value, id: lastId } = request.cursor;
    return {
        text: `(${column} ${operator}= ? AND (${column} ${operator} ? OR ${id} ${operator} ?))`,
        parameters: [value, value, lastId],
    };
}
/**
 * The one statement for a page. It asks for one row more than the page has, which tells whether there is another page,
 * and adds the columns `cursor_value` and `cursor_id`.
 */
function pageSql(spec, request, statement) {
    const { column, unique } = spec.sorts[request.sort];
    const ascending = request.descending === (request.cursor?.backwards ?? false);
    const conditions = [...request.filters.map(filterSql), cursorSql(column, spec.idColumn, ascending, request)].filter((condition) => condition !== null);
    const direction = ascending ? 'ASC' : 'DESC';
    const offset = request.page === null ? 0 : (request.page - 1) * request.perPage;
    const parts = {
        select: `SELECT ${statement.select}, ${column} AS cursor_value, ${spec.idColumn} AS cursor_id`,
        where: whereSql([...statement.where, ...conditions.map((condition) => condition.text)]),
        order: `ORDER BY ${column} ${direction}${unique ? '' : `, ${spec.idColumn} ${direction}`}`,
        limit: `LIMIT ${request.perPage + 1} OFFSET ${offset}`,
        parameters: [...statement.whereParameters, ...conditions.flatMap((condition) => condition.parameters)],
    };
    const plain = request.filters.length === 0 && offset === 0;
    const byIndex = !plain && request.filters.every((filter) => filter.column === column);
    const page = byIndex && statement.rows ? narrowed(spec, statement, parts) : whole(statement, parts);
    return { ...page, oneOfFew: plain };
}
const whereSql = (conditions) => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '');
function whole(statement, { select, where, order, limit, parameters }) {
    const { selectParameters = [], fromParameters = [] } = statement;
    return {
        text: [select, `FROM ${statement.from}`, where, order, limit].join('\n'),
        parameters: [...selectParameters, ...fromParameters, ...parameters],
    };
}
/** First the ids of the page, out of an index; what is passed over on the way is not read. */
function narrowed({ idColumn }, statement, { select, where, order, limit, parameters }) {
    const { selectParameters = [], fromParameters = [] } = statement;
    const page = `(SELECT ${idColumn} AS page_id FROM ${statement.rows} ${where} ${order} ${limit}) page`;
    return {
        text: [select, `FROM ${page} JOIN ${statement.from}`, `WHERE ${idColumn} = page.page_id`, order].join('\n'),
        parameters: [...selectParameters, ...parameters, ...fromParameters],
    };
}
/** The statement for `includeTotal`: one row with the column `total`. */
function totalSql(request, statement) {
    const conditions = request.filters.map(filterSql);
    const where = [...statement.where, ...conditions.map((condition) => condition.text)];
    return {
        text: `SELECT COUNT(*) AS total FROM ${statement.from} ${whereSql(where)}`,
        parameters: [
            ...(statement.fromParameters ?? []),
            ...statement.whereParameters,
            ...conditions.flatMap((condition) => condition.parameters),
        ],
    };
}
//# sourceMappingURL=list-sql.js.map