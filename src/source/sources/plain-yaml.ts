import { parseYaml, YamlError } from 'inventory-reader';
import { SourceError } from '../../common/fetch/source-error';

/** UTF-16 units of a text that is parsed in one step. */
export const MAX_YAML = 1_572_864;
/** Bounds time and memory, as parsing blocks the event loop: a third of a second. */
const MAX_PARTS = 60_000;
const MAX_DEPTH = 64;

/** The text is not YAML that `parsePlainYaml` reads. */
export class PlainYamlError extends SourceError {
  /** @param line number of the first wrong line, from 1; null = unknown */
  constructor(readonly line: number | null) {
    super('The response is not the expected YAML', null, 'format');
  }
}

/** One document without aliases and merge keys, of which every scalar is a text. @throws SourceError */
export function parsePlainYaml(text: string, maxParts = MAX_PARTS): unknown {
  if (text.length > MAX_YAML) throw new SourceError('The YAML is too long', null, 'size');
  const documents = documentsOf(text, maxParts);
  if (documents.length > 1) throw new PlainYamlError(null);
  return documents[0] ?? null;
}

function documentsOf(text: string, maxParts: number): unknown[] {
  try {
    return parseYaml(text, 'failsafe', { maxParts, maxDepth: MAX_DEPTH, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YamlError) || error.fault === 'aliases') throw new PlainYamlError(null);
    if (error.fault === 'syntax') throw new PlainYamlError(error.line);
    throw new SourceError('The YAML is too long or nested too deeply', null, 'size');
  }
}
