import { parseYaml, YamlError } from '../../../common/parsing/yaml';
import { InventoryError, tooManyParts } from './inventory-error';
import { MAX_ALIASES, MAX_DEPTH, MAX_PARTS } from './limits';

/** The documents of a YAML stream. @throws InventoryError */
export function yamlDocuments(text: string): unknown[] {
  try {
    return parseYaml(text, 'core', { maxParts: MAX_PARTS, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES });
  } catch (error) {
    throw error instanceof YamlError ? inventoryError(error) : error;
  }
}

function inventoryError({ fault, line }: YamlError): InventoryError {
  if (fault === 'parts') return tooManyParts('YAML');
  if (fault === 'depth') return new InventoryError('It is nested too deep');
  if (fault === 'aliases') return new InventoryError('Its YAML aliases expand to too much');
  return new InventoryError(line === null ? 'It is not YAML' : `It is not YAML: line ${line}`);
}
