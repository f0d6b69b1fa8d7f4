import { childOf, childrenOf, type XmlElement } from '../parsing/xml';
import type { Found } from '../base/component';
import { imageFound, isCertainImage } from '../base/image';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { newerThanKnown } from '../base/lock-version';
import { field, listOf, textOf } from '../base/values';
import { textIn } from '../base/xml-tree';

/** A component of either form, with those in it. */
interface Part {
  ref: string | null;
  type: string | null;
  group: string | null;
  name: unknown;
  version: unknown;
  purl: unknown;
  parts: () => Iterator<Part>;
}

interface Bom {
  main: Part[];
  /** Made one after another: a document may have a million. */
  parts: () => Iterator<Part>;
  /** By the reference of a component: those of its dependencies. */
  dependencies: Map<string, string[]>;
}

/** Types of things that run, not of their parts. */
const MAIN_TYPES = new Set(['application', 'container', 'platform']);

/** CycloneDX, JSON and XML. https://cyclonedx.org/specification/overview/ */
export const cyclonedx: InventoryReader = {
  format: 'cyclonedx',
  fileName: /(^|\/)bom\.(json|xml)$|\.cdx(\.json|\.xml)?$/i,
  recognizes: (file) =>
    file.looksLikeXml
      ? file.xml.name === 'bom' && /^http:\/\/cyclonedx\.org\/schema\/bom/.test(namespaceOf(file.xml))
      : file.looksLikeJson && field(file.json, 'bomFormat') === 'CycloneDX',
  *read(file) {
    const { main, parts, dependencies } = bomOf(file);
    const direct = directOnes(main, dependencies);
    for (const part of main) yield { ...found(part, 'metadata.component', true), main: true };
    let number = 0;
    for (const part of withInner(parts())) {
      number++;
      const isDirect = direct && part.ref !== null && direct.has(part.ref);
      yield { ...found(part, part.ref ?? `component ${number}`, isDirect), main: MAIN_TYPES.has(part.type ?? '') };
    }
  },
  warnings: (file) =>
    newerThanKnown(
      'specVersion',
      file.looksLikeXml ? /\/bom[/-]?(\d[\d.]*)$/.exec(namespaceOf(file.xml))?.[1] : field(file.json, 'specVersion'),
      '1.7',
    ),
};

function bomOf(file: InventoryFile): Bom {
  if (file.looksLikeXml) {
    if (file.xml.name !== 'bom') throw new InventoryError('It is XML, but not a CycloneDX document');
    return ofXml(file.xml);
  }
  if (field(file.json, 'bomFormat') !== 'CycloneDX')
    throw new InventoryError('It is JSON, but not a CycloneDX document');
  return ofJson(file.json);
}

/** Each before those in it, in their order. */
function* withInner(parts: Iterator<Part>): Generator<Part> {
  const open = [parts];
  while (open.length > 0) {
    const next = open.at(-1)!.next();
    if (next.done === true) open.pop();
    else {
      yield next.value;
      open.push(next.value.parts());
    }
  }
}

/** @returns null when the document does not list the dependencies of its subject */
function directOnes(main: Part[], dependencies: Map<string, string[]>): Set<string> | null {
  const lists = main
    .map(({ ref }) => (ref === null ? undefined : dependencies.get(ref)))
    .filter((list) => list !== undefined);
  return lists.length > 0 ? new Set(lists.flat()) : null;
}

function found({ type, group, name, version, purl }: Part, where: string, direct: boolean | null): Found {
  // Syft and Trivy name an image as it was asked for, and its version is the digest.
  if (type === 'container' && typeof name === 'string' && isCertainImage(name))
    return { ...imageFound(name, where), direct };
  const isMaven = typeof purl === 'string' && purl.startsWith('pkg:maven/');
  const full =
    group && typeof name === 'string' && !name.startsWith(group) ? `${group}${isMaven ? ':' : '/'}${name}` : name;
  return { name: full, version, purl, direct, where };
}

function ofJson(bom: unknown): Bom {
  const main = field(field(bom, 'metadata'), 'component');
  const dependencies = listOf(field(bom, 'dependencies')).map(
    (one) =>
      [
        textOf(field(one, 'ref')) ?? '',
        listOf(field(one, 'dependsOn')).filter((ref) => typeof ref === 'string'),
      ] as const,
  );
  return {
    main: main === undefined ? [] : [partOfJson(main)],
    parts: () => partsOfJson(bom),
    dependencies: new Map(dependencies),
  };
}

const partOfJson = (part: unknown): Part => ({
  ref: textOf(field(part, 'bom-ref')),
  type: textOf(field(part, 'type')),
  group: textOf(field(part, 'group')),
  name: field(part, 'name'),
  version: field(part, 'version'),
  purl: field(part, 'purl'),
  parts: () => partsOfJson(part),
});

function* partsOfJson(holder: unknown): Generator<Part> {
  for (const part of listOf(field(holder, 'components'))) yield partOfJson(part);
}

function ofXml(bom: XmlElement): Bom {
  const dependencies = childrenOf(childOf(bom, 'dependencies'), 'dependency').map(
    (one) => [refOf(one), childrenOf(one, 'dependency').map(refOf)] as const,
  );
  return {
    main: childrenOf(childOf(bom, 'metadata'), 'component').map(partOfXml),
    parts: () => partsOfXml(bom),
    dependencies: new Map(dependencies),
  };
}

const refOf = (element: XmlElement) => element.attributes.get('ref') ?? '';

const partOfXml = (element: XmlElement): Part => ({
  ref: element.attributes.get('bom-ref') ?? null,
  type: element.attributes.get('type') ?? null,
  group: textIn(element, 'group'),
  name: textIn(element, 'name'),
  version: textIn(element, 'version'),
  purl: textIn(element, 'purl') ?? undefined,
  parts: () => partsOfXml(element),
});

function* partsOfXml(holder: XmlElement): Generator<Part> {
  for (const part of childrenOf(childOf(holder, 'components'), 'component')) yield partOfXml(part);
}

/** The default one, or that of a prefix. */
const namespaceOf = (element: XmlElement) =>
  [...element.attributes].find(
    ([name, value]) => name.startsWith('xmlns') && value.includes('cyclonedx.org/schema/bom'),
  )?.[1] ?? '';
