"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.genericScheme = void 0;
exports.readGeneric = readGeneric;
exports.readTail = readTail;
exports.partsKey = partsKey;
exports.invalidKey = invalidKey;
const key_text_1 = require("./key-text");
const generic_words_1 = require("./generic-words");
/**
 * The scheme for everything unknown. Model: libversion (Repology), with changes where dated releases of real products asked for
 * them; docs/version-ordering.md lists the rules with examples.
 *
 * Order at each place, and the character that opens such a piece of the key: pre-release or unknown word `(`, end `*`, build `+`,
 * post-release `-`, letter suffix `.`, number `0` to `;`. An epoch `E` is above all.
 */
const END = '*';
const PRERELEASE = '(';
const BUILD = '+';
const POST_RELEASE = '-';
const LETTER_SUFFIX = '.';
const EPOCH = /^v?(\d+)[!:](?=\d)/;
/** A path or a package name before the version: `release/1.2`, `@scope/pkg@1.2`. */
const PATH = /^.*[a-z][^/@]*([/@])(?=v?\d)/;
const NUMERIC = /^v?\d+(?:\.\d+)*$/;
const HASH_CANDIDATE = /[0-9a-z]{6,}/g;
const HEX = /^[0-9a-f]{6,40}$/;
const STAGE_OR_MONTH = /^(?:\d{1,2}|(?:19|20)\d\d|\d{6}|\d{8})(?:[a-c]|ea|feb|dec)\d+$/;
const GIT_DESCRIBE = /^g[0-9a-f]{7,40}$/;
/** Takes a version apart: generic order, pre-release flag and steps between versions all come from here. */
function readGeneric(version) {
    const text = plainText(version);
    if (NUMERIC.test(text))
        return readNumeric(text);
    const epoch = EPOCH.exec(text);
    const rest = withoutHashes(epoch ? text.slice(epoch[0].length) : text);
    const reader = new ComponentReader(tokensOf(withoutPrefix(rest)));
    return { epoch: (0, key_text_1.epochKey)(epoch?.[1]), parts: reader.parts, prerelease: reader.prerelease };
}
/** Components of what follows the date of a calendar version, where nothing is a prefix. */
function readTail(tail) {
    const reader = new ComponentReader(tokensOf(withoutHashes(plainText(tail))));
    return { epoch: '', parts: reader.parts, prerelease: reader.prerelease };
}
/** At most 255 characters in ASCII lower case; what is not ASCII separates. */
function plainText(version) {
    return (0, key_text_1.cutVersion)(version)
        .replace(/[^\x20-\x7e]/g, ' ')
        .trim()
        .toLowerCase();
}
/** Most versions of the world: only numbers and dots. */
function readNumeric(text) {
    const parts = (text.startsWith('v') ? text.slice(1) : text).split('.').map(key_text_1.numberKey);
    dropZeros(parts);
    return { epoch: '', parts, prerelease: false };
}
/** Zeros before a word, before a build and at the end do not count: 1.0-rc1 is 1-rc1, 1.0.0 is 1. */
function dropZeros(parts) {
    while (parts.at(-1) === '0')
        parts.pop();
}
function withoutHashes(text) {
    return text.replace(HASH_CANDIDATE, (token, start) => (isHash(token, start) ? ' ' : token));
}
/**
 * Commit hashes have no order. Hexadecimal with at least three changes between digits and letters is taken for one; a whole SHA-1
 * needs only one change, and git describe marks its own with a `g`. Two changes are enough for a short hash behind something else
 * (1.56.2.054a929533), unless it reads as a number, a stage or month and a number (1.0b20240101, 12dec2020).
 */
