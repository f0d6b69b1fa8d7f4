"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LinearPattern = exports.MAX_PATTERN = void 0;
exports.validatePattern = validatePattern;
exports.validateTagPattern = validateTagPattern;
exports.compilePattern = compilePattern;
const re2js_1 = require("re2js");
/**
 * Patterns that users write. They run on RE2 (syntax: https://github.com/google/re2/wiki/Syntax), whose time grows linearly with the
 * text: no pattern can hang the service, as one on JavaScript's own RegExp could.
 */
exports.MAX_PATTERN = 255;
/** The most instructions a pattern may compile to; each character of a label may cost one step for each. Usual patterns have 20. */
const MAX_PROGRAM = 2_000;
/** What is wrong with a pattern, as a sentence for its author, or null. */
function validatePattern(text) {
    if (text.length === 0)
        return 'must not be empty';
    if (text.length > exports.MAX_PATTERN)
        return `must be at most ${exports.MAX_PATTERN} characters long`;
    return compilePattern(text)?.error ?? null;
}
/** As validatePattern; a tag pattern also has exactly one group, which takes the version. */
function validateTagPattern(text) {
    const problem = validatePattern(text);
    if (problem)
        return problem;
    return compilePattern(text)?.groups === 1
        ? null
        : 'must have exactly one group (…), which takes the version; write (?:…) for others';
}
/** A compiled pattern. One that does not compile finds nothing. */
class LinearPattern {
    constructor(text) {
        this.compiled = null;
        /** What is wrong with it, or null. */
        this.error = null;
        try {
            const compiled = re2js_1.RE2JS.compile(text);
            if (compiled.programSize() > MAX_PROGRAM)
                this.error = 'repeats too much: use smaller numbers in {…}';
            else
                this.compiled = compiled;
        }
        catch (error) {
            this.error = `is not a regular expression: ${error.message}`;
        }
    }
    get groups() {
        return this.compiled?.groupCount() ?? 0;
    }
    /** Instructions that it compiled to: a search takes at most so many steps for each character. */
    get size() {
        return this.compiled?.programSize() ?? 0;
    }
    /** The number of a named group; undefined when there is none of that name. */
    groupNamed(name) {
        const numbers = this.compiled?.namedGroups() ?? {};
        return Object.hasOwn(numbers, name) ? numbers[name] : undefined;
    }
    /** All places where it is found, one after the other: what each group takes there, the whole match being the first. */
    *places(text) {
        const matcher = this.compiled?.matcher(text);
        while (matcher?.find())
            yield {
                groups: Array.from({ length: this.groups + 1 }, (_, group) => matcher.group(group)),
                start: matcher.start(),
                end: matcher.end(),
            };
    }
    /** Whether it is found anywhere in the text. */
    find(text) {
        return this.compiled?.matcher(text).find() ?? false;
    }
    /** What its first group takes, or null if it is not found or takes nothing. */
    group(text) {
        const matcher = this.compiled?.matcher(text);
        return matcher?.find() ? matcher.group(1) || null : null;
    }
}
exports.LinearPattern = LinearPattern;
/** Null for no pattern. */
function compilePattern(text) {
    return text ? new LinearPattern(text) : null;
}
//# sourceMappingURL=pattern.js.map