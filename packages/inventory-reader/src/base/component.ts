import type { Asked } from './asked';
import type { SaidByLabels } from './tracker-labels';

/** A piece of software that a file names. */
export interface Component extends Omit<SaidByLabels, 'remarks'> {
  /** Canonical package URL with its version. */
  purl: string | null;
  name: string;
  version: string | null;
  /** Whether it is a direct dependency, not one of another component; null = the file does not say. */
  direct: boolean | null;
  /** Whether the file is about it: what it describes, or an application in it. Only where a file says so. */
  main?: true;
  /** Why no registry has it, so that it is not the product of its name. Only where a file says so; then there is no package URL. */
  elsewhere?: string;
  /** How to ask for its version. Only where a file says so. */
  asked?: Asked;
  /** Address of the repository that an image says it is built from. */
  repository?: string;
  /** Of an image whose tag does not say its version. */
  moving?: Moving;
  /** Of the image that runs, as its registry knows it: `sha256:…`. */
  digest?: string;
  /** Its place in the file. */
  where: string;
}

/** A version that the tag of its image does not say. */
export interface Moving {
  /** The tag; null = the image is named by its digest. */
  tag: string | null;
  /** What says the version: a label, a variable of the environment, or another tag of the registry that has the same digest; nothing does, so that the image itself counts as one. */
  from: 'label' | 'variable' | 'digest' | 'none';
}

/** An entry of a file that is no component, and why. */
export interface Rejected {
  where: string;
  reason: string;
}

export interface Inventory {
  format: string;
  components: Component[];
  rejected: Rejected[];
  /** Remarks on the whole file, for people: sentences. */
  warnings: string[];
}

/** Parts of a package URL; its version is that of the component where it has none of its own. */
export interface PackageParts {
  type: string;
  namespace?: string | null;
  name: string;
  version?: string | null;
  qualifiers?: Record<string, string>;
}

/** A component as a reader found it, unchecked. */
export interface Found extends SaidByLabels {
  name: unknown;
  version?: unknown;
  direct?: boolean | null;
  main?: boolean;
  where: string;
  purl?: unknown;
  package?: PackageParts;
  /** Its origin: two entries of one name and version are one component only if this is equal too. */
  origin?: string;
  /** Why no registry has it. */
  elsewhere?: string;
  asked?: Asked;
  repository?: string;
  moving?: Moving;
  digest?: string;
  /** Why it cannot be one. */
  reason?: string;
}
