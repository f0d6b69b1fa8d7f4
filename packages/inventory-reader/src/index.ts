export type { Asked } from './base/asked';
export type { Component, Inventory, Moving, Rejected } from './base/component';
export { InventoryError } from './base/inventory-error';
export { MAX_BYTES, MAX_COMPONENTS } from './base/limits';
export type { LabelPolicy } from './base/tracker-labels';
export {
  compared,
  type Identifier,
  IDENTIFIER_ORIGINS,
  IDENTIFIER_PATTERN,
  IDENTIFIER_TYPES,
  IdentifierError,
  type IdentifierOrigin,
  type IdentifierType,
  keyOf,
  MAX_GIVEN_LENGTH,
  MAX_IDENTIFIERS,
  parseIdentifier,
  readIdentifier,
  shown,
  stored,
  uniqueIdentifiers,
} from './identifier';
export { addInventoryCommands } from './inventory-command';
export { tooDeepField } from './parsing/json-depth';
export { childOf, childrenOf, type XmlElement, XmlError, XmlReader, type XmlRules } from './parsing/xml';
export { parseYaml, YamlError } from './parsing/yaml';
export { addPurlCommands } from './purl-command';
export {
  buildPurl,
  comparedPurl,
  formatPurl,
  gemVersion,
  GO_ITSELF,
  packageOf,
  parsePurl,
  type Purl,
  PurlError,
} from './purl/purl';
export { FORMATS, readInventory } from './read-inventory';
export { readInventoryFile } from './read-inventory-file';
