import { childOf, childrenOf, type XmlElement } from '../../../common/parsing/xml';
import type { InventoryFile } from '../base/inventory-file';
import { descendants, textIn } from '../base/xml-tree';
import { addRelation, type SpdxDocument, type SpdxPackage } from './spdx-document';

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
  return { packages: packages.map(packageOf), described: new Set(described), dependencies: [] };
}

const aboutOf = (element: XmlElement) => element.attributes.get('rdf:about') ?? '';
const resourceOf = (element: XmlElement, name: string) => childOf(element, name)?.attributes.get('rdf:resource') ?? '';

function packageOf(element: XmlElement): SpdxPackage {
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
