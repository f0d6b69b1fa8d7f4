"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseDatabaseUrl = parseDatabaseUrl;
const url_1 = require("./url");
/**
 * Reads `sqlite:<path>`, `mariadb://user:password@host:port/database` or `mysql://…`.
 * @returns null when the text is none of them or a server URL names no database
 */
function parseDatabaseUrl(text) {
    const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(text);
    if (sqlite)
        return { kind: 'sqlite', location: sqlite[1] };
    const url = (0, url_1.parseUrl)(text);
    if (!url)
        return null;
    const kind = url.protocol.slice(0, -1);
    if (kind !== 'mariadb' && kind !== 'mysql')
        return null;
    return url.hostname && url.pathname.length > 1 ? { kind, location: text } : null;
}
//# sourceMappingURL=database-url.js.map