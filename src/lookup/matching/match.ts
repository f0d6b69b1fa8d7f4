import type { KeyRange } from 'version-order';
import type { NamedSoftware } from '../../software/dto/named-software';

/** The reason of a component that a product may be made of. */
export const NO_PRODUCT = 'no product has this name or identifier';

/** Which product a component is, and which of its versions. */
export type Match =
  | {
      state: 'matched';
      softwareId: string;
      softwareName: string;
      /** The latest version of the product; null = it has none. */
      latest: string | null;
      /** The version as the product writes it; one that it does not know may become an own version. null = the file has none. */
      label: string | null;
      /** Where the label is a series of versions: their sort keys. */
      series?: KeyRange;
    }
  /** Several products have the same identifier, alias or name: the first ten by name. */
  | { state: 'ambiguous'; candidates: NamedSoftware[] }
  /** `nearest` is only like it in name, unless it is the product and only the version is missing, or its repository has the owner and the name of the image. */
  | { state: 'unmatched'; reason: string; nearest: NamedSoftware | null; isProduct?: boolean; isProposed?: boolean }
  | { state: 'rejected'; reason: string };
