"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.USERNAME_PATTERN = exports.TOKEN_PATTERN = void 0;
exports.authorizationOf = authorizationOf;
/** What a header can carry as it is. */
exports.TOKEN_PATTERN = /^[\x21-\x7E]+$/;
/** RFC 7617 section 2: a user name has no colon. */
exports.USERNAME_PATTERN = /^[^:]+$/;
/** Bearer with a token, else Basic with a user name, else nothing. */
function authorizationOf({ username, password, token }) {
    if (token)
        return { authorization: `Bearer ${token}` };
    if (!username)
        return {};
    return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}
//# sourceMappingURL=http-authorization.js.map