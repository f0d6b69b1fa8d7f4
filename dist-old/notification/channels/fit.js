"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.characters = exports.utf8Bytes = exports.utf16Units = void 0;
exports.cutText = cutText;
exports.fitLetter = fitLetter;
const utf16Units = (text) => text.length;
exports.utf16Units = utf16Units;
const utf8Bytes = (text) => Buffer.byteLength(text);
exports.utf8Bytes = utf8Bytes;
/** Code points. */
const characters = (text) => [...text].length;
exports.characters = characters;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * At most `max` in the given unit, with `…` when something was cut; never inside what a reader sees as one character.
 * @param max at least the size of `…`: 1, or 3 bytes
 */
function cutText(text, max, measure = exports.utf16Units) {
    if (measure(text) <= max)
        return text;
    const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
    const shortened = (count) => parts.slice(0, count).join('').trimEnd() + '…';
    return shortened(largest(parts.length, (count) => measure(shortened(count)) <= max));
}
/**
 * The letter in a provider's form, within the provider's limits: as much of it as fits. First a digest names fewer items and
 * says how many more there are; then go the other versions, the links and the facts from the last one on, the intro, and at last
 * the headline is cut. What is rendered is always whole: nothing is cut after escaping.
 */
function fitLetter(letter, render, fits) {
    const whole = render(letter);
    if (fits(whole))
        return whole;
    const named = (count) => ({
        ...letter,
        items: letter.items.slice(0, count),
        more: letter.more + letter.items.length - count,
    });
    const count = largest(letter.items.length, (items) => fits(render(named(items))));
    if (count > 0)
        return render(named(count));
    let shorter = named(0);
    for (const next of omissions(shorter)) {
        const rendered = render((shorter = next));
        if (fits(rendered))
            return rendered;
    }
    const headed = (size) => ({ ...shorter, headline: cutText(letter.headline, size) });
    return render(headed(Math.max(1, largest(letter.headline.length, (size) => fits(render(headed(Math.max(1, size))))))));
}
/** The letter with less and less in it. */
function* omissions(letter) {
    let rest = { ...letter, others: null };
    yield rest;
    while (rest.links.length > 1)
        yield (rest = { ...rest, links: rest.links.slice(0, -1) });
    while (rest.facts.length > 0)
        yield (rest = { ...rest, facts: rest.facts.slice(0, -1) });
    yield (rest = { ...rest, footer: '', unsubscribe: null });
    yield (rest = { ...rest, links: [] });
    yield { ...rest, intro: '' };
}
/** The largest whole number up to `most` for which it holds, given that it then holds for all smaller ones; 0 when for none. */
function largest(most, holds) {
    let low = 0;
    let high = most;
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (holds(middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
//# sourceMappingURL=fit.js.map