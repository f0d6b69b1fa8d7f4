"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Html = void 0;
exports.html = html;
/** HTML that is already escaped: only `html` makes it. */
class Html {
    constructor(source) {
        this.source = source;
    }
}
exports.Html = Html;
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** A template whose every value is escaped, for text and quoted attributes; values of `html` itself go in as they are. */
function html(strings, ...values) {
    return new Html(strings.reduce((done, piece, index) => done + render(values[index - 1] ?? null) + piece));
}
function render(value) {
    if (value === null)
        return '';
    if (value instanceof Html)
        return value.source;
    if (Array.isArray(value))
        return value.map(render).join('');
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
//# sourceMappingURL=html.js.map