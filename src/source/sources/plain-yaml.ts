import { Composer, type CST, Lexer, Parser } from 'yaml';
import { SourceError } from './source';

/** UTF-16 units that are read at once. */
export const MAX_YAML = 1_572_864;
/** Time and memory go with the number of tokens, and nobody else is served meanwhile: an ordinary document of that length has fewer. */
export const MAX_TOKENS = 30_000;
/** The library goes down the levels by recursion, and a stack that runs full can end the process. */
const MAX_DEPTH = 64;

/** The text is not such YAML. */
export class YamlError extends SourceError {
  /** @param line the first that is wrong, from 1 on; null = it is not about one */
  constructor(readonly line: number | null) {
    super('The answer is not the YAML that is expected', null, 'format');
  }
}

/**
 * YAML (https://yaml.org/spec/1.2.2/#101-failsafe-schema) in which every scalar stays the text that it is: `1.10` is no number. One document;
 * no aliases, no merge keys, no tags that make something else of a value.
 * @throws SourceError
 */
export function parsePlainYaml(text: string, maxTokens = MAX_TOKENS): unknown {
  if (text.length > MAX_YAML) throw new SourceError('The YAML is too long to be read', null, 'size');
  try {
    // Looking for keys that are there twice would take time in the square of their number.
    const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, merge: false, prettyErrors: false });
    const [document, second] = composer.compose(tokensOf(text, maxTokens), true, text.length);
    const [wrong] = document?.errors ?? [];
    if (wrong) throw new YamlError(text.slice(0, wrong.pos[0]).split('\n').length);
    if (!document || second) throw new YamlError(null);
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new YamlError(null);
  }
}

/** The syntax tree, which is built without recursion, so that its depth can be watched. */
function* tokensOf(text: string, maxTokens: number): Generator<CST.Token> {
  const parser = new Parser();
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (++count > maxTokens || parser.stack.length > MAX_DEPTH)
      throw new SourceError('The YAML is too deep or too long to be read', null, 'size');
  }
  yield* parser.end();
}
