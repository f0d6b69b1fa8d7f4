"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.EVERY_TOKEN = void 0;
exports.readOidc = readOidc;
exports.isSafeIssuerUrl = isSafeIssuerUrl;
const scopes_1 = require("./scopes");
const url_1 = require("./url");
/** For every token, whatever it says. */
exports.EVERY_TOKEN = '*';
const CLAIM = 'the name of a claim of at most 200 characters, such as groups or realm_access.roles';
const MAP = `words and scopes such as staff=read write;operators=admin (scopes: ${scopes_1.SCOPES.join(', ')}; * = every token)`;
/** null when OIDC_ISSUER is not set. */
function readOidc(reader) {
    const allowHttp = reader.boolean('OIDC_ALLOW_HTTP', false);
    const parse = (text) => parseIssuer(text, allowHttp);
    const expected = 'an https URL without a query (http on loopback, or with OIDC_ALLOW_HTTP=true), of at most 255 characters';
    const issuer = reader.read('OIDC_ISSUER', null, parse, expected);
    const audience = reader.read('OIDC_AUDIENCE', [], parseAudience, 'one or more words with commas between them');
    const given = { issuer: reader.text('OIDC_ISSUER') !== null, audience: reader.text('OIDC_AUDIENCE') !== null };
    if (given.issuer && !given.audience)
        reader.problems.push('OIDC_AUDIENCE is required with OIDC_ISSUER: tokens for others are not taken');
    if (given.audience && !given.issuer)
        reader.problems.push('OIDC_ISSUER is required with OIDC_AUDIENCE');
    const oidc = {
        audience,
        userClaim: reader.read('OIDC_USER_CLAIM', 'sub', parseClaim, CLAIM),
        nameClaim: reader.read('OIDC_NAME_CLAIM', 'preferred_username', parseClaim, CLAIM),
        scopeClaim: reader.read('OIDC_SCOPE_CLAIM', null, parseClaim, CLAIM),
        scopePrefix: reader.text('OIDC_SCOPE_PREFIX') ?? '',
        scopeMap: reader.read('OIDC_SCOPE_MAP', null, parseScopeMap, MAP),
        allowHttp,
    };
    return issuer === null ? null : { issuer, ...oidc };
}
/** Whether keys that decide who is let in may come from there. */
function isSafeIssuerUrl(url, allowHttp) {
    if (url.protocol === 'https:')
        return true;
    return url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname));
}
const isLoopback = (host) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
function parseIssuer(text, allowHttp) {
    const url = (0, url_1.parseUrl)(text);
    if (!url || text.length > 255 || url.username || url.password || /[?#]/.test(text))
        return null;
    return isSafeIssuerUrl(url, allowHttp) ? text : null;
}
function parseAudience(text) {
    const words = text.split(',').map((word) => word.trim());
    return words.every(Boolean) ? words : null;
}
const parseClaim = (text) => (text.length <= 200 ? text : null);
/** A word may hold `=` itself, as names in a directory do: the last one counts. */
function parseScopeMap(text) {
    const map = new Map();
    for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
        const at = entry.lastIndexOf('=');
        const word = entry.slice(0, Math.max(at, 0)).trim();
        const scopes = entry
            .slice(at + 1)
            .split(/[\s,]+/)
            .filter(Boolean);
        if (!word || map.has(word) || scopes.length === 0 || !scopes.every(isScope))
            return null;
        map.set(word, scopes);
    }
    return map.size > 0 ? map : null;
}
const isScope = (text) => scopes_1.SCOPES.includes(text);
//# sourceMappingURL=oidc.js.map