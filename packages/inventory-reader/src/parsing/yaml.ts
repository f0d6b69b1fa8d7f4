import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  FAILSAFE_SCHEMA,
  loadAll,
  mapTag,
  mergeTag,
  seqTag,
  YAMLException,
} from 'js-yaml';
import { hasMoreParts } from './parts';

/** Tags such as `!reset` of compose files say how values are used, and not what they are. */
const ANY_TAG = ['!', 'tag:'].flatMap((prefix) => [
  defineScalarTag(prefix, { matchByTagPrefix: true, resolve: (text) => text, identify: () => false }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true, identify: () => false }),
  defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true, identify: () => false }),
]);

const SCHEMAS = {
  /** Numbers, booleans and null as well as texts, and merge keys. */
  core: CORE_SCHEMA.withTags(mergeTag, ANY_TAG),
  /** Every scalar is a text, so that `1.10` is no number: https://yaml.org/spec/1.2.2/#101-failsafe-schema */
  failsafe: FAILSAFE_SCHEMA.withTags(ANY_TAG),
};

/** Characters that may separate two values. */
const SEPARATORS = '\n:,-?[{';

export interface YamlLimits {
  /** Characters that may separate two values: the parser needs 200 bytes of memory and 5 µs for each. */
  maxParts: number;
  maxDepth: number;
  /** How often aliases may be followed. */
  maxAliases: number;
}

/** Why a text is not read. */
export class YamlError extends Error {
  /** @param line number of the first wrong line, from 1; null = unknown */
  constructor(
    readonly fault: 'parts' | 'depth' | 'aliases' | 'syntax',
    readonly line: number | null = null,
  ) {
    super(`Not readable YAML: ${fault}`);
  }
}

/**
 * The documents of a YAML stream, in linear time. An alias is the value itself, not a copy; of a key that is there twice, the last one counts.
 * @throws YamlError
 */
export function parseYaml(text: string, schema: keyof typeof SCHEMAS, limits: YamlLimits): unknown[] {
  const { maxParts, maxDepth, maxAliases } = limits;
  if (hasMoreParts(text, SEPARATORS, maxParts)) throw new YamlError('parts');
  try {
    return loadAll(text, { schema: SCHEMAS[schema], json: true, maxDepth, maxAliases });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw errorOf(error);
  }
}

function errorOf({ reason, mark }: YAMLException): YamlError {
  if (/maxDepth/.test(reason)) return new YamlError('depth');
  if (/maxAliases|maxTotalMergeKeys/i.test(reason)) return new YamlError('aliases');
  return new YamlError('syntax', mark ? mark.line + 1 : null);
}
