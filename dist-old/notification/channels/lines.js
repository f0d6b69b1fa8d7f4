"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.moreText = exports.stepText = void 0;
exports.groupsOf = groupsOf;
exports.linesOf = linesOf;
exports.plainText = plainText;
const letter_1 = require("./letter");
/** The items of a digest under the names of their kinds of step, in the order in which they are. */
function groupsOf(items) {
    const groups = new Map();
    for (const item of items)
        groups.set(item.step, [...(groups.get(item.step) ?? []), item]);
    return [...groups].map(([step, members]) => [letter_1.STEP_WORDS[step], members]);
}
/** `142.0.1 → 143.0` */
const stepText = ({ from, to }) => (from === null ? to : `${from} → ${to}`);
exports.stepText = stepText;
/** `and 9 more`, or nothing. */
const moreText = (more) => (more > 0 ? `… and ${more} more` : null);
exports.moreText = moreText;
/**
 * A letter as the lines of a chat message, for channels whose provider has no blocks of its own.
 * @param parts what the provider shows elsewhere and the lines leave out
 */
function linesOf(letter, parts = {}) {
    const { headline = true, links = true } = parts;
    const blocks = [
        headline ? [[{ text: letter.headline, bold: true }]] : [],
        letter.intro ? [[{ text: letter.intro }]] : [],
        letter.facts.map(([label, value]) => [{ text: `${label}: ` }, { text: value, bold: true }]),
        letter.others ? [[{ text: `Also new: ${letter.others}` }]] : [],
        ...groupsOf(letter.items).map(([heading, items]) => [[{ text: heading, bold: true }], ...items.map(itemLine)]),
        letter.more > 0 ? [[{ text: (0, exports.moreText)(letter.more) }]] : [],
        links && letter.links.length > 0 ? [linkLine(letter.links)] : [],
        letter.footer ? [[{ text: letter.footer }]] : [],
    ];
    return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [[], ...block]));
}
/** A letter for providers that show text as it is. */
function plainText(letter, parts = {}) {
    const { links = true } = parts;
    const lines = linesOf(letter, { ...parts, links: false }).map((line) => line.map(({ text }) => text).join(''));
    const addresses = links ? letter.links.map(([label, url]) => `${label}: ${url}`) : [];
    return [...lines, ...(addresses.length > 0 ? ['', ...addresses] : [])].join('\n');
}
function itemLine(item) {
    const name = { text: item.name, ...(item.url ? { url: item.url } : {}) };
    return [{ text: '• ' }, name, { text: ` ${(0, exports.stepText)(item)}` }];
}
function linkLine(links) {
    return links.flatMap(([text, url], index) => [...(index > 0 ? [{ text: ' · ' }] : []), { text, url }]);
}
//# sourceMappingURL=lines.js.map