function isHash(token, start) {
    if (GIT_DESCRIBE.test(token))
        return true;
    if (!HEX.test(token))
        return false;
    const changes = token.match(/\d(?=[a-f])|[a-f](?=\d)/g)?.length ?? 0;
    if (changes >= 3 || (changes > 0 && token.length === 40))
        return true;
    return changes === 2 && start > 0 && token.length >= 7 && token.length <= 12 && !STAGE_OR_MONTH.test(token);
}
/** Drops names and paths before the number (`openssl-1.1`, `pkg/v1.2`), but not a stage such as `alpha-0.1` or Minecraft's `b1.7`. */
function withoutPrefix(text) {
    const path = PATH.exec(text);
    const base = path?.[0].length ?? 0;
    const digit = base + text.slice(base).search(/\d/);
    if (digit < base)
        return text;
    const prefix = text.slice(path?.[1] === '@' ? base : 0, digit);
    return stageAtEnd(prefix) + text.slice(digit);
}
/** The stage a prefix ends with: an attached `a` or `b`, or its last word that says something if that is exactly a pre-release word. */
function stageAtEnd(prefix) {
    if (/(?:^|[^a-z])[ab]$/.test(prefix))
        return prefix.slice(-1);
    const words = prefix.match(/[a-z]+/g) ?? [];
    const last = words.findLast((word) => !generic_words_1.NEUTRAL_WORDS.has(word));
    return last !== undefined && (0, generic_words_1.exactPrereleaseText)(last) !== undefined ? last + ' ' : '';
}
/** Year, month and day. */
const DATE = /^(?:19|20)\d{6}$/;
const TOKEN = /[0-9]+|[a-z]+|[~^+]/g;
/** Runs of digits, runs of letters and the three operators; all else separates. */
function tokensOf(text) {
    const tokens = [];
    for (const match of text.matchAll(TOKEN)) {
        tokens.push({ kind: kindOf(match[0]), text: match[0], start: match.index, end: match.index + match[0].length });
    }
    return tokens;
}
function kindOf(token) {
    const first = token.charCodeAt(0);
    if (first >= 48 && first <= 57)
        return 'number';
    return first >= 97 && first <= 122 ? 'word' : 'operator';
}
/** Ranks the tokens one after the other. */
class ComponentReader {
    constructor(tokens) {
        this.tokens = tokens;
        this.parts = [];
        this.prerelease = false;
        this.inBuild = false;
        tokens.forEach((token, index) => this.read(token, index));
        dropZeros(this.parts);
        if (this.parts.at(-1) === BUILD)
            this.parts.pop();
    }
    read(token, index) {
        if (token.kind === 'number')
            this.parts.push((0, key_text_1.numberKey)(token.text));
        else if (token.kind === 'operator')
            this.readOperator(token, index);
        else if (this.inBuild)
            this.push(POST_RELEASE, token.text);
        else
            this.readWord(token.text, index);
    }
    /** The first `+` opens the build; `~` and `^` exactly between two numbers stand for an empty word. */
    readOperator(token, index) {
        if (this.inBuild)
            return;
        if (token.text === '+') {
            dropZeros(this.parts);
            this.parts.push(BUILD);
            this.inBuild = true;
        }
        else if (this.touches(index, -1, 'number') && this.touches(index, 1, 'number')) {
            this.push(token.text === '~' ? PRERELEASE : POST_RELEASE, '');
        }
    }
    readWord(word, index) {
        const operator = this.touches(index, -1, 'operator') ? this.tokens[index - 1]?.text : undefined;
        if (operator === '^')
            return this.push(POST_RELEASE, (0, generic_words_1.postReleaseText)(word) ?? word);
        if (word.length === 1)
            return this.readLetter(word, index, operator === '~');
        const early = (0, generic_words_1.prereleaseText)(word);
        if (early !== undefined)
            return this.pushPrerelease(early);
        if (operator === '~')
            return this.push(PRERELEASE, word);
        if (generic_words_1.NEUTRAL_WORDS.has(word))
            return;
        const late = (0, generic_words_1.postReleaseText)(word);
        if (late !== undefined)
            return this.push(POST_RELEASE, late);
        this.push(word.length === 2 && this.isSuffix(index) ? LETTER_SUFFIX : PRERELEASE, word);
    }
    /** A long number behind a letter is that of a build (1.0-b3561), not of a stage, unless it is a date: 1.1b20240131. */
    readLetter(letter, index, forcedEarly) {
        const suffix = this.isSuffix(index);
        const early = generic_words_1.PRERELEASE_LETTERS.get(letter);
        const number = this.tokens[index + 1];
        if (early && number?.kind === 'number' && (forcedEarly || !suffix)) {
            this.push(PRERELEASE, early);
            this.prerelease ||=
                index > 0 && (number.text.length < 4 || (DATE.test(number.text) && this.touches(index, -1, 'number')));
        }
        else if (forcedEarly)
            this.push(PRERELEASE, letter);
        else if (suffix)
            this.push(LETTER_SUFFIX, letter);
        else if (generic_words_1.POST_RELEASE_LETTERS.has(letter) && this.touches(index, 1, 'number'))
            this.push(POST_RELEASE, letter);
        else if (letter !== 'v')
            this.push(PRERELEASE, letter);
    }
    /** Directly after a number and not attached to a following one: 1.1.1w, 2024a. */
    isSuffix(index) {
        return this.touches(index, -1, 'number') && !this.touches(index, 1, 'number');
    }
    /** Whether the neighbour is of this kind and nothing stands between. */
    touches(index, step, kind) {
        const token = this.tokens[index];
        const neighbour = this.tokens[index + step];
        if (!token || neighbour?.kind !== kind)
            return false;
        return step === 1 ? neighbour.start === token.end : neighbour.end === token.start;
    }
    pushPrerelease(text) {
        this.push(PRERELEASE, text);
        this.prerelease = true;
    }
    push(rank, text) {
        dropZeros(this.parts);
        this.parts.push(rank + (0, key_text_1.textKey)(text));
    }
}
/** The body of a generic key. */
function partsKey(version) {
    return version.epoch + version.parts.join('') + END;
}
exports.genericScheme = {
    name: 'generic',
    key: (version) => (0, key_text_1.cutKey)(partsKey(readGeneric(version))),
    valid: () => true,
    prerelease: (version) => readGeneric(version).prerelease,
    seriesRange,
};
function seriesRange(series) {
    const text = (0, key_text_1.cutVersion)(series).trim();
    const epoch = EPOCH.exec(text);
    const numbers = (0, key_text_1.seriesNumbers)(text.slice(epoch?.[0].length ?? 0));
    return numbers && (0, key_text_1.rangeOfNumbers)((0, key_text_1.epochKey)(epoch?.[1]), numbers, PRERELEASE);
}
/** Key of a text that a strict scheme does not accept: below all that it accepts, in generic order. */
function invalidKey(version) {
    return (0, key_text_1.cutKey)('!' + exports.genericScheme.key(version));
}
//# sourceMappingURL=generic.scheme.js.map