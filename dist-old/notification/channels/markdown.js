"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.interrupt = interrupt;
exports.withoutTriggers = withoutTriggers;
exports.markdownOf = markdownOf;
exports.markdownUrl = markdownUrl;
/**
 * Ends a word for a machine and is not seen by a person. Not the word joiner of `inert-text.ts`: mentions and links are found by
 * words, and rules for those look through joiners (UAX #29, WB4). Texts from outside hold none: `cleanLine` takes them out.
 */
const ZERO_WIDTH_SPACE = '\u200B';
/** Puts a zero-width space behind whatever the expression finds, so that the provider does not see a mention or a link in it. */
function interrupt(text, triggers) {
    return text.replace(triggers, (trigger) => trigger + ZERO_WIDTH_SPACE);
}
/** The lines with every text so interrupted; the URLs behind them stay as they are. */
function withoutTriggers(lines, triggers) {
    return lines.map((line) => line.map((span) => ({ ...span, text: interrupt(span.text, triggers) })));
}
/** Lines in Markdown with `**bold**` and `[label](url)`; `escape` makes a plain text show as it is with this provider. */
function markdownOf(lines, escape) {
    return lines.map((line) => line.map((span) => markdownSpan(span, escape)).join('')).join('\n');
}
function markdownSpan({ text, bold, url }, escape) {
    if (url)
        return `[${escape(text)}](${markdownUrl(url)})`;
    return bold ? `**${escape(text)}**` : escape(text);
}
/** The URL without any character that ends a link or begins something else in Markdown: percent-encoded it leads to the same page. */
function markdownUrl(url) {
    return url.replace(/[()<>|"'`*\\@\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
//# sourceMappingURL=markdown.js.map