import { field, listOf, textOf } from '../base/values';
import { addRelation, type SpdxDocument, type SpdxPackage } from './spdx-document';

export function readSpdx2Json(root: unknown): SpdxDocument {
  const described = listOf(field(root, 'documentDescribes')).filter((id) => typeof id === 'string');
  const document: SpdxDocument = {
    packages: listOf(field(root, 'packages')).map(packageOf),
    described: new Set(described),
    dependencies: [],
  };
  for (const relation of listOf(field(root, 'relationships'))) {
    const ends = ['spdxElementId', 'relationshipType', 'relatedSpdxElement'] as const;
    const [from, kind, to] = ends.map((name) => textOf(field(relation, name)) ?? '');
    addRelation(document, from!, kind!, to!);
  }
  return document;
}

function packageOf(given: unknown, at: number): SpdxPackage {
  const references = listOf(field(given, 'externalRefs'));
  const locator = (type: RegExp) =>
    textOf(
      field(
        references.find((one) => type.test(textOf(field(one, 'referenceType')) ?? '')),
        'referenceLocator',
      ),
    );
  return {
    id: textOf(field(given, 'SPDXID')) ?? `packages[${at}]`,
    name: field(given, 'name'),
    version: textOf(field(given, 'versionInfo')),
    purl: locator(/^purl$|\/purl$/),
    cpe: locator(/cpe23Type$/),
  };
}

/** Of 3.0: a list of elements that name each other. */
export function readSpdx3(root: unknown): SpdxDocument | null {
  const elements = listOf(field(root, '@graph'));
  const context = JSON.stringify(field(root, '@context') ?? '').toLowerCase();
  if (!context.includes('spdx') && !elements.some((one) => /^(software_Package|SpdxDocument)$/.test(typeOf(one))))
    return null;
  const document: SpdxDocument = { packages: [], described: new Set(), dependencies: [] };
  for (const [at, element] of elements.entries()) addElement(document, element, at);
  return document;
}

const typeOf = (element: unknown) => textOf(field(element, 'type') ?? field(element, '@type')) ?? '';

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');

function addElement(document: SpdxDocument, element: unknown, at: number): void {
  const type = typeOf(element);
  // A software bill of materials is an element as well, and names its subject.
  if (/^(SpdxDocument|Bom|software_Sbom)$/.test(type)) addAll(document.described, idsIn(field(element, 'rootElement')));
  else if (/Relationship$/.test(type)) addRelationship(document, element);
  else if (/Package$/.test(type)) document.packages.push(elementOf(element, at));
}

function addRelationship({ described, dependencies }: SpdxDocument, element: unknown): void {
  const from = textOf(field(element, 'from')) ?? '';
  const to = idsIn(field(element, 'to'));
  const kind = field(element, 'relationshipType');
  if (kind === 'describes') addAll(described, to);
  if (kind === 'dependsOn') for (const id of to) dependencies.push([from, id]);
}

function addAll(ids: Set<string>, more: string[]): void {
  for (const id of more) ids.add(id);
}

function elementOf(element: unknown, at: number): SpdxPackage {
  const identifiers = listOf(field(element, 'externalIdentifier'));
  const identifier = (type: string) =>
    textOf(
      field(
        identifiers.find((one) => field(one, 'externalIdentifierType') === type),
        'identifier',
      ),
    );
  return {
    id: textOf(field(element, 'spdxId') ?? field(element, '@id')) ?? `@graph[${at}]`,
    name: field(element, 'name'),
    version: textOf(field(element, 'software_packageVersion')),
    purl: textOf(field(element, 'software_packageUrl')) ?? identifier('packageUrl'),
    cpe: identifier('cpe23'),
  };
}
