"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.debianScheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
/**
 * Debian packages: deb-version(7), as dpkg compares them (lib/dpkg/version.c).
 *
 * Key: epoch, upstream version, revision. Non-digits and digits alternate; the non-digits are closed by `&`. Their order is `~`, end,
 * letters, all else; `~` becomes `$` and `+ - . :` become the four characters above the letters.
 */
const DEBIAN = /^(?:(\d+):)?([A-Za-z0-9.+~:-]*?)(?:-([A-Za-z0-9.+~]+))?$/;
const END = '&';
const CHARACTERS = new Map([
    ['~', '$'],
    ['+', '{'],
    ['-', '|'],
    ['.', '}'],
    [':', '~'],
]);
/** The revision follows the last hyphen; without one it is as if it were 0. */
function parse(version) {
    const match = DEBIAN.exec((0, key_text_1.cutVersion)(version).trim());
    if (!match?.[2] || (match[3] === undefined && match[2].includes('-')))
        return null;
    if (match[1] === undefined && match[2].includes(':'))
        return null;
    return { epoch: match[1] ?? '0', upstream: match[2], revision: match[3] ?? '0' };
}
function partKey(part) {
    let key = '';
    for (const [, text = '', digits = ''] of part.matchAll(/(\D*)(\d*)/g)) {
        if (text || digits)
            key += text.replace(/[~+.:-]/g, (character) => CHARACTERS.get(character)) + END + (0, key_text_1.numberKey)(digits);
    }
    return key + END;
}
function key(version) {
    const parsed = parse(version);
    if (!parsed)
        return (0, generic_scheme_1.invalidKey)(version);
    return (0, key_text_1.cutKey)((0, key_text_1.numberKey)(parsed.epoch) + partKey(parsed.upstream) + partKey(parsed.revision));
}
/** Zeros count here: 1 does not belong to the series 1.0. */
function seriesRange(series) {
    const match = /^(?:(\d+):)?([^:]+)$/.exec((0, key_text_1.cutVersion)(series).trim());
    const numbers = match?.[2] ? (0, key_text_1.seriesNumbers)(match[2]) : null;
    if (!match || !numbers)
        return null;
    const prefix = (0, key_text_1.numberKey)(match[1] ?? '0') + END + numbers.join(CHARACTERS.get('.') + END);
    return { gte: prefix, lt: prefix + '~~' };
}
exports.debianScheme = {
    name: 'debian',
    key,
    valid: (version) => parse(version) !== null,
    prerelease: (version) => generic_scheme_1.genericScheme.prerelease(parse(version)?.upstream ?? version),
    seriesRange,
};
//# sourceMappingURL=debian.scheme.js.map