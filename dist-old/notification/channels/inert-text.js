"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.WORD_JOINER = void 0;
exports.inertText = inertText;
exports.inertTags = inertTags;
exports.mapTexts = mapTexts;
/**
 * Word joiner: invisible, and it parts what a parser would take for a mark. Not the zero-width space of `markdown.ts`: markup goes by
 * what stands next to each other and not by words, and these texts get no place where a line may break.
 */
exports.WORD_JOINER = '\u2060';
/**
 * Text that stays text in a place whose markup we do not know, since the receiver hands it on: a tag, a mention or a link in
 * the Markdown way is written out, and not done. It looks as before.
 */
function inertText(text) {
    return inertTags(text)
        .replace(/@(?=[\p{L}\p{N}_{[])/gu, `@${exports.WORD_JOINER}`)
        .replaceAll('](', `]${exports.WORD_JOINER}(`)
        .replaceAll('][', `]${exports.WORD_JOINER}[`);
}
/** The same against tags alone (`<script>`, `<!channel>`, `<@U1>`), for names that others compare. */
function inertTags(text) {
    return text.replace(/<(?=[\p{L}/!?@#])/gu, `<${exports.WORD_JOINER}`);
}
/** Each text of a letter by `change`; its URLs stay. */
function mapTexts(letter, change) {
    return {
        ...letter,
        subject: change(letter.subject),
        headline: change(letter.headline),
        intro: change(letter.intro),
        facts: letter.facts.map(([label, value]) => [label, change(value)]),
        others: letter.others && change(letter.others),
        items: letter.items.map((item) => ({
            ...item,
            name: change(item.name),
            from: item.from && change(item.from),
            to: change(item.to),
        })),
        footer: change(letter.footer),
    };
}
//# sourceMappingURL=inert-text.js.map