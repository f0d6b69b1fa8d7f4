import type { Found } from './component';
import type { InventoryFile } from './inventory-file';

/** A format of files that name software. One file in `formats/` and one line in index.ts. */
export interface InventoryReader {
  format: string;
  /** Of the path. */
  fileName?: RegExp;
  /** Its content may be any list, so only the name decides. */
  isKnownByName?: true;
  /** Whether the content is of this format; an InventoryError means no. */
  recognizes(file: InventoryFile): boolean;
  /** @throws InventoryError when the file is not of this format */
  read(file: InventoryFile): Iterable<Found>;
  /** Remarks on the whole file: sentences. @throws InventoryError */
  warnings?(file: InventoryFile): string[];
  /** A file without any component is not of this format. */
  isNeverEmpty?: true;
}
