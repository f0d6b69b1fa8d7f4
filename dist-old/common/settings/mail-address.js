"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseMailAddress = parseMailAddress;
exports.isMailAddress = isMailAddress;
const node_url_1 = require("node:url");
/** RFC 5321 4.5.3.1.3: 256 with the angle brackets. */
const MAX_BYTES = 254;
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/**
 * The address in the form that goes over the wire (an international domain in its ASCII form), or null. One plain
 * addr-spec only: no quotes, comments, lists, brackets or white space, since mail libraries read those as more
 * than one recipient or as another domain (CVE-2025-13033).
 */
function parseMailAddress(text) {
    const at = text.indexOf('@');
    const local = text.slice(0, at);
    const domain = text.slice(at + 1);
    if (at < 1 || !LOCAL_PART.test(local) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
        return null;
    const ascii = (0, node_url_1.domainToASCII)(domain).toLowerCase();
    const labels = ascii.split('.');
    // A last label of digits alone is an IP address, which is not a domain.
    if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1)))
        return null;
    const address = `${local}@${ascii}`;
    return Buffer.byteLength(address) <= MAX_BYTES ? address : null;
}
function isMailAddress(text) {
    return parseMailAddress(text) !== null;
}
//# sourceMappingURL=mail-address.js.map