import { aliasesOf, type Fields, idOf, isFields, listOf, RecordProblem } from '../matching/fields';
import { PRODUCTS_OF_ONE, STATEMENTS_AT_MOST, type VexProduct, type VexStatement, type VexStatus } from './statement';
import { productsOf } from './vex-product';
import { momentOf, reasonOf, type ReadStatements, statementsOf } from './vex-words';

const COMPONENTS_AT_MOST = 100_000;

const STATES = new Map<unknown, VexStatus>([
  ['resolved', 'fixed'],
  ['resolved_with_pedigree', 'fixed'],
  ['exploitable', 'affected'],
  ['in_triage', 'under_investigation'],
  ['false_positive', 'not_affected'],
  ['not_affected', 'not_affected'],
]);

interface Component {
  names: unknown[];
  version: unknown;
  isPart: boolean;
}

export const isCycloneDx = (document: Fields): boolean => document.bomFormat === 'CycloneDX';

/** CycloneDX 1.4 to 1.7 in JSON: https://cyclonedx.org/capabilities/vex/. @throws RecordProblem */
export async function readCycloneDxVex(document: Fields): Promise<ReadStatements> {
  const metadata = isFields(document.metadata) ? document.metadata : {};
  const components = componentsOf(document, metadata.component);
  const ofDocument = momentOf(metadata.timestamp);
  const given = listOf(document.vulnerabilities, 'vulnerabilities', STATEMENTS_AT_MOST);
  const read = (one: Fields, at: string) => readVulnerability(one, at, components, ofDocument);
  return {
    id: document.serialNumber,
    author: authorOf(metadata),
    ...(await statementsOf(given, 'vulnerabilities', read)),
  };
}

function authorOf({ authors, supplier, manufacturer }: Fields): unknown {
  const first: unknown = Array.isArray(authors) ? authors[0] : undefined;
  return [supplier, manufacturer, first].map((one) => (isFields(one) ? one.name : undefined)).find(Boolean);
}

/** By reference: the subject of the document, and all that is in it. @throws RecordProblem */
function componentsOf(document: Fields, subject: unknown): Map<unknown, Component> {
  const found = new Map<unknown, Component>();
  const isAbout = isFields(subject);
  const open: { list: unknown; isPart: boolean }[] = [
    { list: isAbout ? [subject] : [], isPart: false },
    { list: document.components, isPart: isAbout },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const one of listOf(next.list, 'components', COMPONENTS_AT_MOST).filter(isFields)) {
      if (found.size >= COMPONENTS_AT_MOST) throw new RecordProblem(`has more than ${COMPONENTS_AT_MOST} components`);
      const names = [one.purl, one.cpe, one['bom-ref']].filter(Boolean);
      found.set(one['bom-ref'] ?? one, { names, version: one.version, isPart: next.isPart });
      open.push({ list: one.components, isPart: isAbout });
    }
  return found;
}

/** One statement for each status: versions may have one of their own. @throws RecordProblem */
function readVulnerability(
  given: Fields,
  at: string,
  components: Map<unknown, Component>,
  ofDocument: string | null,
): VexStatement[] {
  const vulnerability = idOf(given.id);
  const { analysis } = given;
  if (!isFields(analysis)) return []; // it is listed, and nothing is said of it
  const status = STATES.get(analysis.state);
  if (status === undefined) throw new RecordProblem('has an analysis without a state that is known');
  const byStatus = new Map<VexStatus, VexProduct[]>();
  for (const one of listOf(given.affects, 'affects', PRODUCTS_OF_ONE).filter(isFields))
    for (const [own, products] of affected(one, status, components)) {
      const list = byStatus.get(own) ?? [];
      byStatus.set(own, list);
      for (const product of products) list.push(product);
    }
  if (byStatus.size === 0) byStatus.set(status, []);
  const references = listOf(given.references, 'references', 1_000).filter(isFields);
  const base = {
    ...{ at, vulnerability, reason: reasonOf(analysis.justification, analysis.detail) },
    aliases: aliasesOf(
      references.map(({ id }) => id),
      vulnerability,
    ),
    saidAt: momentOf(analysis.lastUpdated) ?? momentOf(analysis.firstIssued) ?? momentOf(given.updated) ?? ofDocument,
  };
  return [...byStatus].map(([own, products]) => ({ ...base, status: own, products }));
}

function affected(given: Fields, status: VexStatus, components: Map<unknown, Component>): [VexStatus, VexProduct[]][] {
  const component = componentNamed(given.ref, components);
  const versions = listOf(given.versions, 'versions', 1_000).filter(isFields);
  if (versions.length === 0) return [[status, productsOf(component)]];
  return versions.flatMap((one): [VexStatus, VexProduct[]][] => {
    if (one.status === 'unknown' && status !== 'under_investigation') return [];
    const isFree = one.status === 'unaffected' && status !== 'fixed';
    const names = component.names.map(withoutVersion);
    return [[isFree ? 'not_affected' : status, productsOf({ ...component, names, version: one.version ?? one.range })]];
  });
}

/** Versions that are listed count, and not the one in the name. */
const withoutVersion = (name: unknown): unknown =>
  typeof name === 'string'
    ? name.replace(/^(pkg:[^?#]*[^/?#])@[^@/?#]*/i, '$1').replace(/^(urn:uuid:[^#]*)#.*$/i, '$1')
    : name;

/** A reference in the document, or into another one (BOM-Link, `urn:cdx:…/1#ref`): of that one only the name is known. */
function componentNamed(ref: unknown, components: Map<unknown, Component>): Component {
  const known = components.get(ref);
  if (known) return known;
  const linked = typeof ref === 'string' ? /^urn:cdx:[^#]*#(.+)$/is.exec(ref)?.[1] : undefined;
  const name = linked === undefined ? ref : textOf(linked);
  return components.get(name) ?? { names: [name], version: undefined, isPart: false };
}

function textOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
