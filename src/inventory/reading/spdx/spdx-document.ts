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
export function addRelation({ described, dependencies }: SpdxDocument, from: string, kind: string, to: string): void {
  if (kind === 'DESCRIBES') described.add(to);
  else if (kind === 'DESCRIBED_BY') described.add(from);
  else if (kind === 'DEPENDS_ON') dependencies.push([from, to]);
  else if (kind === 'DEPENDENCY_OF') dependencies.push([to, from]);
}
