"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mavenScheme = void 0;
const generic_scheme_1 = require("./generic.scheme");
const key_text_1 = require("./key-text");
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE_RANK = QUALIFIERS.indexOf('');
const UNKNOWN_RANK = QUALIFIERS.length;
const ALIASES = new Map([
    ['cr', 'rc'],
    ['ga', ''],
    ['final', ''],
    ['release', ''],
]);
/** Short for a qualifier when a number is right behind. */
const LETTERS = new Map([
    ['a', 'alpha'],
    ['b', 'beta'],
    ['m', 'milestone'],
]);
const TOKEN = /[0-9]+|[.-]|[^0-9.-]+/g;
const ZERO = { kind: 'number', key: '0' };
/** Builds the nested lists from the tokens of a version. */
class ListReader {
    constructor(version) {
        this.root = [];
        this.lists = [this.root];
        this.word = '';
        this.digits = '';
        const tokens = version.match(TOKEN) ?? [];
        tokens.forEach((token, index) => this.read(token, tokens[index + 1] ?? ''));
        if (this.word && !this.digits)
            this.open();
        this.flush();
        for (const list of this.lists.reverse())
            normalize(list);
    }
    get list() {
        return this.lists.at(-1);
    }
    read(token, next) {
        if (token === '.')
            this.flushOrZero();
        else if (token === '-')
            this.readHyphen(next);
        else if (/^[0-9]/.test(token))
            this.readDigits(token);
        else
            this.readLetters(token);
    }
    /** A word, hyphen and number are the same as word and number: rc-1 is rc1. */
    readHyphen(next) {
        if (this.word && !this.digits && /^[0-9]/.test(next))
            return;
        this.flushOrZero();
        this.open();
    }
    readDigits(digits) {
        if (this.word)
            this.open();
        this.digits = digits;
    }
    readLetters(word) {
        if (this.digits) {
            this.flush();
            this.openAlways();
        }
        this.word = word;
    }
    flushOrZero() {
        if (this.word || this.digits)
            this.flush();
        else
            this.list.push(ZERO);
    }
    flush() {
        if (this.word)
            this.list.push(wordItem(this.word, this.digits));
        else if (this.digits)
            this.list.push({ kind: 'number', key: (0, key_text_1.numberKey)(this.digits) });
        this.word = this.digits = '';
    }
    open() {
        if (this.list.length > 0)
            this.openAlways();
    }
    openAlways() {
        const items = [];
        this.list.push({ kind: 'list', items });
        this.lists.push(items);
    }
}
function wordItem(word, digits) {
    const name = (digits && LETTERS.get(word)) || word;
    const qualifier = ALIASES.get(name) ?? name;
    const index = QUALIFIERS.indexOf(qualifier);
    return { kind: 'word', rank: index < 0 ? UNKNOWN_RANK : index, text: qualifier, number: digits && (0, key_text_1.numberKey)(digits) };
}
/** Zeros at the end and before words do not count, nor does a list that only wraps another one. */
function normalize(items) {
    for (let i = items.length - 1; i >= 0; i -= 1) {
        if (isEmpty(items[i]) && (i === items.length - 1 || startsWithWord(items[i + 1])))
            items.splice(i, 1);
    }
    const only = items[0];
    if (items.length === 1 && only?.kind === 'list')
        items.splice(0, 1, ...only.items);
}
function isEmpty(item) {
    return item?.kind === 'list' ? item.items.length === 0 : item?.kind === 'number' && item.key === '0';
}
function startsWithWord(item) {
    return item?.kind === 'word' || (item?.kind === 'list' && item.items[0]?.kind === 'word');
}
/** How the items from `start` on compare with nothing. */
function signOf(items, start = 0) {
    for (let i = start; i < items.length; i += 1) {
        const sign = signOfItem(items[i]);
        if (sign !== 0)
            return sign;
    }
    return 0;
}
function signOfItem(item) {
    if (item.kind === 'list')
        return signOf(item.items);
    if (item.kind === 'number')
        return item.key === '0' ? 0 : 1;
    if (item.rank !== RELEASE_RANK)
        return item.rank - RELEASE_RANK;
    return item.number === '' || item.number === '0' ? 0 : 1;
}
/**
 * Key of the items from `start` on. The order at each place: stages `#`, release word with something lower behind it `)`, end `*`,
 * release word with something higher behind it `,`, other words `-`, list of numbers `1`, zero `2`, number `3`.
 */
function keyOf(items, start = 0) {
    const sign = signOf(items, start);
    if (sign === 0)
        return '*';
    const item = items[start];
    if (item.kind === 'word')
        return wordKey(item, sign) + 'b' + keyOf(items, start + 1);
    if (item.kind === 'list')
        return listKey(item.items, sign);
    if (item.key === '0')
        return (sign < 0 ? '(' : '2') + keyOf(items, start + 1);
    return '3' + item.key + keyOf(items, start + 1);
}
/**
 * A list that begins with a word compares like that word, and only if they are equal its other items count: with something lower
 * behind the word it is below (`a`), with something higher above (`c`) a word that is not in a list of its own (`b`).
 */
function listKey(items, sign) {
    const first = items[0];
    if (first.kind !== 'word')
        return (sign < 0 ? '&' : '1') + keyOf(items);
    const rest = signOf(items, 1);
    return wordKey(first, sign) + (rest < 0 ? 'a' : rest > 0 ? 'c' : 'b') + keyOf(items, 1);
}
/** A word with a number (`d`) is above the word alone, whatever is behind that. */
function wordKey(word, sign) {
    if (word.rank === RELEASE_RANK && signOfItem(word) === 0)
        return sign < 0 ? ')' : ',';
    const number = word.number && 'd' + word.number;
    if (word.rank === RELEASE_RANK)
        return ',' + number;
    if (word.rank < RELEASE_RANK)
        return '#' + word.rank + number;
    return '-' + word.rank + (word.rank === UNKNOWN_RANK ? (0, key_text_1.textKey)(asciiText(word.text)) : '') + number;
}
/** Words may hold any character. Those outside `#`..`}` are written so that their order stays. */
function asciiText(text) {
    return text.replace(/[^#-}]/g, (character) => {
        const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
        return (character < '#' ? '"' : '~') + hex;
    });
}
function read(version) {
    return new ListReader((0, key_text_1.cutVersion)(version).trim().toLowerCase()).root;
}
function hasStage(items) {
    return items.some((item) => item.kind === 'list' ? hasStage(item.items) : item.kind === 'word' && item.rank < RELEASE_RANK);
}
function seriesRange(series) {
    const numbers = (0, key_text_1.seriesNumbers)(series)?.map((number) => (number === '0' ? '2' : '3' + number));
    if (!numbers)
        return null;
    const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== '2') + 1);
    return { gte: significant.join('') || '#', lt: numbers.join('') + '~' };
}
exports.mavenScheme = {
    name: 'maven',
    key: (version) => (0, key_text_1.cutKey)(keyOf(read(version))),
    valid: () => true,
    /** Maven's own stages, and the words that are none to Maven but are to everybody else (dev, preview, ea). */
    prerelease: (version) => hasStage(read(version)) || generic_scheme_1.genericScheme.prerelease(version),
    seriesRange,
};
//# sourceMappingURL=maven.scheme.js.map