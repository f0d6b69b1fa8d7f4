"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toPage = toPage;
const cursor_1 = require("./cursor");
/**
 * Makes a page of the rows of `pageSql`: takes the row too many off, turns a page that was read backwards round,
 * and says where the next and the previous one are.
 */
function toPage(request, rows, toEntry, total) {
    const backwards = request.cursor?.backwards ?? false;
    const more = rows.length > request.perPage;
    const shown = more ? rows.slice(0, request.perPage) : rows;
    if (backwards)
        shown.reverse();
    const sortText = `${request.descending ? '-' : ''}${request.sort}`;
    const cursorAt = (row, back) => {
        if (!row)
            return null;
        const cursor = { backwards: back, value: String(row.cursor_value), id: row.cursor_id };
        return (0, cursor_1.encodeCursor)(sortText, cursor);
    };
    // Going back, the page that we came from is always there.
    const hasMore = backwards ? shown.length > 0 : more;
    const next = hasMore ? cursorAt(shown.at(-1), false) : null;
    const hasPrevious = backwards ? more : request.cursor !== null && shown.length > 0;
    const previous = hasPrevious ? cursorAt(shown[0], true) : null;
    return {
        data: shown.map(toEntry),
        meta: {
            per_page: request.perPage,
            ...(request.page === null ? {} : { page: request.page }),
            next_cursor: next,
            has_more: hasMore,
            ...(total === undefined ? {} : { total, total_pages: Math.ceil(total / request.perPage) }),
        },
        neighbours: neighboursOf(request, hasMore, next, previous),
    };
}
function neighboursOf(request, hasMore, next, previous) {
    const { page } = request;
    const at = (parameters) => new URLSearchParams([...request.kept, ...parameters]).toString();
    if (page !== null)
        return {
            first: at([['page', '1']]),
            ...(hasMore ? { next: at([['page', String(page + 1)]]) } : {}),
            ...(page > 1 ? { prev: at([['page', String(page - 1)]]) } : {}),
        };
    return {
        first: at([]),
        ...(next ? { next: at([['cursor', next]]) } : {}),
        ...(previous ? { prev: at([['cursor', previous]]) } : {}),
    };
}
//# sourceMappingURL=list-page.js.map