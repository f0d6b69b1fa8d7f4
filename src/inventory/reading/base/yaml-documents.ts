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
import { assertFewParts } from './few-parts';
import { InventoryError } from './inventory-error';
import { MAX_ALIASES, MAX_DEPTH } from './limits';

/** Tags such as `!reset` of compose files say how values are used, and not what they are. */
const ANY_TAG = ['!', 'tag:'].flatMap((prefix) => [
  defineScalarTag(prefix, { matchByTagPrefix: true, resolve: (text) => text, identify: () => false }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true, identify: () => false }),
  defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true, identify: () => false }),
]);

const SCHEMA = CORE_SCHEMA.withTags(mergeTag, ANY_TAG);

/** The documents of a YAML stream. An alias is the value itself, not a copy. @throws InventoryError */
export function parseYaml(text: string): unknown[] {
  assertFewParts('YAML', text, '\n:,-?[{');
  try {
    return loadAll(text, { schema: SCHEMA, json: true, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new InventoryError(messageOf(error));
  }
}

function messageOf({ reason, mark }: YAMLException): string {
  if (/maxDepth/.test(reason)) return 'It is nested too deep';
  if (/maxAliases|maxTotalMergeKeys/i.test(reason)) return 'Its YAML aliases expand to too much';
  return mark ? `It is not YAML: line ${mark.line + 1}` : 'It is not YAML';
}
