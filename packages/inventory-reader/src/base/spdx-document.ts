import { childOf, childrenOf, type XmlElement } from '../parsing/xml';
import type { InventoryFile } from './inventory-file';
import { field, listOf, textOf } from './values';
import { descendants, textIn } from './xml-tree';

export interface SpdxPackage {
  id: string;
  name: unknown;
  version: string | null;
  purl: string | null;
  cpe: string | null;
}

export interface SpdxDocument {
  packages: SpdxPackage[];
  /** The subjects of the document, by id. */
  described: Set<string>;
  /** Dependencies between packages. */
  dependencies: [from: string, to: string][];
}

/** Takes up a relation of SPDX 2, in whichever direction it is written. */
function addRelation({ described, dependencies }: SpdxDocument, from: string, kind: string, to: string): void {
  if (kind === 'DESCRIBES') described.add(to);
  else if (kind === 'DESCRIBED_BY') described.add(from);
  else if (kind === 'DEPENDS_ON') dependencies.push([from, to]);
  else if (kind === 'DEPENDENCY_OF') dependencies.push([to, from]);
}

export function readSpdx2Json(root: unknown): SpdxDocument {
  const described = listOf(field(root, 'documentDescribes')).filter((id) => typeof id === 'string');
  const document: SpdxDocument = {
    packages: listOf(field(root, 'packages')).map(packageOfJson),
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

function packageOfJson(given: unknown, at: number): SpdxPackage {
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

export const isTagValue = ({ text }: InventoryFile): boolean => /^SPDXVersion:[ \t]*SPDX-\d/m.test(text);

/** Tags that begin something else than a package. */
const OTHERS = ['FileName', 'SnippetSPDXID', 'SnippetSPDXIdentifier', 'LicenseID', 'Annotator', 'Reviewer'];

export function readTagValue(file: InventoryFile): SpdxDocument {
  const document: SpdxDocument = { packages: [], described: new Set(), dependencies: [] };
  let current: SpdxPackage | null = null;
  for (const { tag, value, number } of tagsOf(file)) {
    if (tag === 'Relationship') {
      const [from = '', kind = '', to = ''] = value.split(/\s+/);
      addRelation(document, from, kind, to);
    } else if (tag === 'PackageName') {
      current = { id: `line ${number}`, name: value, version: null, purl: null, cpe: null };
      document.packages.push(current);
    } else if (OTHERS.includes(tag)) current = null;
    else if (current !== null) addTag(current, tag, value);
  }
  return document;
}

function addTag(current: SpdxPackage, tag: string, value: string): void {
  if (tag === 'SPDXID') current.id = value;
  if (tag === 'PackageVersion') current.version = value;
  if (tag !== 'ExternalRef') return;
  const [, type, locator = null] = value.split(/\s+/);
  if (type === 'purl' || type?.endsWith('/purl')) current.purl = locator;
  if (type?.endsWith('cpe23Type')) current.cpe = locator;
}

/** Values of several lines are between `<text>` and `</text>`. */
function* tagsOf({ lines }: InventoryFile): Generator<{ tag: string; value: string; number: number }> {
  let isText = false;
  for (const [at, line] of lines.entries()) {
    if (isText) {
      isText = !line.includes('</text>');
      continue;
    }
    const [, tag, value] = /^([A-Za-z]\w*):(.*)$/.exec(line) ?? [];
    if (tag === undefined) continue;
    isText = value!.includes('<text>') && !value!.includes('</text>');
    yield { tag, value: value!.replace(/<\/?text>/g, '').trim(), number: at + 1 };
  }
}

/** The older form of SPDX 2, as XML. */
export function readRdf(root: XmlElement): SpdxDocument | null {
  const packages = [...descendants(root, 'Package')];
  if (packages.length === 0 && [...descendants(root, 'SpdxDocument')].length === 0) return null;
  const described = [...descendants(root, 'Relationship')]
    .filter((one) => /relationshipType_describes$/.test(resourceOf(one, 'relationshipType')))
    .flatMap((one) => childrenOf(childOf(one, 'relatedSpdxElement'), 'Package').map(aboutOf));
  return { packages: packages.map(packageOfXml), described: new Set(described), dependencies: [] };
}

const aboutOf = (element: XmlElement) => element.attributes.get('rdf:about') ?? '';
const resourceOf = (element: XmlElement, name: string) => childOf(element, name)?.attributes.get('rdf:resource') ?? '';

function packageOfXml(element: XmlElement): SpdxPackage {
  const references = childrenOf(element, 'externalRef').flatMap((one) => childrenOf(one, 'ExternalRef'));
  const locator = (type: string) =>
    textIn(
      references.find((one) => resourceOf(one, 'referenceType').endsWith(`/${type}`)),
      'referenceLocator',
    );
  return {
    id: aboutOf(element).replace(/^.*#/, ''),
    name: textIn(element, 'name'),
    version: textIn(element, 'versionInfo'),
    purl: locator('purl'),
    cpe: locator('cpe23Type'),
  };
}
