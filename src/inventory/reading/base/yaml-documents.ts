import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  loadAll,
  mapTag,
  mergeTag,
  seqTag,
  YAMLException,
} from 'js-yaml';
import { InventoryError } from './inventory-error';
import { MAX_ALIASES, MAX_DEPTH, MAX_YAML_PARTS } from './limits';

/** Tags such as `!reset` of compose files say how values are used, and not what they are. */
const ANY_TAG = ['!', 'tag:'].flatMap((prefix) => [
  defineScalarTag(prefix, { matchByTagPrefix: true, resolve: (text) => text, identify: () => false }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true, identify: () => false }),
  defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true, identify: () => false }),
]);

const SCHEMA = CORE_SCHEMA.withTags(mergeTag, ANY_TAG);

/** The documents of a YAML stream. An alias is the value itself, not a copy. @throws InventoryError */
export function parseYaml(text: string): unknown[] {
  assertAffordable(text);
  try {
    return loadAll(text, { schema: SCHEMA, json: true, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new InventoryError(messageOf(error));
  }
}

function messageOf({ reason, mark }: YAMLException): string {
  if (/maxDepth/.test(reason)) return 'It is nested too deep';
  if (/maxAliases|maxTotalMergeKeys/i.test(reason)) return 'It has YAML aliases that lead to too much';
  return mark ? `It is no YAML: line ${mark.line + 1}` : 'It is no YAML';
}

/** The parser needs much memory: what is too much is seen before. */
function assertAffordable(text: string): void {
  let parts = 0;
  for (let at = 0; at < text.length; at++) if (SEPARATORS.has(text.charCodeAt(at))) parts++;
  if (parts > MAX_YAML_PARTS) throw new InventoryError('It is YAML of too many parts');
}

const SEPARATORS = new Set([...'\n:,-?[{'].map((character) => character.charCodeAt(0)));
