"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.orderingOf = exports.ORDERING_COLUMNS = exports.ORDERING_COLUMN_NAMES = void 0;
exports.orderingProblem = orderingProblem;
const product_ordering_1 = require("./ordering/product-ordering");
const calver_pattern_1 = require("./ordering/calver-pattern");
const pattern_1 = require("./ordering/pattern");
const scheme_1 = require("./ordering/scheme");
exports.ORDERING_COLUMN_NAMES = [
    'scheme',
    'calver_pattern',
    'tag_pattern',
    'ignore_pattern',
    'prerelease_pattern',
];
/** For the alias `s` of the software table. */
exports.ORDERING_COLUMNS = exports.ORDERING_COLUMN_NAMES.map((column) => `s.${column}`).join(', ');
const settingsOf = (row) => ({
    scheme: row.scheme,
    calverPattern: row.calver_pattern,
    tagPattern: row.tag_pattern,
    ignorePattern: row.ignore_pattern,
    prereleasePattern: row.prerelease_pattern,
});
const orderingOf = (row) => (0, product_ordering_1.orderingFor)(settingsOf(row));
exports.orderingOf = orderingOf;
/** What is wrong with a product's ordering: the setting's name and a sentence; null when nothing is. */
function orderingProblem(row) {
    if (!(0, scheme_1.isSchemeName)(row.scheme))
        return { field: 'scheme', message: `must be one of ${scheme_1.SCHEME_NAMES.join(', ')}` };
    const checks = {
        calver_pattern: calver_pattern_1.validateCalverPattern,
        tag_pattern: pattern_1.validateTagPattern,
        ignore_pattern: pattern_1.validatePattern,
        prerelease_pattern: pattern_1.validatePattern,
    };
    for (const [field, check] of Object.entries(checks)) {
        const message = row[field] === null ? null : check(row[field]);
        if (message)
            return { field, message };
    }
    return null;
}
//# sourceMappingURL=ordering-settings.js.map