import { Composer, type CST, Lexer, Parser } from 'yaml';
import { SourceError } from './source-error';

/** UTF-16 units of a text that is parsed in one step. */
export const MAX_YAML = 1_572_864;
/** Bounds time and memory, as parsing blocks the event loop. A usual document of that length has fewer. */
export const MAX_TOKENS = 30_000;
/** The library recurses, and a stack overflow can end the process. */
const MAX_DEPTH = 64;

/** The text is not YAML that `parsePlainYaml` reads. */
export class YamlError extends SourceError {
  /** @param line number of the first wrong line, from 1; null = unknown */
  constructor(readonly line: number | null) {
    super('The response is not the expected YAML', null, 'format');
  }
}

/**
 * YAML with the failsafe schema (https://yaml.org/spec/1.2.2/#101-failsafe-schema): every scalar is a text, so that `1.10` is no number.
 * One document, without aliases, merge keys and tags that change a value.
 * @throws SourceError
 */
export function parsePlainYaml(text: string, maxTokens = MAX_TOKENS): unknown {
  if (text.length > MAX_YAML) throw new SourceError('The YAML is too long', null, 'size');
  try {
    // The check for duplicate keys takes quadratic time.
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

/** The tokens, with a check of their number and depth. */
function* tokensOf(text: string, maxTokens: number): Generator<CST.Token> {
  const parser = new Parser();
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (++count > maxTokens || parser.stack.length > MAX_DEPTH)
      throw new SourceError('The YAML is too long or nested too deeply', null, 'size');
  }
  yield* parser.end();
}
