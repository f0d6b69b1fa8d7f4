"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.YamlError = exports.MAX_YAML = void 0;
exports.parsePlainYaml = parsePlainYaml;
const yaml_1 = require("yaml");
const source_1 = require("./source");
/** UTF-16 units that are read at once. */
exports.MAX_YAML = 1_572_864;
/** Time and memory go with the number of tokens: an ordinary document of that length has fewer. */
const MAX_TOKENS = 300_000;
/** The library goes down the levels by recursion, and a stack that runs full can end the process. */
const MAX_DEPTH = 64;
/** The text is not such YAML. */
class YamlError extends source_1.SourceError {
    /** @param line the first that is wrong, from 1 on; null = it is not about one */
    constructor(line) {
        super('The answer is not the YAML that is expected', null, 'format');
        this.line = line;
    }
}
exports.YamlError = YamlError;
/**
 * YAML (https://yaml.org/spec/1.2.2/#101-failsafe-schema) in which every scalar stays the text that it is: `1.10` is no number. One document;
 * no aliases, no merge keys, no tags that make something else of a value.
 * @throws SourceError
 */
function parsePlainYaml(text) {
    if (text.length > exports.MAX_YAML)
        throw new source_1.SourceError('The YAML is too long to be read', null, 'size');
    try {
        // Looking for keys that are there twice would take time in the square of their number.
        const composer = new yaml_1.Composer({ schema: 'failsafe', uniqueKeys: false, merge: false, prettyErrors: false });
        const [document, second] = composer.compose(tokensOf(text), true, text.length);
        const [wrong] = document?.errors ?? [];
        if (wrong)
            throw new YamlError(text.slice(0, wrong.pos[0]).split('\n').length);
        if (!document || second)
            throw new YamlError(null);
        return document.toJS({ maxAliasCount: 0 });
    }
    catch (error) {
        if (error instanceof source_1.SourceError)
            throw error;
        throw new YamlError(null);
    }
}
/** The syntax tree, which is built without recursion, so that its depth can be watched. */
function* tokensOf(text) {
    const parser = new yaml_1.Parser();
    let count = 0;
    for (const lexeme of new yaml_1.Lexer().lex(text)) {
        yield* parser.next(lexeme);
        if (++count > MAX_TOKENS || parser.stack.length > MAX_DEPTH)
            throw new source_1.SourceError('The YAML is too deep or too long to be read', null, 'size');
    }
    yield* parser.end();
}
//# sourceMappingURL=plain-yaml.js.map