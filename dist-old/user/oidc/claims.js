"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.personOf = personOf;
exports.scopesOf = scopesOf;
const class_validator_1 = require("class-validator");
const text_1 = require("../../common/text");
const oidc_1 = require("../../config/oidc");
const scopes_1 = require("../../config/scopes");
/** @returns null when the claim that names the user is missing or cannot be stored as it is */
function personOf(payload, { issuer, userClaim, nameClaim }) {
    const subject = claimOf(payload, userClaim);
    if (typeof subject !== 'string' || !isSubject(subject))
        return null;
    const name = claimOf(payload, nameClaim);
    return { issuer, subject, name: nameOf(name) || nameOf(subject), email: emailOf(payload) };
}
/** Nothing that a database could take for the same as another one: MySQL compares without blanks at the end. */
const isSubject = (text) => text !== '' && text === text.trim() && (0, text_1.lengthOf)(text) <= 255 && text.isWellFormed() && !/\p{Cc}/u.test(text);
const nameOf = (value) => typeof value === 'string' ? (0, text_1.firstCharacters)(value.replace(/\p{C}/gu, '').trim(), 100).trim() : '';
function emailOf({ email, email_verified: verified }) {
    if (typeof email !== 'string' || !email.isWellFormed() || verified === false)
        return null;
    return (0, class_validator_1.isEmail)(email) && email.length <= 254 ? email : null;
}
/** The scopes of ours that a token grants; of what the claim says else nothing is known here. */
function scopesOf(payload, oidc) {
    const words = wordsOf(oidc.scopeClaim === null ? (payload.scope ?? payload.scp) : claimOf(payload, oidc.scopeClaim));
    const { scopeMap: map, scopePrefix: prefix } = oidc;
    const mapped = map
        ? [oidc_1.EVERY_TOKEN, ...words.filter((word) => word !== oidc_1.EVERY_TOKEN)].flatMap((word) => map.get(word) ?? [])
        : [];
    // With a map the words are somebody else's, such as names of groups: one of them may be called admin.
    const named = map && prefix === '' ? [] : scopes_1.SCOPES.filter((scope) => words.includes(prefix + scope));
    return new Set([...mapped, ...named]);
}
/** `scope` is text with blanks (RFC 8693, section 4.2), groups and roles are lists; a word of a list may have blanks. */
function wordsOf(claim) {
    if (typeof claim === 'string')
        return claim.split(' ').filter(Boolean);
    return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}
/** A claim by its name, or by the path to it, such as `realm_access.roles`. */
function claimOf(payload, name) {
    if (Object.hasOwn(payload, name))
        return payload[name];
    return name
        .split('.')
        .reduce((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), payload);
}
const isObject = (value) => typeof value === 'object' && value !== null;
//# sourceMappingURL=claims.js.map