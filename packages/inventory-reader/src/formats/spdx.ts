import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { nameOfPurl, tryParsePurl } from '../base/package-name';
import {
  isTagValue,
  readRdf,
  readSpdx2Json,
  readSpdx3,
  readTagValue,
  type SpdxDocument,
  type SpdxPackage,
} from '../base/spdx-document';
import { field } from '../base/values';

/** SPDX 2.2 and 2.3 as JSON, YAML, tag-value and RDF/XML, 3.0 as JSON-LD. https://spdx.dev/use/specifications/ */
export const spdx: InventoryReader = {
  format: 'spdx',
  fileName: /\.spdx(\.json|\.ya?ml|\.rdf|\.xml)?$|\.spdx3\.json$/i,
  recognizes: (file) => documentOf(file) !== null,
  *read(file) {
    const document = documentOf(file);
    if (document === null) throw new InventoryError('It is not an SPDX document');
    const direct = directOnes(document);
    for (const part of document.packages)
      yield {
        ...found(part, directOf(part, document, direct)),
        main: document.described.has(part.id),
      };
  },
};

function documentOf(file: InventoryFile): SpdxDocument | null {
  if (file.looksLikeXml) return file.xml.name === 'RDF' ? readRdf(file.xml) : null;
  if (!file.looksLikeJson) return isTagValue(file) ? readTagValue(file) : ofYaml(file);
  if (typeof field(file.json, 'spdxVersion') === 'string') return readSpdx2Json(file.json);
  return Array.isArray(field(file.json, '@graph')) ? readSpdx3(file.json) : null;
}

function ofYaml(file: InventoryFile): SpdxDocument | null {
  if (!file.mayHaveKey('spdxVersion')) return null;
  const document = file.yamls.find((one) => typeof field(one, 'spdxVersion') === 'string');
  return document === undefined ? null : readSpdx2Json(document);
}

/** What is described depends on them by itself; null = the document says nothing of that. */
function directOnes({ described, dependencies }: SpdxDocument): Set<string> | null {
  const ofDescribed = dependencies.filter(([from]) => described.has(from));
  return ofDescribed.length > 0 ? new Set(ofDescribed.map(([, to]) => to)) : null;
}

function directOf({ id }: SpdxPackage, { described }: SpdxDocument, direct: Set<string> | null): boolean | null {
  return described.has(id) ? true : direct && direct.has(id);
}

/** A package URL says name and version better than the free texts do. */
function found({ id, name, version, purl: text, cpe }: SpdxPackage, direct: boolean | null): Found {
  const purl = text === null ? null : tryParsePurl(text);
  const known = version === 'NOASSERTION' || version === '' ? null : version;
  return {
    name: purl === null ? name : purl.type === 'npm' ? nameOfPurl(purl) : purl.name,
    version: known ?? purl?.version ?? versionOfCpe(cpe),
    purl: text ?? undefined,
    direct,
    where: id,
  };
}

function versionOfCpe(cpe: string | null): string | null {
  const version = cpe?.split(/(?<!\\):/)[5]?.replace(/\\(.)/g, '$1');
  return version === undefined || version === '*' || version === '-' ? null : version;
}
