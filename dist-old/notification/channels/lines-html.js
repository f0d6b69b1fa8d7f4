"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.linesHtml = linesHtml;
const html_1 = require("./html");
const BREAK = new html_1.Html('<br>');
/** Lines in the small part of HTML that chats know: `b`, `a` and `br`. */
function linesHtml(lines) {
    return (0, html_1.html) `${lines.flatMap((line, index) => [...(index > 0 ? [BREAK] : []), ...line.map(spanHtml)])}`;
}
function spanHtml({ text, bold, url }) {
    if (url)
        return (0, html_1.html) `<a href="${url}">${text}</a>`;
    return bold ? (0, html_1.html) `<b>${text}</b>` : (0, html_1.html) `${text}`;
}
//# sourceMappingURL=lines-html.js.map